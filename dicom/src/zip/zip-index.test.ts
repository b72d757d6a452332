import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessTo, buildZip, encodeFields, encodeText, type Member } from '../../test/zip-builder.ts';
import { verdictOf, ZipFault, type ZipFaultCode } from './zip-fault.ts';
import { MAX_ZIP_ENTRIES, readZipIndex, type ZipIndex } from './zip-index.ts';

const two: Member[] = [
  { name: 'DICOM/', content: '' },
  { name: 'DICOM/IM1', content: 'first slice '.repeat(20), method: 'deflated' },
  { name: 'DICOM/IM2', content: 'second slice' },
];

/** Returns the fault that rejects an archive, or the names in its index. */
async function outcome(bytes: Uint8Array): Promise<ZipFaultCode | string[]> {
  try {
    return (await readZipIndex(accessTo(bytes))).entries.map((entry) => entry.name);
  } catch (error) {
    if (error instanceof ZipFault) return error.code;
    throw error;
  }
}

describe('readZipIndex', () => {
  it('returns the position and properties of every member', async () => {
    const bytes = buildZip(two);
    const { entries } = await readZipIndex(accessTo(bytes));
    expect(entries.map(({ name, method, size, isDirectory }) => ({ name, method, size, isDirectory }))).toEqual([
      { name: 'DICOM/', method: 'stored', size: 0, isDirectory: true },
      { name: 'DICOM/IM1', method: 'deflated', size: 240, isDirectory: false },
      { name: 'DICOM/IM2', method: 'stored', size: 12, isDirectory: false },
    ]);
    const last = entries[2];
    expect(bytes.subarray(last?.dataOffset, (last?.dataOffset ?? 0) + 12)).toEqual(encodeText('second slice'));
  });

  it('returns no entries for an empty archive', async () => {
    expect(await outcome(buildZip([]))).toEqual([]);
  });

  it('reads ZIP64 end records and sizes', async () => {
    const extra = encodeFields([2, 1], [2, 16], [8, 12], [8, 12]);
    const claims = { extra, size: 0xffffffff, compressedSize: 0xffffffff };
    const bytes = buildZip([{ name: 'IM1', content: 'second slice', claims }], { isZip64: true });
    const { entries } = await readZipIndex(accessTo(bytes));
    expect(entries).toMatchObject([{ name: 'IM1', size: 12, compressedSize: 12, dataOffset: 30 + 3 + 20 }]);
  });

  it('accepts sizes that follow the data', async () => {
    const local = { crc32: 0, size: 0, compressedSize: 0 };
    expect(await outcome(buildZip([{ name: 'IM1', content: 'slice', claims: { flags: 8 }, local }]))).toEqual(['IM1']);
  });

  it('accepts a local extra field longer than expected', async () => {
    const local = {
      extra: encodeFields([2, 0x5455], [2, 60_000], ...Array.from({ length: 60_000 }, () => [1, 7] as const)),
    };
    const { entries } = await readZipIndex(accessTo(buildZip([{ name: 'IM1', content: 'slice', local }, ...two])));
    expect(entries[0]?.dataOffset).toBe(30 + 3 + 60_004);
  });

  it('finds the end record before the longest comment', async () => {
    expect(await outcome(buildZip(two, { comment: new Uint8Array(65_535).fill(0x50) }))).toHaveLength(3);
  });

  it.each([
    ['UTF-8, flagged', encodeText('Μαρία/ΕΙΚ1'), 1 << 11, 'Μαρία/ΕΙΚ1'],
    ['UTF-8, not flagged', encodeText('Μαρία/ΕΙΚ1'), 0, 'Μαρία/ΕΙΚ1'],
    ['code page 437', Uint8Array.of(0x53, 0x81, 0x64), 0, 'Süd'],
    ['code page 437 for invalid UTF-8, though flagged', Uint8Array.of(0xe8, 0xff), 1 << 11, 'Φ\u00a0'],
  ])('decodes a name in %s', async (_, name, flags, expected) => {
    expect(await outcome(buildZip([{ name: '', content: 'slice', claims: { name, flags } }]))).toEqual([expected]);
  });
});

/** Returns a copy with single bytes changed; a negative offset counts from the end. */
function patchBytes(bytes: Uint8Array, ...changes: [offset: number, byte: number][]): Uint8Array {
  const copy = bytes.slice();
  for (const [offset, byte] of changes) copy[offset < 0 ? copy.length + offset : offset] = byte;
  return copy;
}

