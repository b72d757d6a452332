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

/** Returns the first `length` bytes of a fixed pattern, at most four segments. */
export const bytesOf = (length: number) => pattern.subarray(0, length);
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
export const emptyPart: PartEnd = { encryptedBytes: 0, tail: Buffer.alloc(0) };
export const noop = () => undefined;

/** Writes the object's bytes from the state `from` up to `until`. Returns the new state. */
export async function sendPart(
  objects: EncryptedStore,
  objectKey: ObjectKey,
  content: Buffer,
  from: PartEnd,
  until: number,
) {
  const writer = await objects.resume(objectKey, { sizeBytes: content.length, ...from }, noop);
  try {
    await writer.write(content.subarray(writer.offset, until));
    return await writer.flush();
  } finally {
    await writer.close();
  }
}

/** Writes the rest of the object. Returns its hash; null if the running hash was invalid. */
export async function finish(
  objects: EncryptedStore,
  objectKey: ObjectKey,
  content: Buffer,
  from: PartEnd,
): Promise<string | null> {
  const writer = await objects.resume(objectKey, { sizeBytes: content.length, ...from }, noop);
  try {
    await writer.write(content.subarray(writer.offset));
    return await writer.finish();
  } finally {
    await writer.close();
  }
}

/** Writes objects in `sequences` random sequences of parts. */
export async function sendInAnyParts(sequences: number): Promise<void> {
  const { store, objects } = await openTestFolder();
  const cut = fc.record({ at: fc.nat(), isAnotherProcess: fc.boolean(), isLost: fc.boolean() });
  const lengths = fc.oneof(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 1, max: 3 * segmentBytes + 2 }));
  await fc.assert(
    fc.asyncProperty(lengths, fc.array(cut, { maxLength: 6 }), async (length, cuts) => {
      const content = bytesOf(length);
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
        const sent = await sendPart(current, objectKey, content, progress, until);
        // A lost state means that its bytes are written again.
        if (!isLost) progress = sent;
      }
      const hash = await finish(current, objectKey, content, progress);
      expect(hash ?? sha256(content)).toBe(sha256(content));
      expect(await current.verify(objectKey)).toEqual({ sizeBytes: length, sha256: sha256(content) });
      for (const each of opened) await each.close();
    }),
    { numRuns: sequences },
  );
}
