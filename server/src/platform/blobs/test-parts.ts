import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { systemRandom } from '../ids/random.ts';
import { type ObjectKey, segmentBytes } from './container.ts';
import type { PartEnd } from './encrypted-part-writer.ts';
import { EncryptedStore } from './encrypted-store.ts';
import { newObjectKey, openTestFolder } from './test-folder.ts';

const pattern = Buffer.alloc(4 * segmentBytes);
for (let index = 0; index < pattern.length; index += 1) pattern[index] = (index * 31 + (index >> 8)) % 251;

/** The first bytes of one pattern, a little over three frames at most. */
export const bytesOf = (length: number) => pattern.subarray(0, length);
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
export const emptyPart: PartEnd = { encryptedBytes: 0, tail: Buffer.alloc(0) };
export const noop = () => undefined;

/** Sends a part from where the object stands to `until`, and answers where it stands then. */
export async function sendPart(
  objects: EncryptedStore,
  objectKey: ObjectKey,
  whole: Buffer,
  from: PartEnd,
  until: number,
) {
  const writer = await objects.resume(objectKey, { sizeBytes: whole.length, ...from }, noop);
  try {
    await writer.write(whole.subarray(writer.offset, until));
    return await writer.flush();
  } finally {
    await writer.close();
  }
}

/** Sends the rest, and answers the hash where it was carried along. */
export async function finish(
  objects: EncryptedStore,
  objectKey: ObjectKey,
  whole: Buffer,
  from: PartEnd,
): Promise<string | null> {
  const writer = await objects.resume(objectKey, { sizeBytes: whole.length, ...from }, noop);
  try {
    await writer.write(whole.subarray(writer.offset));
    return await writer.finish();
  } finally {
    await writer.close();
  }
}

/** Sends objects in so many random sequences of parts. */
export async function sendInAnyParts(sequences: number): Promise<void> {
  const { store, objects } = await openTestFolder();
  const cut = fc.record({ at: fc.nat(), isAnotherProcess: fc.boolean(), isLost: fc.boolean() });
  const lengths = fc.oneof(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 1, max: 3 * segmentBytes + 2 }));
  await fc.assert(
    fc.asyncProperty(lengths, fc.array(cut, { maxLength: 6 }), async (length, cuts) => {
      const whole = bytesOf(length);
      const objectKey = newObjectKey();
      const opened: EncryptedStore[] = [];
      let current = objects;
      let progress = emptyPart;
      for (const { at, isAnotherProcess, isLost } of cuts) {
        const offset = progress.encryptedBytes + progress.tail.length;
        const until = offset + (at % (length - offset + 1));
        if (isAnotherProcess) {
          current = new EncryptedStore(store, systemRandom);
          opened.push(current);
        }
        const sent = await sendPart(current, objectKey, whole, progress, until);
        // what was written and not noted down is written again
        if (!isLost) progress = sent;
      }
      const hash = await finish(current, objectKey, whole, progress);
      expect(hash ?? sha256(whole)).toBe(sha256(whole));
      expect(await current.verify(objectKey)).toEqual({ sizeBytes: length, sha256: sha256(whole) });
      for (const each of opened) await each.close();
    }),
    { numRuns: sequences },
  );
}
