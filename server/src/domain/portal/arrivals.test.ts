import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { readZipIndex } from '@medcloud/dicom';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { describe, expect, it } from 'vitest';
import { Arrivals } from './arrivals.ts';

const id = '01990000-0000-7000-8000-000000000001';
const archive = buildZip([
  { name: 'IM1', content: randomBytes(20_000) },
  { name: 'IM2', content: Buffer.alloc(3_000, 'deflated'), method: 'deflated' },
  { name: 'IM3', content: randomBytes(100) },
]);
const cut = 9_000;

describe('what is remembered of an archive that comes in parts', () => {
  it('is where its stored members lie, with their check sums and beginnings', async () => {
    const arrivals = new Arrivals();
    const first = arrivals.goOn(id, 0);
    first?.take(archive.subarray(0, cut));
    if (first) arrivals.pause(id, first);
    arrivals.goOn(id, cut)?.take(archive.subarray(cut));
    if (first) arrivals.pause(id, first);
    const seen = arrivals.whole(id, archive.length)?.members.members ?? [];
    const access = { sizeBytes: archive.length, read: async (start: number, end: number) => archive.slice(start, end) };
    const { entries } = await readZipIndex(access);
    const stored = entries.filter(({ method }) => method === 'stored');
    expect(seen.map(({ head: _, ...member }) => member)).toEqual(
      stored.map(({ dataOffset, size, crc32: sum }) => ({ dataOffset, sizeBytes: size, crc32: sum })),
    );
    for (const { dataOffset, sizeBytes, crc32: sum, head } of seen) {
      const bytes = archive.subarray(dataOffset, dataOffset + sizeBytes);
      expect(crc32(bytes)).toBe(sum);
      expect(Buffer.from(head).equals(bytes.subarray(0, 8_192))).toBe(true);
    }
  });

  it('is lost where another part came meanwhile, or one was thrown away', () => {
    const arrivals = new Arrivals();
    const trail = arrivals.begin();
    trail.take(archive.subarray(0, cut));
    arrivals.pause(id, trail);
    expect(arrivals.goOn(id, cut + 1)).toBeNull();
    expect(arrivals.goOn(id, cut)).toBeNull();
    arrivals.pause(id, trail);
    expect(arrivals.goOn(id, cut)).toBe(trail);
    expect(arrivals.whole(id, cut)).toBeNull();
  });

  it('is no more than of three archives, and no beginnings of a fourth that comes beside three', () => {
    const arrivals = new Arrivals();
    const ids = ['a', 'b', 'c', 'd'];
    const heads = ids.map((one) => {
      const trail = arrivals.begin();
      trail.take(archive);
      arrivals.pause(one, trail);
      return trail.members.members[0]?.head.length;
    });
    expect(heads).toEqual([8_192, 8_192, 8_192, 0]);
    expect(ids.map((one) => arrivals.whole(one, archive.length) !== null)).toEqual([false, true, true, true]);
  });
});
