import { createHash, randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import { frameBytes, headerBytes, type Seal, sealedFrameBytes } from './container.ts';
import type { SealedObjects } from './doors.ts';
import { freshSeal, gathered, openTestFolder } from './test-folder.ts';

// Lengths around the borders, where mistakes live, and any others up to a little over four frames (two blocks).
const anyLength = fc.oneof(
  fc.constantFrom(0, 1, frameBytes - 1, frameBytes, frameBytes + 1, 2 * frameBytes, 2 * frameBytes + 1, 4 * frameBytes),
  fc.nat(4 * frameBytes + 1000),
);
export const source = randomBytes(5 * frameBytes);
export const corrupt = { code: 'corrupt' };

/** Stores the bytes in pieces. */
export async function stored(objects: SealedObjects, bytes: Buffer, cuts: readonly number[] = []): Promise<Seal> {
  const seal = freshSeal();
  const writer = await objects.create(seal);
  const borders = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  for (const [index, from] of borders.entries()) {
    // A copy that is wiped after the write: whoever kept a reference to the chunk would store zeros.
    const chunk = Buffer.from(bytes.subarray(from, borders[index + 1] ?? from));
    await writer.write(chunk);
    chunk.fill(0);
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(await writer.finish()).toEqual({ sizeBytes: bytes.length, sha256 });
  return seal;
}

export async function streamedBytes(objects: SealedObjects, seal: Seal, range = {}): Promise<Buffer> {
  return Buffer.concat(await gathered<Buffer>(await objects.read(seal, range)));
}

/** Copies each piece as late as it lasts: while the one behind it is there. */
export async function passedBytes(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const copies: Buffer[] = [];
  let before: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    copies.push(Buffer.from(before));
    before = piece;
  }
  return Buffer.concat([...copies, before]);
}

/** Stores and reads objects of so many random lengths, in random pieces and ranges. */
export async function readInAnyRange(objectsInAll: number): Promise<void> {
  const { objects } = await openTestFolder();
  await fc.assert(
    fc.asyncProperty(
      anyLength,
      fc.array(fc.nat(), { maxLength: 12 }),
      fc.nat(),
      fc.nat(),
      async (length, cuts, a, b) => {
        const bytes = source.subarray(0, length);
        const seal = await stored(objects, bytes, cuts);
        const [start = 0, end = 0] = [a % (length + 1), b % (length + 1)].sort((x, y) => x - y);
        expect((await streamedBytes(objects, seal)).equals(bytes)).toBe(true);
        expect((await streamedBytes(objects, seal, { start, end })).equals(bytes.subarray(start, end))).toBe(true);
        const passed = await passedBytes(await objects.pass(seal, { start, end }));
        expect(passed.equals(bytes.subarray(start, end))).toBe(true);
        expect((await objects.readBytes(seal, { start })).equals(bytes.subarray(start))).toBe(true);
        expect((await objects.readBytes(seal, { end })).equals(bytes.subarray(0, end))).toBe(true);
      },
    ),
    { numRuns: objectsInAll },
  );
}

/** Flips so many random bits, one at a time, each put back. */
export async function flipAnyBit(bits: number): Promise<void> {
  const { objects, pathOf } = await openTestFolder();
  const seal = await stored(objects, source.subarray(0, 2 * frameBytes + 777));
  const path = pathOf(seal.objectId);
  const container = await readFile(path);
  const anyBit = fc.oneof(fc.nat(headerBytes * 8 - 1), fc.nat(container.length * 8 - 1));
  await fc.assert(
    fc.asyncProperty(anyBit, async (bit) => {
      const at = bit >> 3;
      const frame = Math.max(0, Math.floor((at - headerBytes) / sealedFrameBytes));
      const handle = await open(path, 'r+');
      const original = container.subarray(at, at + 1);
      await handle.write(Buffer.from([(original[0] ?? 0) ^ (1 << (bit & 7))]), 0, 1, at);
      const range = { start: frame * frameBytes + 5, end: frame * frameBytes + 6 };
      await expect(objects.readBytes(seal, range)).rejects.toMatchObject(corrupt);
      await expect(streamedBytes(objects, seal)).rejects.toMatchObject(corrupt);
      await handle.write(original, 0, 1, at);
      await handle.close();
    }),
    { numRuns: bits },
  );
  expect((await streamedBytes(objects, seal)).equals(source.subarray(0, 2 * frameBytes + 777))).toBe(true);
}
