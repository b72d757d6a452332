import { type RandomAccess, readZipIndex } from '@medcloud/dicom';
import { describe, expect, it } from 'vitest';
import type { BodyChunks } from './body-chunks.ts';
import { encodeZip } from './encode-zip.ts';

const gibibyte = 1_073_741_824;

/** Gives access to a body whose files have a length but no bytes. */
function accessTo(chunks: BodyChunks): RandomAccess {
  let sizeBytes = 0;
  const known: { start: number; bytes: Uint8Array }[] = [];
  for (const chunk of chunks) {
    if (chunk instanceof Uint8Array) known.push({ start: sizeBytes, bytes: chunk });
    sizeBytes += chunk instanceof Uint8Array ? chunk.length : chunk.sizeBytes;
  }
  const read = async (start: number, end: number) => {
    const bytes = Buffer.alloc(end - start);
    for (const part of known) {
      const first = Math.max(start, part.start);
      if (first < end) bytes.set(part.bytes.subarray(first - part.start, end - part.start), first - start);
    }
    return bytes;
  };
  return { sizeBytes, read };
}

describe('encodeZip', () => {
  it('uses ZIP64 for files and offsets beyond 4 GiB, and UTF-8 for other names than ASCII', async () => {
    const names = ['small', 'μεγάλο', 'after'];
    const files = names.map((name, index) => ({
      name,
      sizeBytes: index === 1 ? 5 * gibibyte : 10,
      crc32: 7,
      bytes: async () => Promise.reject(new Error('Not read.')),
    }));
    const access = accessTo(encodeZip(files));
    const { entries } = await readZipIndex(access);
    expect(entries.map(({ name, size }) => [name, size])).toEqual(
      files.map(({ name, sizeBytes }) => [name, sizeBytes]),
    );
    expect(entries[2]?.dataOffset).toBeGreaterThan(5 * gibibyte);
  });
});
