import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accessTo, buildZip, type Member } from '../test/zip-builder.ts';
import { ZipFault } from './zip-fault.ts';
import { readZipIndex } from './zip-index.ts';
import { ZipTrail } from './zip-trail.ts';

const long = new Uint8Array(20_000).fill(7);

/** An archive's trail, the archive having passed by in pieces of so many bytes. */
function trailOf(bytes: Uint8Array, pieceBytes: number): ZipTrail {
  const trail = new ZipTrail();
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.slice(at, at + pieceBytes);
    trail.take(piece);
    piece.fill(0xee); // the caller's to reuse
  }
  return trail;
}

/** What an archive's index is, or is refused with, and how many times the archive was read for it. */
async function indexed(bytes: Uint8Array, trail?: ZipTrail) {
  const reads: [number, number][] = [];
  const stored = accessTo(bytes, reads);
  const read = async (start: number, end: number) => trail?.read(start, end) ?? (await stored.read(start, end));
  const index = await readZipIndex({ sizeBytes: bytes.length, read }).catch((error: unknown) => {
    if (error instanceof ZipFault) return error.code;
    throw error;
  });
  return { index, reads: reads.length };
}

it('spares every reading of a local header, however the archive is cut', async () => {
  const content = long.subarray(0, 9_000); // more than what is read together with the next header
  const members = Array.from({ length: 50 }, (_, index): Member => ({ name: `DICOM/IM${index}`, content }));
  const bytes = buildZip(members);
  const alone = await indexed(bytes);
  expect(alone.reads).toBeGreaterThan(50);
  for (const pieceBytes of [1, 29, 30, 31, 285, 286, 65_536, bytes.length]) {
    const helped = await indexed(bytes, trailOf(bytes, pieceBytes));
    expect(helped.index).toEqual(alone.index);
    expect(helped.reads, `${pieceBytes}`).toBeLessThan(5);
  }
});

it('goes on behind members so short that the next begins within what was gathered', async () => {
  const short: Member = { name: 'a', content: 'x' };
  const bytes = buildZip([
    short,
    { ...short, name: 'b' },
    { name: 'IM1', content: long },
    short,
    { name: 'IM2', content: long },
  ]);
  const first = bytes.length - long.length;
  const trail = trailOf(bytes, 100);
  expect(first).toBeGreaterThan(0);
  const offsets = [...bytes.keys()].filter((at) =>
    Buffer.from(bytes.subarray(at, at + 4)).equals(Buffer.from('PK\x03\x04')),
  );
  expect(offsets.map((at) => trail.read(at, at + 30) !== undefined)).toEqual([false, false, true, false, true]);
});

it('changes no verdict on any archive, true or lying', async () => {
  const lie = fc.record(
    {
      compressedSize: fc.constantFrom(0, 1, 300, 19_999, 20_001, 0xffffffff),
      flags: fc.constantFrom(0, 1, 8),
      extra: fc.uint8Array({ maxLength: 600 }),
    },
    { requiredKeys: [] },
  );
  const member = fc.record({
    size: fc.constantFrom(0, 3, 200, 300, 8_192, 8_193, 20_000),
    local: lie,
    nameBytes: fc.nat(300),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(member, { maxLength: 6 }), fc.integer({ min: 1, max: 5_000 }), async (drawn, piece) => {
      const bytes = buildZip(
        drawn.map(({ size, local, nameBytes }, index) => ({
          name: `${index}${'n'.repeat(nameBytes)}`,
          content: long.subarray(0, size),
          local,
        })),
      );
      expect((await indexed(bytes, trailOf(bytes, piece))).index).toEqual((await indexed(bytes)).index);
    }),
    { numRuns: 300 },
  );
});

it('takes any bytes and remembers 2 MB of them at most', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => trailOf(bytes, 7).read(0, 4) === undefined));
  const name = 'n'.repeat(60_000);
  const members = Array.from({ length: 60 }, (_, index): Member => ({ name: `${index}${name}`, content: long }));
  const bytes = buildZip(members);
  const trail = trailOf(bytes, 65_536);
  let kept = 0;
  for (let at = 0; at < bytes.length; at += 1) if (trail.read(at, at + 60_000) !== undefined) kept += 1;
  expect(kept).toBe(34); // 2,097,152 / (30 + 256 + 60,001), the last digits of the names apart
});
