import { describe, expect, it } from 'vitest';
import { systemRandom } from '../ids/random.ts';
import { BlobError } from './blob-error.ts';
import { type ObjectKey, segmentBytes } from './container.ts';
import { EncryptedStore } from './encrypted-store.ts';
import { FaultyFiles, type FileFault } from './files/faulty-files.ts';
import { systemFiles } from './files/file-system.ts';
import { collect, newObjectKey, openTestFolder } from './test-folder.ts';
import { bytesOf, emptyPart, finish, noop, sendInAnyParts, sendPart, sha256 } from './test-parts.ts';

describe('EncryptedPartWriter', () => {
  it('stores the same object for any cuts, repeated parts and changes of process', () => sendInAnyParts(5));

  it('continues the hash across parts in one process and returns null after a change of process', async () => {
    const { store, objects } = await openTestFolder();
    const content = bytesOf(2 * segmentBytes + 9);
    const [carried, lost] = [newObjectKey(), newObjectKey()];
    const first = await sendPart(objects, carried, content, emptyPart, segmentBytes + 5);
    expect(await finish(objects, carried, content, first)).toBe(sha256(content));
    const started = await sendPart(objects, lost, content, emptyPart, segmentBytes + 5);
    const other = new EncryptedStore(store, systemRandom);
    expect(await finish(other, lost, content, started)).toBe(null);
    await other.close();
  });

  it('resumes from a complete object', async () => {
    const { objects } = await openTestFolder();
    const content = bytesOf(segmentBytes + 100);
    const objectKey = newObjectKey();
    const progress = await sendPart(objects, objectKey, content, emptyPart, segmentBytes + 50);
    await finish(objects, objectKey, content, progress);
    await finish(objects, objectKey, content, { encryptedBytes: segmentBytes, tail: Buffer.alloc(0) });
    expect((await objects.verify(objectKey)).sha256).toBe(sha256(content));
  });

  it('reports the durable bytes while an object is being written', async () => {
    const { objects } = await openTestFolder();
    const content = Buffer.alloc(40 * 1_048_576, 'pixels');
    const reported: number[] = [];
    const writer = await objects.resume(newObjectKey(), { sizeBytes: content.length, ...emptyPart }, (bytes) =>
      reported.push(bytes),
    );
    await writer.write(content);
    expect(reported.length).toBeGreaterThan(0);
    for (const bytes of reported) expect([bytes % segmentBytes, bytes <= content.length]).toEqual([0, true]);
    await writer.finish();
    await writer.close();
  });

  it('rejects bytes beyond the end of the object, and a resume with fewer stored bytes than claimed', async () => {
    const { objects } = await openTestFolder();
    const writer = await objects.resume(newObjectKey(), { sizeBytes: 5, ...emptyPart }, noop);
    await expect(writer.write(bytesOf(6))).rejects.toThrow(RangeError);
    await writer.close();
    const missing = objects.resume(
      newObjectKey(),
      { sizeBytes: 3 * segmentBytes, ...emptyPart, encryptedBytes: segmentBytes },
      noop,
    );
    await expect(missing).rejects.toMatchObject({ code: 'corrupt' });
  });

  it.each(['ENOSPC', 'EIO', 'short'] as const)(
    'loses no durable bytes when any single call fails once: %s',
    async (fault) => {
      const files = new FaultyFiles(systemFiles());
      const { objects } = await openTestFolder(files);
      const content = bytesOf(2 * segmentBytes + 77);
      const calls = await recordCalls(files, objects, content);
      expect(calls.filter((call) => /^(write|sync|openPart|rename)/.test(call)).length).toBeGreaterThan(5);
      for (let call = 0; call < calls.length; call += 1) {
        const objectKey = newObjectKey();
        files.failAt(call, fault);
        await sendThroughFailures(objects, objectKey, content, fault);
        files.failAt(-1, fault); // an existing folder needs fewer calls than were counted
        expect((await objects.verify(objectKey)).sha256, `${fault} at ${calls[call]}`).toBe(sha256(content));
      }
      expect((await collect(objects.list())).filter(({ isPartial }) => isPartial)).toEqual([]);
    },
  );
});

/** Returns the file system calls of an object of two parts without failures. */
async function recordCalls(files: FaultyFiles, objects: EncryptedStore, content: Buffer): Promise<string[]> {
  const objectKey = newObjectKey();
  files.failAt(-1, 'EIO');
  const progress = await sendPart(objects, objectKey, content, emptyPart, segmentBytes + 3);
  await finish(objects, objectKey, content, progress);
  return [...files.calls];
}

/** Sends two parts. Retries each from the result of the last success, as a client does. */
async function sendThroughFailures(
  objects: EncryptedStore,
  objectKey: ObjectKey,
  content: Buffer,
  fault: FileFault,
): Promise<void> {
  let failures = 0;
  const retryOnce = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      failures += 1;
      expect(error).toBeInstanceOf(BlobError);
      if (fault === 'ENOSPC') expect(error).toMatchObject({ code: 'no_space' });
      return await work();
    }
  };
  const progress = await retryOnce(() => sendPart(objects, objectKey, content, emptyPart, segmentBytes + 3));
  await retryOnce(() => finish(objects, objectKey, content, progress));
  // A short write is no failure: the rest is written next.
  expect(failures).toBeLessThanOrEqual(fault === 'short' ? 0 : 1);
}
