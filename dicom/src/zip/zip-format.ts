import type { RandomAccess } from '../random-access.ts';
import { ZipFault } from './zip-fault.ts';

// Shared definitions of PKWARE's APPNOTE 6.3.10.

/** Maximum values of 16-bit and 32-bit fields, which mean "see the ZIP64 field instead" (APPNOTE 4.4.1.4). */
export const UINT16_MAX = 0xffff;
export const UINT32_MAX = 0xffffffff;

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

/** Returns 64 bits as a number. Values above 2^53 lose precision but are far beyond any archive. */
export function getUint64(view: DataView, offset: number): number {
  return Number(view.getBigUint64(offset, true));
}

/** Reads exactly the requested bytes. Rejects with `torn` if the archive ends before. */
export async function readExactly(access: RandomAccess, start: number, end: number): Promise<Uint8Array> {
  if (start < 0 || end > access.sizeBytes || start > end) throw new ZipFault('torn');
  const bytes = await access.read(start, end);
  if (bytes.length < end - start) throw new ZipFault('torn');
  return bytes;
}

/** Returns the 64-bit values of the ZIP64 extra field, in order (APPNOTE 4.5.3); empty if there is no such field. */
export function parseZip64Values(extra: Uint8Array): number[] {
  const view = viewOf(extra);
  for (let offset = 0; offset + 4 <= extra.length; ) {
    const end = offset + 4 + view.getUint16(offset + 2, true);
    // Some writers pad the extra field with zeros, so invalid bytes are ignored.
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
