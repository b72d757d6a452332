import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { assert, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testFile } from '../../test/test-files.ts';
import { readZipIndex } from '../zip/zip-index.ts';
import { Crc32 } from './crc32.ts';
import { readDroppedFiles } from './read-dropped-files.ts';
import { renderThumbnail } from './render-thumbnail.ts';
import { encodeLocalHeader, encodeZipDirectory } from './zip-parts.ts';

const accessTo = (bytes: Uint8Array) => ({
  sizeBytes: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
});
const inflate = async (raw: Uint8Array, maxBytes: number) => {
  try {
    return inflateRawSync(raw, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, maxBytes);
  } catch {
    return new Uint8Array(); // damaged from the first byte
  }
};

async function readFiles(...files: [path: string, bytes: Uint8Array][]) {
  const dropped = files.map(([path, bytes]) => ({ path, access: accessTo(bytes) }));
  return (await Array.fromAsync(readDroppedFiles(dropped, inflate))).flat();
}

/** Builds an archive whose members are deflated only if marked. */
function buildArchive(...members: { name: string; content: Uint8Array; isDeflated?: boolean }[]): Buffer {
  const parts = members.map(({ name, content, isDeflated }) => {
    const data = isDeflated ? deflateRawSync(content) : content;
    const method = isDeflated ? ('deflated' as const) : ('stored' as const);
    return { name, method, crc32: crc32(content), compressedSize: data.length, size: content.length, data };
  });
  const chunks: Uint8Array[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const part of parts) {
    const header = encodeLocalHeader(part);
    offsets.push(at);
    at += header.length + part.data.length;
    chunks.push(header, part.data);
  }
  return Buffer.concat([...chunks, encodeZipDirectory(parts, offsets, at)]);
}

const ct = testFile('test_files/CT_small.dcm');
const mr = testFile('test_files/MR_small.dcm');

describe('readDroppedFiles', () => {
  it('reads patient, study and series of each file, loose or in an archive, stored or deflated', async () => {
    const zip = buildArchive(
      { name: 'DICOM/IM1', content: ct },
      { name: 'DICOM/IM2', content: mr, isDeflated: true },
      { name: 'viewer/viewer.exe', content: Buffer.from('MZ') },
      { name: 'readme.txt', content: Buffer.from('read me') },
    );
    const found = await readFiles(['disk.zip', zip], ['one.dcm', ct]);
    expect(found.map(({ kind, dropped, path }) => [dropped, path, kind])).toEqual([
      [0, 'DICOM/IM1', 'instance'],
      [0, 'DICOM/IM2', 'instance'],
      [0, 'viewer/viewer.exe', 'program'],
      [0, 'readme.txt', 'other'],
      [1, 'one.dcm', 'instance'],
    ]);
    expect(found[0]?.facts).toMatchObject({
      patient: { name: 'CompressedSamples^CT1', number: '1CT1', sex: 'O' },
      modality: 'CT',
      studyDate: '2004-01-19',
    });
    expect(found[1]?.facts?.modality).toBe('MR');
    expect(found[4]?.facts).toEqual(found[0]?.facts);
  });

  it('lists what a DICOMDIR references, and tells documents from other files', async () => {
    const pdf = Buffer.from('%PDF-1.7');
    const found = await readFiles(
      ['DICOMDIR', testFile('test_files/dicomdirtests/DICOMDIR')],
      ['letter.pdf', pdf],
      ['a.txt', Buffer.from('text')],
    );
    expect(found.map(({ kind }) => kind)).toEqual(['index', 'document', 'other']);
    expect(found[0]?.listedFiles).toHaveLength(31);
    expect(found[0]?.listedFiles?.[0]).toEqual({ path: '77654033/CR1/6154', instanceUid: expect.any(String) });
    const torn = await readFiles(['DICOMDIR', testFile('test_files/dicomdirtests/DICOMDIR').subarray(0, 2_000)]);
    expect(torn.map(({ kind }) => kind)).toEqual(['index']);
  });

  it('reports a truncated archive as broken, and reads the other files', async () => {
    const found = await readFiles(
      ['torn.zip', buildArchive({ name: 'a', content: ct }).subarray(0, 5_000)],
      ['one.dcm', mr],
    );
    expect(found.map(({ kind }) => kind)).toEqual(['broken', 'instance']);
  });

  it('reports files that the disk fails to read as unreadable, and reads the other files', async () => {
    const failingAccess = (good: number, bytes: Uint8Array) => ({
      sizeBytes: bytes.length,
      read: async (start: number, end: number) => {
        if (end > good) throw new DOMException('The file could not be read.', 'NotReadableError');
        return bytes.subarray(start, end);
      },
    });
    const zip = buildArchive({ name: 'IM1', content: ct }, { name: 'IM2', content: mr });
    const files = [
      { path: 'IM1', access: accessTo(ct) },
      { path: 'locked', access: failingAccess(0, ct) },
      { path: 'autorun.exe', access: failingAccess(0, ct) },
      { path: 'scratched', access: failingAccess(4, ct) },
      { path: 'scratched.zip', access: { ...accessTo(zip), read: failingAccess(zip.length - 30, zip).read } },
      { path: 'IM2', access: accessTo(mr) },
    ];
    const found = (await Array.fromAsync(readDroppedFiles(files, inflate))).flat();
    expect(found.map(({ path, kind }) => [path, kind])).toEqual([
      ['IM1', 'instance'],
      ['locked', 'unreadable'],
      ['autorun.exe', 'program'],
      ['scratched', 'unreadable'],
      ['scratched.zip', 'unreadable'],
      ['IM2', 'instance'],
    ]);
  });

  it('reads a deflated data set, loose or in an archive, and reports a damaged one as unreadable', async () => {
    const deflated = testFile('test_files/image_dfl.dcm');
    const damaged = deflated.slice();
    damaged.fill(0xff, 340);
    const zip = buildArchive({ name: 'IM1', content: deflated, isDeflated: true });
    const found = await readFiles(['one.dcm', deflated], ['disk.zip', zip], ['damaged.dcm', damaged]);
    expect(found.map(({ kind }) => kind)).toEqual(['instance', 'instance', 'unreadable']);
    expect(found[0]?.facts).toMatchObject({ modality: 'OT', pixels: null });
    expect(found[0]?.facts?.seriesUid).toMatch(/^\d+\./);
    expect(found[1]?.facts).toEqual(found[0]?.facts);
  });

  it('reads only the beginning of a large file', async () => {
    let readBytes = 0;
    const access = {
      sizeBytes: 500 * 1_048_576,
      read: async (start: number, end: number) => {
        readBytes += end - start;
        return ct.subarray(start, end);
      },
    };
    await Array.fromAsync(readDroppedFiles([{ path: 'large', access }], inflate));
    expect(readBytes).toBeLessThan(4 * 1_048_576);
  });
});

