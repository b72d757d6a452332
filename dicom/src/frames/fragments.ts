import type { RandomAccess } from '../random-access.ts';
import { DicomFault } from '../reader/dicom-fault.ts';
import type { ByteRange } from './byte-range.ts';

const ITEM = 0xfffee000;
const SEQUENCE_DELIMITER = 0xfffee0dd;
const HEADER_BYTES = 8;
const WINDOW_BYTES = 65_536;
const MAX_FRAGMENTS = 1_000_000;

/** The fragments of encapsulated pixel data without headers, and the offsets in their Basic Offset Table. */
export interface Fragments {
  readonly fragments: readonly ByteRange[];
  readonly basicOffsets: readonly number[];
}

/**
 * Reads the items of encapsulated pixel data (PS3.5 A.4) from `start`. A truncated file returns the fragments it
 * contains, the last one shortened. Throws `DicomFault` `bad_fragments` at anything other than an item.
 */
export async function readFragments(access: RandomAccess, start: number, isLittleEndian: boolean): Promise<Fragments> {
  const readHeaderAt = createHeaderReader(access);
  const fragments: ByteRange[] = [];
  let table: ByteRange | undefined;
  for (let offset = start; offset + HEADER_BYTES <= access.sizeBytes; ) {
    const view = await readHeaderAt(offset);
    const tag = view.getUint16(0, isLittleEndian) * 0x10000 + view.getUint16(2, isLittleEndian);
    if (tag === SEQUENCE_DELIMITER) break;
    if (tag !== ITEM || fragments.length >= MAX_FRAGMENTS) throw new DicomFault('bad_fragments');
    const declaredLength = view.getUint32(4, isLittleEndian);
    const length = Math.min(declaredLength, access.sizeBytes - offset - HEADER_BYTES);
    const fragment = { offset: offset + HEADER_BYTES, length };
    if (table === undefined) table = fragment;
    else if (length > 0) fragments.push(fragment);
    offset += HEADER_BYTES + declaredLength;
  }
  return { fragments, basicOffsets: await readOffsetTable(access, table, isLittleEndian) };
}

async function readOffsetTable(
  access: RandomAccess,
  table: ByteRange | undefined,
  isLittleEndian: boolean,
): Promise<readonly number[]> {
  if (table === undefined || table.length < 4) return [];
  const bytes = await access.read(table.offset, table.offset + Math.min(table.length, 4 * MAX_FRAGMENTS));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => view.getUint32(index * 4, isLittleEndian));
}

/** Reads headers through one window, because many small fragments are adjacent. */
function createHeaderReader(access: RandomAccess): (offset: number) => Promise<DataView> {
  let window = new Uint8Array();
  let windowStart = 0;
  return async (offset) => {
    if (offset < windowStart || offset + HEADER_BYTES > windowStart + window.length) {
      window = Uint8Array.from(await access.read(offset, Math.min(offset + WINDOW_BYTES, access.sizeBytes)));
      windowStart = offset;
    }
    return new DataView(window.buffer, window.byteOffset + offset - windowStart, HEADER_BYTES);
  };
}

// JPEG and JPEG-LS: SOI. JPEG 2000 and HTJ2K: SOC and SIZ. A JP2 file: its signature box.
const codestreamStarts: readonly (readonly number[])[] = [
  [0xff, 0xd8, 0xff],
  [0xff, 0x4f, 0xff, 0x51],
  [0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50],
];

/** Returns whether a fragment starts a compressed image rather than continues one. */
export async function isCodestreamStart(access: RandomAccess, fragment: ByteRange): Promise<boolean> {
  const firstBytes = await access.read(fragment.offset, fragment.offset + Math.min(fragment.length, 8));
  return codestreamStarts.some((mark) => mark.every((byte, index) => firstBytes[index] === byte));
}
