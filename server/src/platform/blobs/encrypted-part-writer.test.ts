import { describe, expect, it } from 'vitest';
import { systemRandom } from '../ids/random.ts';
import { BlobError } from './blob-error.ts';
import { type ObjectKey, segmentBytes } from './container.ts';
import { EncryptedStore } from './encrypted-store.ts';
import { FaultyFiles, type FileFault } from './files/faulty-files.ts';
import { systemFiles } from './files/file-system.ts';
import { collect, newObjectKey, openTestFolder } from './test-folder.ts';
import { bytesOf, emptyPart, finish, noop, sendInAnyParts, sendPart, sha256 } from './test-parts.ts';

describe('an object that comes in parts', () => {
  it('is the same whatever the cuts, parts sent twice and processes between them', () => sendInAnyParts(15));

  it('carries its hash from part to part in one process, and says so where it could not', async () => {
    const { store, objects } = await openTestFolder();
    const whole = bytesOf(2 * segmentBytes + 9);
    const [carried, lost] = [newObjectKey(), newObjectKey()];
    const first = await sendPart(objects, carried, whole, emptyPart, segmentBytes + 5);
    expect(await finish(objects, carried, whole, first)).toBe(sha256(whole));
    const started = await sendPart(objects, lost, whole, emptyPart, segmentBytes + 5);
    const other = new EncryptedStore(store, systemRandom);
    expect(await finish(other, lost, whole, started)).toBe(null);
    await other.close();
  });

  it('goes on from a whole object that nobody has taken yet', async () => {
    const { objects } = await openTestFolder();
    const whole = bytesOf(segmentBytes + 100);
    const objectKey = newObjectKey();
    const progress = await sendPart(objects, objectKey, whole, emptyPart, segmentBytes + 50);
    await finish(objects, objectKey, whole, progress);
    await finish(objects, objectKey, whole, { encryptedBytes: segmentBytes, tail: Buffer.alloc(0) });
    expect((await objects.verify(objectKey)).sha256).toBe(sha256(whole));
  });

  it('hears up to where it is durable while it still comes', async () => {
    const { objects } = await openTestFolder();
    const whole = Buffer.alloc(40 * 1_048_576, 'pixels');
    const reported: number[] = [];
    const writer = await objects.resume(newObjectKey(), { sizeBytes: whole.length, ...emptyPart }, (bytes) =>
      reported.push(bytes),
    );
    await writer.write(whole);
    expect(reported.length).toBeGreaterThan(0);
    for (const bytes of reported) expect([bytes % segmentBytes, bytes <= whole.length]).toEqual([0, true]);
    await writer.finish();
    await writer.close();
  });

  it('takes no byte beyond its end, and does not go on from less than was durable', async () => {
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
    'loses nothing durable when a call fails, any one, once: %s',
    async (fault) => {
      const files = new FaultyFiles(systemFiles());
      const { objects } = await openTestFolder(files);
      const whole = bytesOf(2 * segmentBytes + 77);
      const calls = await recordCalls(files, objects, whole);
      expect(calls.filter((call) => /^(write|sync|openPart|rename)/.test(call)).length).toBeGreaterThan(5);
      for (let call = 0; call < calls.length; call += 1) {
        const objectKey = newObjectKey();
        files.failAt(call, fault);
        await sendThroughFailures(objects, objectKey, whole, fault);
        files.failAt(-1, fault); // in a folder that stands already there are fewer calls than were counted
        expect((await objects.verify(objectKey)).sha256, `${fault} at ${calls[call]}`).toBe(sha256(whole));
      }
      expect((await collect(objects.list())).filter(({ isPartial }) => isPartial)).toEqual([]);
    },
  );
});

/** What an undisturbed object of two parts asks of the system. */
async function recordCalls(files: FaultyFiles, objects: EncryptedStore, whole: Buffer): Promise<string[]> {
  const objectKey = newObjectKey();
  files.failAt(-1, 'EIO');
  const progress = await sendPart(objects, objectKey, whole, emptyPart, segmentBytes + 3);
  await finish(objects, objectKey, whole, progress);
  return [...files.calls];
}

/** Sends two parts; each is tried again from what the last success said, as a client does. */
async function sendThroughFailures(
  objects: EncryptedStore,
  objectKey: ObjectKey,
  whole: Buffer,
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
  const progress = await retryOnce(() => sendPart(objects, objectKey, whole, emptyPart, segmentBytes + 3));
  await retryOnce(() => finish(objects, objectKey, whole, progress));
  // a short write is no failure, the rest goes through
  expect(failures).toBeLessThanOrEqual(fault === 'short' ? 0 : 1);
}
