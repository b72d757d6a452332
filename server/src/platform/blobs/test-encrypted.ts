import { createHash, randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import { encryptedSegmentBytes, headerBytes, type ObjectKey, segmentBytes } from './container.ts';
import type { EncryptedStore } from './encrypted-store.ts';
import { collect, newObjectKey, openTestFolder } from './test-folder.ts';

// Lengths around segment borders, where errors are likely, and any others up to just over four segments (two blocks).
const anyLength = fc.oneof(
  fc.constantFrom(
    0,
    1,
    segmentBytes - 1,
    segmentBytes,
    segmentBytes + 1,
    2 * segmentBytes,
    2 * segmentBytes + 1,
    4 * segmentBytes,
  ),
  fc.nat(4 * segmentBytes + 1000),
);
export const source = randomBytes(5 * segmentBytes);
export const corrupt = { code: 'corrupt' };

/** Stores the bytes in chunks, cut at `cuts`. */
export async function storeObject(
  objects: EncryptedStore,
  bytes: Buffer,
  cuts: readonly number[] = [],
): Promise<ObjectKey> {
  const objectKey = newObjectKey();
  const writer = await objects.create(objectKey);
  const borders = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  for (const [index, from] of borders.entries()) {
    // Writes a copy that is zeroed afterwards: a writer that kept a reference to the chunk would store zeros.
    const chunk = Buffer.from(bytes.subarray(from, borders[index + 1] ?? from));
    await writer.write(chunk);
    chunk.fill(0);
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(await writer.finish()).toEqual({ sizeBytes: bytes.length, sha256 });
  return objectKey;
}

export async function readStreamBytes(objects: EncryptedStore, objectKey: ObjectKey, range = {}): Promise<Buffer> {
  return Buffer.concat(await collect<Buffer>(await objects.read(objectKey, range)));
}

/** Copies each chunk as late as it is valid: after the next one has arrived. */
export async function copyTransientBytes(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const copies: Buffer[] = [];
  let before: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    copies.push(Buffer.from(before));
    before = chunk;
  }
  return Buffer.concat([...copies, before]);
}

/** Stores and reads `objectCount` objects of random lengths, in random chunks and ranges. */
export async function readInAnyRange(objectCount: number): Promise<void> {
  const { objects } = await openTestFolder();
  await fc.assert(
    fc.asyncProperty(
      anyLength,
      fc.array(fc.nat(), { maxLength: 12 }),
      fc.nat(),
      fc.nat(),
      async (length, cuts, a, b) => {
        const bytes = source.subarray(0, length);
        const objectKey = await storeObject(objects, bytes, cuts);
        const [start = 0, end = 0] = [a % (length + 1), b % (length + 1)].sort((x, y) => x - y);
        expect((await readStreamBytes(objects, objectKey)).equals(bytes)).toBe(true);
        expect((await readStreamBytes(objects, objectKey, { start, end })).equals(bytes.subarray(start, end))).toBe(
          true,
        );
        const transient = await copyTransientBytes(await objects.readTransientChunks(objectKey, { start, end }));
        expect(transient.equals(bytes.subarray(start, end))).toBe(true);
        expect((await objects.readBytes(objectKey, { start })).equals(bytes.subarray(start))).toBe(true);
        expect((await objects.readBytes(objectKey, { end })).equals(bytes.subarray(0, end))).toBe(true);
      },
    ),
    { numRuns: objectCount },
  );
}

/** Flips `bits` random bits, one at a time, and restores each. */
export async function flipAnyBit(bits: number): Promise<void> {
  const { objects, pathOf } = await openTestFolder();
  const objectKey = await storeObject(objects, source.subarray(0, 2 * segmentBytes + 777));
  const path = pathOf(objectKey.objectId);
  const container = await readFile(path);
  const anyBit = fc.oneof(fc.nat(headerBytes * 8 - 1), fc.nat(container.length * 8 - 1));
  await fc.assert(
    fc.asyncProperty(anyBit, async (bit) => {
      const at = bit >> 3;
      const segment = Math.max(0, Math.floor((at - headerBytes) / encryptedSegmentBytes));
      const handle = await open(path, 'r+');
      const original = container.subarray(at, at + 1);
      await handle.write(Buffer.from([(original[0] ?? 0) ^ (1 << (bit & 7))]), 0, 1, at);
      const range = { start: segment * segmentBytes + 5, end: segment * segmentBytes + 6 };
      await expect(objects.readBytes(objectKey, range)).rejects.toMatchObject(corrupt);
      await expect(readStreamBytes(objects, objectKey)).rejects.toMatchObject(corrupt);
      await handle.write(original, 0, 1, at);
      await handle.close();
    }),
    { numRuns: bits },
  );
  expect((await readStreamBytes(objects, objectKey)).equals(source.subarray(0, 2 * segmentBytes + 777))).toBe(true);
}
