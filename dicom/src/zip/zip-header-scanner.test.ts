import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accessTo, buildZip, type Member } from '../../test/zip-builder.ts';
import { ZipFault } from './zip-fault.ts';
import { ZipHeaderScanner } from './zip-header-scanner.ts';
import { readZipIndex } from './zip-index.ts';

const long = new Uint8Array(20_000).fill(7);

/** Scans an archive in chunks of this size. */
function scanZip(bytes: Uint8Array, chunkBytes: number): ZipHeaderScanner {
  const scanner = new ZipHeaderScanner();
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = bytes.slice(at, at + chunkBytes);
    scanner.scan(chunk);
    chunk.fill(0xee); // the caller may reuse its buffer
  }
  return scanner;
}

/** Returns an archive's index or its fault, and the number of reads. */
async function indexZip(bytes: Uint8Array, scanner?: ZipHeaderScanner) {
  const reads: [number, number][] = [];
  const stored = accessTo(bytes, reads);
  const read = async (start: number, end: number) => scanner?.read(start, end) ?? (await stored.read(start, end));
  const index = await readZipIndex({ sizeBytes: bytes.length, read }).catch((error: unknown) => {
    if (error instanceof ZipFault) return error.code;
    throw error;
  });
  return { index, reads: reads.length };
}

it('avoids reading local headers for any chunk size', async () => {
  const content = long.subarray(0, 9_000); // more than the gap within which headers are read together
  const members = Array.from({ length: 50 }, (_, index): Member => ({ name: `DICOM/IM${index}`, content }));
  const bytes = buildZip(members);
  const unassisted = await indexZip(bytes);
  expect(unassisted.reads).toBeGreaterThan(50);
  for (const chunkBytes of [1, 29, 30, 31, 285, 286, 65_536, bytes.length]) {
    const assisted = await indexZip(bytes, scanZip(bytes, chunkBytes));
    expect(assisted.index).toEqual(unassisted.index);
    expect(assisted.reads, `${chunkBytes}`).toBeLessThan(5);
  }
});

it('continues after members so short that the next header is already buffered', async () => {
  const short: Member = { name: 'a', content: 'x' };
  const bytes = buildZip([
    short,
    { ...short, name: 'b' },
    { name: 'IM1', content: long },
    short,
    { name: 'IM2', content: long },
  ]);
  const first = bytes.length - long.length;
  const scanner = scanZip(bytes, 100);
  expect(first).toBeGreaterThan(0);
  const offsets = [...bytes.keys()].filter((at) =>
    Buffer.from(bytes.subarray(at, at + 4)).equals(Buffer.from('PK\x03\x04')),
  );
  expect(offsets.map((at) => scanner.read(at, at + 30) !== undefined)).toEqual([false, false, true, false, true]);
});

it('gives the same index or fault for any archive, with true or false claims', async () => {
  const falseClaims = fc.record(
    {
      compressedSize: fc.constantFrom(0, 1, 300, 19_999, 20_001, 0xffffffff),
      flags: fc.constantFrom(0, 1, 8),
      extra: fc.uint8Array({ maxLength: 600 }),
    },
    { requiredKeys: [] },
  );
  const member = fc.record({
    size: fc.constantFrom(0, 3, 200, 300, 8_192, 8_193, 20_000),
    local: falseClaims,
    nameBytes: fc.nat(300),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(member, { maxLength: 6 }),
      fc.integer({ min: 1, max: 5_000 }),
      async (members, chunkBytes) => {
        const bytes = buildZip(
          members.map(({ size, local, nameBytes }, index) => ({
            name: `${index}${'n'.repeat(nameBytes)}`,
            content: long.subarray(0, size),
            local,
          })),
        );
        expect((await indexZip(bytes, scanZip(bytes, chunkBytes))).index).toEqual((await indexZip(bytes)).index);
      },
    ),
    {
      numRuns: 300,
      examples: [
        [
          // the scanner stores the third header, so its fault is found before that of the second
          [
            { size: 0, local: {}, nameBytes: 0 },
            { size: 20_000, local: { flags: 1 }, nameBytes: 0 },
            { size: 20_000, local: { compressedSize: 19_999 }, nameBytes: 0 },
          ],
          1,
        ],
      ],
    },
  );
});

it('accepts any bytes and stores at most 2 MB of them', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => scanZip(bytes, 7).read(0, 4) === undefined));
  const name = 'n'.repeat(60_000);
  const members = Array.from({ length: 60 }, (_, index): Member => ({ name: `${index}${name}`, content: long }));
  const bytes = buildZip(members);
  const scanner = scanZip(bytes, 65_536);
  let headerCount = 0;
  for (let at = 0; at < bytes.length; at += 1) if (scanner.read(at, at + 60_000) !== undefined) headerCount += 1;
  expect(headerCount).toBe(34); // 2,097,152 / (30 + 256 + 60,001), ignoring the last digits of the names
});
