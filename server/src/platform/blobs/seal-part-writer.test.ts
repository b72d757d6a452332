import { describe, expect, it } from 'vitest';
import { systemRandom } from '../ids/random.ts';
import { BlobError } from './blob-error.ts';
import { frameBytes, type Seal } from './container.ts';
import { SealedObjects } from './doors.ts';
import { FaultyFiles, type FileFault } from './faulty-files.ts';
import { systemFiles } from './file-system.ts';
import { freshSeal, gathered, openTestFolder } from './test-folder.ts';
import { bytesOf, finish, nothing, quiet, sendInAnyParts, sendPart, sha256 } from './test-parts.ts';

describe('an object that comes in parts', () => {
  it('is the same whatever the cuts, parts sent twice and processes between them', () => sendInAnyParts(15));

  it('carries its hash from part to part in one process, and says so where it could not', async () => {
    const { store, objects } = await openTestFolder();
    const whole = bytesOf(2 * frameBytes + 9);
    const [kept, lost] = [freshSeal(), freshSeal()];
    const first = await sendPart(objects, kept, whole, nothing, frameBytes + 5);
    expect(await finish(objects, kept, whole, first)).toBe(sha256(whole));
    const began = await sendPart(objects, lost, whole, nothing, frameBytes + 5);
    const other = new SealedObjects(store, systemRandom);
    expect(await finish(other, lost, whole, began)).toBe(null);
    await other.close();
  });

  it('goes on from a whole object that nobody has taken yet', async () => {
    const { objects } = await openTestFolder();
    const whole = bytesOf(frameBytes + 100);
    const seal = freshSeal();
    const stands = await sendPart(objects, seal, whole, nothing, frameBytes + 50);
    await finish(objects, seal, whole, stands);
    await finish(objects, seal, whole, { sealedBytes: frameBytes, tail: Buffer.alloc(0) });
    expect((await objects.verify(seal)).sha256).toBe(sha256(whole));
  });

  it('hears up to where it is durable while it still comes', async () => {
    const { objects } = await openTestFolder();
    const whole = Buffer.alloc(40 * 1_048_576, 'pixels');
    const heard: number[] = [];
    const writer = await objects.resume(freshSeal(), { sizeBytes: whole.length, ...nothing }, (bytes) =>
      heard.push(bytes),
    );
    await writer.write(whole);
    expect(heard.length).toBeGreaterThan(0);
    for (const bytes of heard) expect([bytes % frameBytes, bytes <= whole.length]).toEqual([0, true]);
    await writer.finish();
    await writer.leave();
  });

  it('takes no byte beyond its end, and does not go on from less than was durable', async () => {
    const { objects } = await openTestFolder();
    const writer = await objects.resume(freshSeal(), { sizeBytes: 5, ...nothing }, quiet);
    await expect(writer.write(bytesOf(6))).rejects.toThrow(RangeError);
    await writer.leave();
    const missing = objects.resume(
      freshSeal(),
      { sizeBytes: 3 * frameBytes, ...nothing, sealedBytes: frameBytes },
      quiet,
    );
    await expect(missing).rejects.toMatchObject({ code: 'corrupt' });
  });

  it.each(['ENOSPC', 'EIO', 'short'] as const)(
    'loses nothing durable when a call fails, any one, once: %s',
    async (fault) => {
      const files = new FaultyFiles(systemFiles());
      const { objects } = await openTestFolder(files);
      const whole = bytesOf(2 * frameBytes + 77);
      const calls = await callsOf(files, objects, whole);
      expect(calls.filter((call) => /^(write|sync|openPart|rename)/.test(call)).length).toBeGreaterThan(5);
      for (let call = 0; call < calls.length; call += 1) {
        const seal = freshSeal();
        files.failAt(call, fault);
        await throughFailures(objects, seal, whole, fault);
        files.failAt(-1, fault); // in a folder that stands already there are fewer calls than were counted
        expect((await objects.verify(seal)).sha256, `${fault} at ${calls[call]}`).toBe(sha256(whole));
      }
      expect((await gathered(objects.list())).filter(({ partial }) => partial)).toEqual([]);
    },
  );
});

/** What an undisturbed object of two parts asks of the system. */
async function callsOf(files: FaultyFiles, objects: SealedObjects, whole: Buffer): Promise<string[]> {
  const seal = freshSeal();
  files.failAt(-1, 'EIO');
  const stands = await sendPart(objects, seal, whole, nothing, frameBytes + 3);
  await finish(objects, seal, whole, stands);
  return [...files.calls];
}

/** Sends two parts; each is tried again from what the last success said, as a client does. */
async function throughFailures(objects: SealedObjects, seal: Seal, whole: Buffer, fault: FileFault): Promise<void> {
  let failures = 0;
  const tried = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      failures += 1;
      expect(error).toBeInstanceOf(BlobError);
      if (fault === 'ENOSPC') expect(error).toMatchObject({ code: 'no_space' });
      return await work();
    }
  };
  const stands = await tried(() => sendPart(objects, seal, whole, nothing, frameBytes + 3));
  await tried(() => finish(objects, seal, whole, stands));
  // a short write is no failure, the rest goes through
  expect(failures).toBeLessThanOrEqual(fault === 'short' ? 0 : 1);
}