describe('readZipIndex of a ZIP64 archive with a damaged end', () => {
  // From the end: 22 bytes of end record, 20 of locator, 56 of ZIP64 end record.
  const intact = buildZip(two, { isZip64: true });
  it.each<[string, ZipFaultCode, Uint8Array]>([
    ['a record on another disk', 'multi_disk', patchBytes(intact, [-42 + 4, 1])],
    ['several disks', 'multi_disk', patchBytes(intact, [-42 + 16, 2])],
    ['a record behind the locator', 'torn', patchBytes(intact, [-42 + 9, 0xff])],
    ['no record at the locator’s offset', 'torn', patchBytes(intact, [-42 + 8, 0])],
    ['records that differ', 'ambiguous_end', patchBytes(intact, [-22 + 10, 9], [-22 + 11, 0])],
  ])('rejects %s with %s', async (_, code, bytes) => {
    expect(await outcome(intact)).toHaveLength(3);
    expect(await outcome(bytes)).toBe(code);
  });
});

describe('readZipIndex of a damaged archive', () => {
  const intact = buildZip(two);
  it('rejects an archive truncated at any offset with torn', async () => {
    for (let length = 4; length < intact.length; length += 3)
      expect(await outcome(intact.subarray(0, length))).toBe('torn');
  });

  it.each<[string, ZipFaultCode, Uint8Array]>([
    ['nothing', 'not_a_zip', new Uint8Array()],
    ['text', 'not_a_zip', encodeText('not an archive at all, but long enough')],
    ['a program before the archive', 'not_a_zip', buildZip(two, { prefix: encodeText('MZ\x90\0') })],
    ['a member before the archive', 'torn', new Uint8Array([...intact.subarray(0, 50), ...intact])],
    ['bytes after the archive', 'torn', new Uint8Array([...intact, 0])],
    ['a directory outside the file', 'torn', buildZip(two, { end: { start: 0x7fffffff } })],
    ['a directory that is not there', 'torn', buildZip(two, { end: { start: 0, bytes: 0 } })],
    ['a wrong length of the directory', 'torn', buildZip(two, { end: { bytes: 1 } })],
    ['fewer entries than declared', 'torn', buildZip(two, { end: { entryCount: 4 } })],
    ['more entries than declared', 'torn', buildZip(two, { end: { entryCount: 2 } })],
    ['a member that is missing', 'torn', buildZip([...two, { name: 'IM3', isMissing: true }])],
    ['an offset outside the file', 'torn', buildZip([{ name: 'a', central: { localOffset: 0xfffffff0 } }])],
    ['junk after the directory', 'torn', new Uint8Array([...intact.subarray(0, -22), 0, ...intact.subarray(-22)])],
    ['junk in the directory', 'torn', patchBytes(intact, [-22 - 1, 0], [-22 - 55, 0])],
    [
      'a member larger than the file',
      'torn',
      buildZip([{ name: 'a', claims: { size: 9_999, compressedSize: 9_999 } }]),
    ],
    [
      'a header that runs into the directory',
      'torn',
      patchBytes(buildZip([{ name: 'a', content: 'slice' }]), [28, 30]),
    ],
    [
      'a header where there is none',
      'torn',
      buildZip([{ name: 'a', content: '\0'.repeat(50), central: { localOffset: 32 } }]),
    ],
    ['an encrypted member', 'encrypted', buildZip([{ name: 'a', claims: { flags: 1 } }])],
    ['encryption flagged only in the directory', 'encrypted', buildZip([{ name: 'a', central: { flags: 1 } }])],
    ['strong encryption', 'encrypted', buildZip([{ name: 'a', claims: { flags: 0x41 } }])],
    ['encryption flagged only in the member', 'encrypted', buildZip([{ name: 'a', local: { flags: 1 } }])],
    ['bzip2', 'unsupported_method', buildZip([{ name: 'a', claims: { method: 12 } }])],
    ['a part of several', 'multi_disk', buildZip(two, { end: { disk: 1 } })],
    ['entries on other parts', 'multi_disk', buildZip(two, { end: { entriesOnDisk: 1 } })],
    ['a member on another part', 'multi_disk', buildZip([{ name: 'a', central: { disk: 2 } }])],
  ])('rejects %s with %s', async (_, code, bytes) => {
    expect(await outcome(bytes)).toBe(code);
    expect(verdictOf(code)).toBe('unreadable');
  });
});

