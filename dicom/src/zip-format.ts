import type { RandomAccess } from './random-access.ts';
import { ZipFault } from './zip-fault.ts';

// What PKWARE's APPNOTE 6.3.10 fixes, and several files here need.

/** A 16-bit or 32-bit field that says "see the ZIP64 field instead" (APPNOTE 4.4.1.4). */
export const SATURATED_16 = 0xffff;
export const SATURATED_32 = 0xffffffff;

/** General purpose flags (APPNOTE 4.4.4): encrypted in any of three ways; sizes follow the data; the name is UTF-8. */
export const FLAG_DESCRIPTOR = 1 << 3;
const FLAGS_ENCRYPTED = (1 << 0) | (1 << 6) | (1 << 13);

const EXTRA_ZIP64 = 0x0001;

export function isEncrypted(flags: number): boolean {
  return (flags & FLAGS_ENCRYPTED) !== 0;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** 64 bits as a number. What is above 2^53 loses its last digits and stays far outside any archive. */
export function getUint64(view: DataView, offset: number): number {
  return Number(view.getBigUint64(offset, true));
}

/** The bytes asked for, whole. Rejects with `torn` where the archive ends before. */
export async function readExactly(access: RandomAccess, start: number, end: number): Promise<Uint8Array> {
  if (start < 0 || end > access.sizeBytes || start > end) throw new ZipFault('torn');
  const bytes = await access.read(start, end);
  if (bytes.length < end - start) throw new ZipFault('torn');
  return bytes;
}

/** The 64-bit values of the ZIP64 extra field, in its order (APPNOTE 4.5.3); none where there is no such field. */
export function parseZip64Values(extra: Uint8Array): number[] {
  const view = viewOf(extra);
  for (let offset = 0; offset + 4 <= extra.length; ) {
    const end = offset + 4 + view.getUint16(offset + 2, true);
    // Some writers pad the extra field with zeros: what does not parse is passed over.
    if (end > extra.length) return [];
    if (view.getUint16(offset, true) === EXTRA_ZIP64) return parseUint64s(view, offset + 4, end);
    offset = end;
  }
  return [];
}

function parseUint64s(view: DataView, start: number, end: number): number[] {
  const values: number[] = [];
  for (let offset = start; offset + 8 <= end; offset += 8) values.push(getUint64(view, offset));
  return values;
}
