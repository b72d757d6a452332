import { constants, crc32, inflateRawSync } from 'node:zlib';
import { findDicom, readZipIndex } from '@medcloud/dicom';
import { describe, expect, it } from 'vitest';
import { mrSeries } from './mr-series.ts';
import { persons } from './persons.ts';
import { type ZipOptions, zipOf } from './zip-of.ts';

const [maria] = persons;
if (!maria) throw new Error('There are no persons.');
const files = [...mrSeries({ seed: 1, slices: 3, patient: maria })];

async function archive(options: ZipOptions): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of zipOf(files, options)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function indexOf(bytes: Buffer) {
  const access = { sizeBytes: bytes.length, read: async (start: number, end: number) => bytes.subarray(start, end) };
  const index = await readZipIndex(access);
  const inflate = (raw: Uint8Array, maxOutput: number) =>
    inflateRawSync(raw, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, maxOutput);
  return { entries: index.entries, found: await findDicom(index, access, inflate) };
}

describe('zipOf', () => {
  it.each([true, false])('yields an archive that is read back byte for byte (deflated: %s)', async (shouldDeflate) => {
    const bytes = await archive({ shouldDeflate });
    const { entries, found } = await indexOf(bytes);
    expect(found?.name).toBe(files[0]?.name);
    const contents = entries.map((entry) => {
      const raw = bytes.subarray(entry.dataOffset, entry.dataOffset + entry.compressedSize);
      const content = entry.method === 'stored' ? raw : inflateRawSync(raw);
      expect(crc32(content)).toBe(entry.crc32);
      return { name: entry.name, bytes: content };
    });
    expect(contents).toEqual(files);
  });

  it('yields exactly the requested length', async () => {
    const bytes = await archive({ padToBytes: 3_000_001 });
    expect(bytes).toHaveLength(3_000_001);
    const { entries } = await indexOf(bytes);
    const padding = entries.at(-1);
    const start = padding?.dataOffset ?? 0;
    expect(crc32(bytes.subarray(start, start + (padding?.size ?? 0)))).toBe(padding?.crc32);
  });

  it('throws if the files need more than the requested length', async () => {
    await expect(archive({ padToBytes: 1_000 })).rejects.toThrow('which is more than 1000');
  });

  it('reads one file at a time', async () => {
    let createdCount = 0;
    const lazily = (function* () {
      for (const file of files) {
        createdCount++;
        yield file;
      }
    })();
    const stream = zipOf(lazily);
    await stream.next();
    expect(createdCount).toBe(1);
  });
});
