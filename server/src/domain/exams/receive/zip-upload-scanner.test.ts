import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { readZipIndex } from '@medcloud/dicom';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { describe, expect, it } from 'vitest';
import { ZipUploadScanners } from './zip-upload-scanner.ts';

const id = '01990000-0000-7000-8000-000000000001';
const archive = buildZip([
  { name: 'IM1', content: randomBytes(20_000) },
  { name: 'IM2', content: Buffer.alloc(3_000, 'deflated'), method: 'deflated' },
  { name: 'IM3', content: randomBytes(100) },
]);
const cut = 9_000;

describe('ZipUploadScanners', () => {
  it('returns the offsets, sizes, CRC-32 and heads of stored members of an archive received in parts', async () => {
    const scanners = new ZipUploadScanners();
    const first = scanners.resume(id, 0);
    first?.scan(archive.subarray(0, cut));
    if (first) scanners.pause(id, first);
    scanners.resume(id, cut)?.scan(archive.subarray(cut));
    if (first) scanners.pause(id, first);
    const scannedMembers = scanners.removePaused(id, archive.length)?.members.members ?? [];
    const reader = { sizeBytes: archive.length, read: async (start: number, end: number) => archive.slice(start, end) };
    const { entries } = await readZipIndex(reader);
    const stored = entries.filter(({ method }) => method === 'stored');
    expect(scannedMembers.map(({ head: _, ...member }) => member)).toEqual(
      stored.map(({ dataOffset, size, crc32: sum }) => ({ dataOffset, sizeBytes: size, crc32: sum })),
    );
    for (const { dataOffset, sizeBytes, crc32: sum, head } of scannedMembers) {
      const bytes = archive.subarray(dataOffset, dataOffset + sizeBytes);
      expect(crc32(bytes)).toBe(sum);
      expect(Buffer.from(head).equals(bytes.subarray(0, 8_192))).toBe(true);
    }
  });

  it('returns null if another part came meanwhile or a part was discarded', () => {
    const scanners = new ZipUploadScanners();
    const scanner = scanners.start();
    scanner.scan(archive.subarray(0, cut));
    scanners.pause(id, scanner);
    expect(scanners.resume(id, cut + 1)).toBeNull();
    expect(scanners.resume(id, cut)).toBeNull();
    scanners.pause(id, scanner);
    expect(scanners.resume(id, cut)).toBe(scanner);
    expect(scanners.removePaused(id, cut)).toBeNull();
  });

  it('remembers at most three archives, and no heads of a fourth concurrent one', () => {
    const scanners = new ZipUploadScanners();
    const ids = ['a', 'b', 'c', 'd'];
    const heads = ids.map((one) => {
      const scanner = scanners.start();
      scanner.scan(archive);
      scanners.pause(one, scanner);
      return scanner.members.members[0]?.head.length;
    });
    expect(heads).toEqual([8_192, 8_192, 8_192, 0]);
    expect(ids.map((one) => scanners.removePaused(one, archive.length) !== null)).toEqual([false, true, true, true]);
  });
});
