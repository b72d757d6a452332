import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { systemRandom } from '../ids/random.ts';
import { frameBytes, type Seal } from './container.ts';
import { SealedObjects } from './doors.ts';
import type { PartEnd } from './seal-part-writer.ts';
import { freshSeal, openTestFolder } from './test-folder.ts';

const pattern = Buffer.alloc(4 * frameBytes);
for (let index = 0; index < pattern.length; index += 1) pattern[index] = (index * 31 + (index >> 8)) % 251;

/** The first bytes of one pattern, a little over three frames at most. */
export const bytesOf = (length: number) => pattern.subarray(0, length);
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
export const nothing: PartEnd = { sealedBytes: 0, tail: Buffer.alloc(0) };
export const quiet = () => undefined;

/** Sends a part from where the object stands to `until`, and answers where it stands then. */
export async function sendPart(objects: SealedObjects, seal: Seal, whole: Buffer, from: PartEnd, until: number) {
  const writer = await objects.resume(seal, { sizeBytes: whole.length, ...from }, quiet);
  try {
    await writer.write(whole.subarray(writer.offset, until));
    return await writer.settle();
  } finally {
    await writer.leave();
  }
}

/** Sends the rest, and answers the hash where it was carried along. */
export async function finish(objects: SealedObjects, seal: Seal, whole: Buffer, from: PartEnd): Promise<string | null> {
  const writer = await objects.resume(seal, { sizeBytes: whole.length, ...from }, quiet);
  try {
    await writer.write(whole.subarray(writer.offset));
    return await writer.finish();
  } finally {
    await writer.leave();
  }
}

/** Sends objects in so many random sequences of parts. */
export async function sendInAnyParts(sequences: number): Promise<void> {
  const { store, objects } = await openTestFolder();
  const cut = fc.record({ at: fc.nat(), isAnotherProcess: fc.boolean(), isLost: fc.boolean() });
  const lengths = fc.oneof(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 1, max: 3 * frameBytes + 2 }));
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
}
