import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../test/depth.ts';
import { systemRandom } from '../kit/random.ts';
import { BlobError } from './blob-error.ts';
import { frameBytes, type Seal } from './container.ts';
import { SealedObjects } from './doors.ts';
import { FaultyFiles, type FileFault } from './faulty-files.ts';
import { systemFiles } from './file-system.ts';
import type { PartEnd } from './seal-part-writer.ts';
import { freshSeal, gathered, openTestFolder } from './test-folder.ts';

const bytesOf = (length: number) =>
  Buffer.from(Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) % 251));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const nothing: PartEnd = { sealedBytes: 0, tail: Buffer.alloc(0) };
const quiet = () => undefined;

/** Sends a part from where the object stands to `until`, and answers where it stands then. */
async function sendPart(objects: SealedObjects, seal: Seal, whole: Buffer, from: PartEnd, until: number) {
  const writer = await objects.resume(seal, { sizeBytes: whole.length, ...from }, quiet);
  try {
    await writer.write(whole.subarray(writer.offset, until));
    return await writer.settle();
  } finally {
    await writer.leave();
  }
}

async function finish(objects: SealedObjects, seal: Seal, whole: Buffer, from: PartEnd): Promise<string | null> {
  const writer = await objects.resume(seal, { sizeBytes: whole.length, ...from }, quiet);
  try {
    await writer.write(whole.subarray(writer.offset));
    return await writer.finish();
  } finally {
    await writer.leave();
  }
}

describe('an object that comes in parts', () => {
  it('is the same whatever the cuts, parts sent twice and processes between them', async () => {
    const { store, objects } = await openTestFolder();
    const cut = fc.record({ at: fc.nat(), isAnotherProcess: fc.boolean(), isLost: fc.boolean() });
    const lengths = fc.oneof(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 1, max: 3 * frameBytes + 2 }));
    const sequences = isDeep ? 500 : 15;
    await fc.assert(
      fc.asyncProperty(lengths, fc.array(cut, { maxLength: 6 }), async (length, cuts) => {
        const whole = bytesOf(length);
        const seal = freshSeal();
        const opened: SealedObjects[] = [];
        let current = objects;
        let stands = nothing;
        for (const { at, isAnotherProcess, isLost } of cuts) {
          const offset = stands.sealedBytes + stands.tail.length;
          const until = offset + (at % (length - offset + 1));
          if (isAnotherProcess) {
            current = new SealedObjects(store, systemRandom);
            opened.push(current);
          }
          const came = await sendPart(current, seal, whole, stands, until);
          // what was written and not noted down is written again
          if (!isLost) stands = came;
        }
        const hash = await finish(current, seal, whole, stands);
        expect(hash ?? sha256(whole)).toBe(sha256(whole));
        expect(await current.verify(seal)).toEqual({ sizeBytes: length, sha256: sha256(whole) });
        for (const each of opened) await each.close();
      }),
      { numRuns: sequences },
    );
  });

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
