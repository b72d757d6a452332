import { readFileSync } from 'node:fs';
import { constants, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessTo, buildZip, type Member } from '../test/zip-builder.ts';
import { findDicom } from './find-dicom.ts';
import { ZipFault } from './zip/zip-fault.ts';
import { readZipIndex } from './zip/zip-index.ts';

const fileOf = (path: string) =>
  new Uint8Array(readFileSync(new URL(`../test/data/test_files/${path}`, import.meta.url)));
const slice = fileOf('CT_small.dcm');
const text: Member = { name: 'README.TXT', content: 'Open index.htm', method: 'deflated' };

function inflate(raw: Uint8Array, maxOutput: number): Uint8Array {
  return inflateRawSync(raw, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, maxOutput);
}

async function findDicomName(
  members: readonly Member[],
  damage?: (bytes: Uint8Array) => void,
): Promise<string | undefined> {
  const bytes = buildZip(members);
  damage?.(bytes);
  const access = accessTo(bytes);
  return (await findDicom(await readZipIndex(access), access, inflate))?.name;
}

describe('findDicom', () => {
  it.each(['stored', 'deflated'] as const)('finds a %s instance', async (method) => {
    expect(await findDicomName([text, { name: 'DICOM/', content: '' }, { name: 'A', content: slice, method }])).toBe(
      'A',
    );
  });

  it.each(['ExplVR_BigEndNoMeta.dcm', 'rtstruct.dcm', 'image_dfl.dcm'])('finds %s', async (path) => {
    expect(await findDicomName([{ name: 'IM', content: fileOf(path), method: 'deflated' }])).toBe('IM');
  });

  it('finds the first instance without reading later members', async () => {
    const far: Member = { name: 'far', content: new Uint8Array(300_000) };
    const bytes = buildZip([text, { name: 'A', content: slice }, far, { name: 'B', content: slice }]);
    const index = await readZipIndex(accessTo(bytes));
    const reads: [number, number][] = [];
    await findDicom(index, accessTo(bytes, reads), inflate);
    expect(reads).toHaveLength(1);
    expect(reads[0]?.[1]).toBeLessThan(index.entries.at(-1)?.dataOffset ?? 0);
  });

  it('finds the last of many members in any directory order, reading 256 KB at a time', async () => {
    const many = Array.from({ length: 4_000 }, (_, index): Member => ({ name: `${index}.txt`, content: 'a text' }));
    const bytes = buildZip([...many, { name: 'A', content: slice }]);
    const { entries } = await readZipIndex(accessTo(bytes));
    const reads: [number, number][] = [];
    const found = await findDicom({ entries: entries.toReversed() }, accessTo(bytes, reads), inflate);
    expect(found?.name).toBe('A');
    expect(reads.length).toBeLessThan(bytes.length / 200_000);
    for (const [start, end] of reads) expect(end - start).toBeLessThanOrEqual(262_144);
  });

  it('skips a member whose data are damaged', async () => {
    const members: Member[] = [
      { name: 'A', content: slice, method: 'deflated' },
      { name: 'B', content: slice, method: 'deflated' },
    ];
    expect(await findDicomName(members, (bytes) => bytes.fill(0xff, 31, 60))).toBe('B');
  });
});

describe('findDicom of a ZIP without an instance', () => {
  it.each<[string, Member[]]>([
    ['nothing', []],
    ['text', [text]],
    ['a text named as DICOM', [{ name: 'IM1.dcm', content: 'not at all' }]],
    [
      'only the DICOMDIR of a CD',
      [{ name: 'DICOMDIR', content: fileOf('dicomdirtests/DICOMDIR'), method: 'deflated' }],
    ],
    ['a DICOMDIR under another name', [{ name: 'index.dcm', content: fileOf('dicomdirtests/DICOMDIR-bigEnd') }]],
    ['an archive in the archive', [{ name: 'exam.zip', content: buildZip([{ name: 'A', content: slice }]) }]],
    ['DICOM that begins as a program', [{ name: 'A', content: new Uint8Array([0x4d, 0x5a, ...slice.subarray(2)]) }]],
  ])('returns undefined for %s', async (_, members) => {
    expect(await findDicomName(members)).toBeUndefined();
  });
});

describe('findDicom limits', () => {
  it('rejects a member longer than its declared size with lies_about_size', async () => {
    const mismatchedMember: Member = {
      name: 'A',
      content: new Uint8Array(9_000),
      method: 'deflated',
      claims: { size: 4_095 },
    };
    await expect(findDicomName([mismatchedMember, { name: 'B', content: slice }])).rejects.toMatchObject({
      code: 'lies_about_size',
    });
  });

  it('reads at most 4 KB of a member, and inflates a bomb to at most 4 KB', async () => {
    const bytes = buildZip([{ name: 'zeros', content: new Uint8Array(20_000_000), method: 'deflated' }]);
    const reads: [number, number][] = [];
    const outputs: number[] = [];
    await findDicom(await readZipIndex(accessTo(bytes)), accessTo(bytes, reads), (raw, maxOutput) => {
      outputs.push(maxOutput);
      return inflate(raw, maxOutput);
    });
    expect(reads.map(([start, end]) => end - start)).toEqual([4_096]);
    expect(outputs).toEqual([4_096]);
  });

  it('rejects with the error of a failed read', async () => {
    const index = await readZipIndex(accessTo(buildZip([text])));
    const access = { sizeBytes: 1_000, read: () => Promise.reject(new Error('disk')) };
    await expect(findDicom(index, access, inflate)).rejects.toThrow('disk');
  });

  it('finds the next instance after any member bytes, or rejects with lies_about_size', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (content) => {
      const crc32 = 0;
      const mismatchedMember: Member = { name: 'A', content, claims: { method: 8, size: content.length, crc32 } };
      const found = await findDicomName([mismatchedMember, { name: 'B', content: slice }]).catch(codeOf);
      expect(['B', 'lies_about_size']).toContain(found);
    });
    await fc.assert(property, { numRuns: 200 });
  });
});

/** Returns why an archive was rejected; rethrows any other error. */
function codeOf(error: unknown): string {
  if (error instanceof ZipFault) return error.code;
  throw error;
}
