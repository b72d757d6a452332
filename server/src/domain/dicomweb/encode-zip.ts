import type { BodyChunks } from './body-chunks.ts';

/** A file of an archive. It is stored uncompressed, with a known CRC-32. */
export interface ZipFile {
  /** ASCII. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly crc32: number;
  readonly bytes: () => Promise<AsyncIterable<Uint8Array>>;
}

// 1 January 1980, the first day of DOS dates (APPNOTE 4.4.6). A constant keeps the archive's bytes reproducible.
const dosDate = (1 << 5) | 1;
const maxUint32 = 0xffffffff;
const zip64Version = 45;

/**
 * Encodes an archive of stored files as chunks (APPNOTE 6.3). Its length is known before any file is read. The same
 * files give the same bytes, so a range request can resume a download. Offsets beyond 4 GiB use zip64.
 */
export function encodeZip(files: readonly ZipFile[]): BodyChunks {
  const chunks: BodyChunks[number][] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const local = encodeLocalHeader(file);
    chunks.push(local, { sizeBytes: file.sizeBytes, bytes: file.bytes });
    central.push(encodeCentralHeader(file, offset));
    offset += local.length + file.sizeBytes;
  }
  const directory = Buffer.concat(central);
  return [...chunks, directory, encodeEndRecords(files.length, directory.length, offset)];
}

function encodeLocalHeader({ name, sizeBytes, crc32 }: ZipFile): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(dosDate, 12);
  writeSizes(header, 14, crc32, sizeBytes);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name, 'latin1')]);
}

function encodeCentralHeader({ name, sizeBytes, crc32 }: ZipFile, offset: number): Buffer {
  const isZip64 = offset >= maxUint32;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(isZip64 ? zip64Version : 20, 4);
  header.writeUInt16LE(isZip64 ? zip64Version : 20, 6);
  header.writeUInt16LE(dosDate, 14);
  writeSizes(header, 16, crc32, sizeBytes);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(isZip64 ? maxUint32 : offset, 42);
  if (!isZip64) return Buffer.concat([header, Buffer.from(name, 'latin1')]);
  const extra = Buffer.alloc(12); // APPNOTE 4.5.3: the offset only
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  header.writeUInt16LE(extra.length, 30);
  return Buffer.concat([header, Buffer.from(name, 'latin1'), extra]);
}

/**
 * Writes CRC-32 and sizes. 32 bits suffice: an upload has at most 500 MiB, and each of its files inflates to below 4
 * GiB.
 */
function writeSizes(header: Buffer, at: number, crc32: number, sizeBytes: number): void {
  header.writeUInt32LE(crc32, at);
  header.writeUInt32LE(sizeBytes, at + 4);
  header.writeUInt32LE(sizeBytes, at + 8);
}

function encodeEndRecords(count: number, directoryBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(Math.min(offset, maxUint32), 16);
  if (offset < maxUint32 && count < 0xffff) return end;
  const zip64Records = Buffer.alloc(56 + 20); // APPNOTE 4.3.14 and 4.3.15
  zip64Records.writeUInt32LE(0x06064b50, 0);
  zip64Records.writeBigUInt64LE(44n, 4);
  zip64Records.writeUInt16LE(zip64Version, 12);
  zip64Records.writeUInt16LE(zip64Version, 14);
  for (const place of [24, 32]) zip64Records.writeBigUInt64LE(BigInt(count), place);
  zip64Records.writeBigUInt64LE(BigInt(directoryBytes), 40);
  zip64Records.writeBigUInt64LE(BigInt(offset), 48);
  zip64Records.writeUInt32LE(0x07064b50, 56);
  zip64Records.writeBigUInt64LE(BigInt(offset + directoryBytes), 64);
  zip64Records.writeUInt32LE(1, 72);
  return Buffer.concat([zip64Records, end]);
}
