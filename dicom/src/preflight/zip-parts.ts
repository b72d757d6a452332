/** A member of an archive that is assembled from bytes stored elsewhere. */
export interface ZipPart {
  readonly name: string;
  readonly method: 'stored' | 'deflated';
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
}

const FLAG_UTF8 = 1 << 11;
// 1 January 1980, the first day of DOS dates (APPNOTE 4.4.6): the same files always give the same archive
const DOS_DATE = (1 << 5) | 1;
const METHODS = { stored: 0, deflated: 8 } as const;

/** Encodes the header before a member's data (APPNOTE 4.3.7). */
export function encodeLocalHeader(part: ZipPart): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode(part.name);
  const bytes = new Uint8Array(30 + name.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x04034b50, true);
  writeCommonFields(view, 4, part, name.length);
  bytes.set(name, 30);
  return bytes;
}

/**
 * Encodes the directory and end record after all data (APPNOTE 4.3.12, 4.3.16). `offsets` are those of the local
 * headers.
 */
export function encodeZipDirectory(
  parts: readonly ZipPart[],
  offsets: readonly number[],
  start: number,
): Uint8Array<ArrayBuffer> {
  const headers = parts.map((part, place) => encodeCentralHeader(part, offsets[place] ?? 0));
  const length = headers.reduce((sum, header) => sum + header.length, 0);
  const bytes = new Uint8Array(length + 22);
  let at = 0;
  for (const header of headers) {
    bytes.set(header, at);
    at += header.length;
  }
  const view = new DataView(bytes.buffer, length);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, parts.length, true);
  view.setUint16(10, parts.length, true);
  view.setUint32(12, length, true);
  view.setUint32(16, start, true);
  return bytes;
}

function encodeCentralHeader(part: ZipPart, offset: number): Uint8Array {
  const name = new TextEncoder().encode(part.name);
  const bytes = new Uint8Array(46 + name.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, 20, true);
  writeCommonFields(view, 6, part, name.length);
  view.setUint32(42, offset, true);
  bytes.set(name, 46);
  return bytes;
}

/** Writes the fields that both headers share, from the required version on. */
function writeCommonFields(view: DataView, at: number, part: ZipPart, nameLength: number): void {
  view.setUint16(at, 20, true);
  view.setUint16(at + 2, FLAG_UTF8, true);
  view.setUint16(at + 4, METHODS[part.method], true);
  view.setUint16(at + 8, DOS_DATE, true);
  view.setUint32(at + 10, part.crc32, true);
  view.setUint32(at + 14, part.compressedSize, true);
  view.setUint32(at + 18, part.size, true);
  view.setUint16(at + 22, nameLength, true);
}