describe('readZipIndex of an unsafe archive', () => {
  const one: Member = { name: 'IM1', content: 'a slice' };
  const hiddenMember: Member = { name: 'hidden', content: 'x', isHidden: true };
  // APPNOTE 4.3.9: 16 bytes after the data
  const withSizes: Member = {
    name: 'IM2',
    content: `a slice${'0'.repeat(16)}`,
    claims: { size: 7, compressedSize: 7, flags: 8 },
  };
  const intact = buildZip([one]);
  const link = 0xa1ff0000;
  const huge = (size: number, extra: Uint8Array = new Uint8Array()) => ({
    name: `${size}`,
    claims: { size, compressedSize: size, extra },
  });
  const long = encodeFields([2, 1], [2, 16], [8, 2 ** 40], [8, 2 ** 40]);
  // The end of a second archive, hidden in the comment of the first: programs that search from the end find only this
  // one.
  const hidden = encodeFields([4, 0x06054b50], [4, 0], [4, 0], [4, 0], [4, intact.length], [2, 0]);

  it.each<[string, ZipFaultCode, Uint8Array]>([
    ['an end record in the comment', 'ambiguous_end', buildZip([one], { comment: hidden })],
    ['members that overlap', 'overlap', buildOverlapping()],
    [
      'a member reaching into the directory',
      'overlap',
      buildZip([{ ...one, claims: { size: 20, compressedSize: 20 } }]),
    ],
    [
      'one member under two names',
      'duplicate_local_header',
      buildZip([one, { ...one, name: 'IM2', isMissing: true, central: { localOffset: 0 } }]),
    ],
    ['a hidden member before the first', 'hidden_member', buildZip([hiddenMember, one])],
    ['a hidden member between two', 'hidden_member', buildZip([one, hiddenMember, { ...one, name: 'IM2' }])],
    ['a hidden member after the last', 'hidden_member', buildZip([one, hiddenMember])],
    ['a hidden member after the sizes that follow another', 'hidden_member', buildZip([withSizes, hiddenMember])],
    ['one name twice', 'duplicate_name', buildZip([one, one])],
    ['a name of 1,025 bytes', 'name_too_long', buildZip([{ name: 'a'.repeat(1_025) }])],
    ['another name in the member', 'headers_disagree', buildZip([{ ...one, local: { name: encodeText('IM2') } }])],
    ['another method in the member', 'headers_disagree', buildZip([{ ...one, local: { method: 8 } }])],
    ['another checksum in the member', 'headers_disagree', buildZip([{ ...one, local: { crc32: 1 } }])],
    ['another size in the member', 'lies_about_size', buildZip([{ ...one, local: { size: 8 } }])],
    ['no size in the member, without the flag', 'lies_about_size', buildZip([{ ...one, local: { size: 0 } }])],
    ['a stored member that grows', 'lies_about_size', buildZip([{ ...one, claims: { size: 9 } }])],
    [
      'a deflated member that grows 1,033 times',
      'lies_about_size',
      buildZip([{ ...one, method: 'deflated', claims: { size: 10_000 } }]),
    ],
    ['an absolute name', 'leaves_archive', buildZip([{ name: '/etc/passwd' }])],
    ['a name that climbs', 'leaves_archive', buildZip([{ name: 'DICOM/../../IM1' }])],
    ['a name that climbs by backslash', 'leaves_archive', buildZip([{ name: 'DICOM\\..\\..\\IM1' }])],
    ['a share', 'leaves_archive', buildZip([{ name: '\\\\server\\share' }])],
    ['a drive', 'leaves_archive', buildZip([{ name: 'C:IM1' }])],
    ['a NUL in a name', 'leaves_archive', buildZip([{ name: 'IM1\0.dcm' }])],
    ['a symbolic link', 'symlink', buildZip([{ ...one, central: { externalAttributes: link } }])],
    ['more than 4 GB', 'too_large_expanded', buildZip([huge(0xfffffff0), huge(100)])],
    ['a terabyte', 'too_large_expanded', buildZip([huge(0xffffffff, long)])],
  ])('rejects %s with %s', async (_, code, bytes) => {
    expect(await outcome(bytes)).toBe(code);
    expect(verdictOf(code)).toBe('unsafe');
  });

  it('rejects more than 20,000 entries, for any count in the end record', async () => {
    const members = Array.from({ length: MAX_ZIP_ENTRIES + 1 }, (_, index) => ({ name: `${index}` }));
    const tooMany = buildZip(members);
    expect(await outcome(tooMany)).toBe('too_many_entries');
    // the end record declares 5 on this disk, and 5 in all
    const declaresFive = patchBytes(tooMany, [-22 + 8, 5], [-22 + 9, 0], [-22 + 10, 5], [-22 + 11, 0]);
    expect(await outcome(declaresFive)).toBe('too_many_entries');
    expect(await outcome(buildZip(two, { end: { entryCount: 20_001, entriesOnDisk: 20_001 } }))).toBe(
      'too_many_entries',
    );
    expect(await outcome(buildZip(members.slice(1)))).toHaveLength(MAX_ZIP_ENTRIES);
  });

  it('accepts names with dots that stay in the folder', async () => {
    expect(await outcome(buildZip([{ name: './a..b/..c/1.2.3' }, { name: 'A\\IM1' }]))).toHaveLength(2);
  });
});