describe('renderThumbnail', () => {
  it('renders a slice in its shape, with many gray values', async () => {
    const [found] = await readFiles(['one.dcm', ct]);
    const pixels = found?.facts?.pixels;
    if (!pixels) throw new Error('CT_small is not compressed.');
    const thumbnail = renderThumbnail(ct.subarray(pixels.offset, pixels.offset + pixels.frameBytes), pixels, 64);
    expect([thumbnail.width, thumbnail.height, thumbnail.rgba.length]).toEqual([64, 64, 64 * 64 * 4]);
    const grayValues = new Set(thumbnail.rgba.filter((_, at) => at % 4 === 0));
    expect(grayValues.size).toBeGreaterThan(40);
  });

  it('gets no pixels of a compressed file', async () => {
    const [found] = await readFiles(['one.dcm', testFile('test_files/JPEG2000.dcm')]);
    expect(found?.facts?.pixels).toBeNull();
  });
});

describe('encodeZipDirectory and Crc32', () => {
  it('encodes an archive that readZipIndex reads back', async () => {
    const zip = buildArchive({ name: 'ΕΞΕΤΑΣΗ/IM1', content: ct }, { name: 'IM2', content: mr, isDeflated: true });
    const { entries } = await readZipIndex(accessTo(zip));
    expect(entries.map(({ name, method, size }) => [name, method, size])).toEqual([
      ['ΕΞΕΤΑΣΗ/IM1', 'stored', ct.length],
      ['IM2', 'deflated', mr.length],
    ]);
  });

  it('computes the CRC-32 of zlib for bytes in any two parts', () => {
    assert(
      property(uint8Array({ maxLength: 300 }), uint8Array({ maxLength: 300 }), (one, other) => {
        const crc = new Crc32();
        crc.add(one);
        crc.add(other);
        expect(crc.value).toBe(crc32(Buffer.concat([one, other])));
      }),
    );
  });
});
