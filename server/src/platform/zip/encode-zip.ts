import type { BodyChunks } from './body-chunks.ts';

/** A file of an archive. It is stored uncompressed, with a known CRC-32. */
export interface ZipFile {
  /** With `/` between folders. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly crc32: number;
  readonly bytes: () => Promise<AsyncIterable<Uint8Array>>;
}

// 1 January 1980, the first day of DOS dates (APPNOTE 4.4.6). A constant keeps the archive's bytes reproducible.
const dosDate = (1 << 5) | 1;
const maxUint32 = 0xffffffff;
const zip64Version = 45;
// APPNOTE 4.4.4, bit 11.
const flagUtf8 = 1 << 11;

/**
 * Encodes an archive of stored files as chunks (APPNOTE 6.3). Its length is known before any file is read. The same
 * files give the same bytes, so a range request can resume a download. Sizes and offsets beyond 4 GiB use zip64.
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

function encodeLocalHeader(file: ZipFile): Buffer {
  const name = Buffer.from(file.name, 'utf8');
  // APPNOTE 4.5.3: a local header has both sizes or none
  const extra = file.sizeBytes >= maxUint32 ? encodeZip64Extra([file.sizeBytes, file.sizeBytes]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommonFields(header, 4, file, extra.length > 0);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

function encodeCentralHeader(file: ZipFile, offset: number): Buffer {
  const name = Buffer.from(file.name, 'utf8');
  const { sizeBytes } = file;
  const values = [...(sizeBytes >= maxUint32 ? [sizeBytes, sizeBytes] : []), ...(offset >= maxUint32 ? [offset] : [])];
  const extra = encodeZip64Extra(values);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(values.length > 0 ? zip64Version : 20, 4);
  writeCommonFields(header, 6, file, values.length > 0);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(Math.min(offset, maxUint32), 42);
  return Buffer.concat([header, name, extra]);
}

/** Encodes the ZIP64 extra field (APPNOTE 4.5.3); empty without values. */
function encodeZip64Extra(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return extra;
}

/** Writes the fields that both headers share, from the required version to the sizes. */
function writeCommonFields(header: Buffer, at: number, { name, crc32, sizeBytes }: ZipFile, isZip64: boolean): void {
  header.writeUInt16LE(isZip64 ? zip64Version : 20, at);
  header.writeUInt16LE(isAscii(name) ? 0 : flagUtf8, at + 2);
  header.writeUInt16LE(dosDate, at + 8);
  header.writeUInt32LE(crc32, at + 10);
  header.writeUInt32LE(Math.min(sizeBytes, maxUint32), at + 14);
  header.writeUInt32LE(Math.min(sizeBytes, maxUint32), at + 18);
}

function isAscii(name: string): boolean {
  return Buffer.byteLength(name, 'utf8') === name.length;
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