/** Builds two members of which the second lies, with header and data, inside the first. */
function buildOverlapping(): Uint8Array {
  const inner = buildZip([{ name: 'in', content: 'slice' }]).subarray(0, 30 + 2 + 5);
  return buildZip([
    { name: 'out', content: inner },
    { name: 'in', content: 'slice', isMissing: true, central: { localOffset: 30 + 3 } },
  ]);
}

describe('readZipIndex reads', () => {
  it('reads many small headers together, and never more than 1 MB', async () => {
    const members = Array.from({ length: 5_000 }, (_, index) => ({ name: `IM${index}`, content: 'x'.repeat(100) }));
    const reads: [number, number][] = [];
    await readZipIndex(accessTo(buildZip(members), reads));
    expect(reads.length).toBeLessThan(12);
    expect(Math.max(...reads.map(([start, end]) => end - start))).toBeLessThanOrEqual(1_048_576);
  });

  it('skips the data of large members', async () => {
    const members = Array.from({ length: 20 }, (_, index) => ({
      name: `IM${index}`,
      content: new Uint8Array(100_000),
    }));
    const reads: [number, number][] = [];
    await readZipIndex(accessTo(buildZip(members), reads));
    // The 65,557 bytes of the tail contain the end record; the rest are headers.
    expect(reads.reduce((sum, [start, end]) => sum + end - start, 0)).toBeLessThan(65_557 + 20 * 400 + 2_000);
  });

  it('rejects a short read with torn', async () => {
    const intact = accessTo(buildZip(two));
    const access = {
      ...intact,
      read: async (start: number, end: number) => (await intact.read(start, end)).subarray(1),
    };
    await expect(readZipIndex(access)).rejects.toMatchObject({ code: 'torn' });
  });

  it('rejects with the error of a failed read', async () => {
    const access = { sizeBytes: 1_000, read: () => Promise.reject(new Error('disk')) };
    await expect(readZipIndex(access)).rejects.toThrow('disk');
  });
});

describe('readZipIndex of arbitrary bytes', () => {
  const base = buildZip(two, { isZip64: true, comment: encodeText('a comment') });

  /** Returns whether every entry is inside the archive and no two share a byte. */
  function isConsistent({ entries }: ZipIndex, bytes: number): boolean {
    const spans = entries.map((entry) => [entry.dataOffset, entry.dataOffset + entry.compressedSize] as const);
    const sorted = spans.toSorted(([a], [b]) => a - b);
    return sorted.every(([, end], index) => end <= (sorted[index + 1]?.[0] ?? bytes));
  }

  async function isIndexOrFault(bytes: Uint8Array): Promise<boolean> {
    try {
      return isConsistent(await readZipIndex(accessTo(bytes)), bytes.length);
    } catch (error) {
      return error instanceof ZipFault;
    }
  }

  it('returns a consistent index or a ZipFault for a changed archive', async () => {
    const changes = fc.array(fc.tuple(fc.nat(base.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(changes, async (list) => {
      const bytes = base.slice();
      for (const [offset, byte] of list) bytes[offset] = byte;
      expect(await isIndexOrFault(bytes)).toBe(true);
    });
    await fc.assert(property, { numRuns: 3_000 });
  });

  it('returns a consistent index or a ZipFault for each byte set to each of a few values', async () => {
    for (const value of [0x00, 0x01, 0x7f, 0x80, 0xff]) {
      for (let offset = 0; offset < base.length; offset++) {
        const bytes = base.slice();
        bytes[offset] = value;
        expect(await isIndexOrFault(bytes)).toBe(true);
      }
    }
  });

  it('returns a consistent index or a ZipFault for any bytes after the signature', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (rest) => {
      expect(await isIndexOrFault(new Uint8Array([0x50, 0x4b, 3, 4, ...rest]))).toBe(true);
    });
    await fc.assert(property, { numRuns: 500 });
  });
});
