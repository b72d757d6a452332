import type { RandomAccess } from '../random-access.ts';
import type { DirectoryLocation } from './zip-end.ts';
import { ZipFault } from './zip-fault.ts';
import { isEncrypted, parseZip64Values, readExactly, UINT32_MAX, viewOf } from './zip-format.ts';
import { decodeName, isPathTraversal } from './zip-name.ts';

// APPNOTE 4.3.12.
const CENTRAL_SIGNATURE = 0x02014b50;
const CENTRAL_BYTES = 46;
// The longest header has 46 + 3 x 65,535 bytes, so a window of 1 MB always contains a complete one.
const WINDOW_BYTES = 1_048_576;
// PATH_MAX of macOS: longer names cannot be opened everywhere, and 20,000 names stay within 20 MB.
const MAX_NAME_BYTES = 1_024;
const STORED = 0;
const DEFLATED = 8;
// RFC 1951: a match of 258 bytes costs at least 2 bits, so a byte inflates to at most 1,032.
const MAX_DEFLATE_RATIO = 1_032;
// POSIX file modes, in the high half of the external attributes (APPNOTE 4.4.15).
const MODE_TYPE = 0xf000;
const MODE_SYMLINK = 0xa000;

/** One entry of the central directory, validated on its own. */
export interface CentralHeader {
  readonly name: string;
  readonly nameBytes: Uint8Array;
  readonly method: 'stored' | 'deflated';
  readonly flags: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly localOffset: number;
}

/**
 * Reads the central directory window by window. Rejects with the fault of the first invalid entry, and with `torn` if
 * the directory contains anything other than entries.
 */
export async function* readDirectory(
  access: RandomAccess,
  location: DirectoryLocation,
): AsyncGenerator<CentralHeader[]> {
  for (let start = location.start; start < location.end; ) {
    const window = await readExactly(access, start, Math.min(location.end, start + WINDOW_BYTES));
    const headers: CentralHeader[] = [];
    let consumed = 0;
    for (let length = completeHeaderLength(window, 0); length > 0; length = completeHeaderLength(window, consumed)) {
      headers.push(parseCentralHeader(window.subarray(consumed, consumed + length)));
      consumed += length;
    }
    if (consumed === 0) throw new ZipFault('torn');
    yield headers;
    start += consumed;
  }
}

/** Returns the length of the header at `offset`, or 0 if the window ends within it. */
function completeHeaderLength(window: Uint8Array, offset: number): number {
  if (offset + CENTRAL_BYTES > window.length) return 0;
  const view = viewOf(window);
  if (view.getUint32(offset, true) !== CENTRAL_SIGNATURE) throw new ZipFault('torn');
  const variable = [28, 30, 32].reduce((sum, field) => sum + view.getUint16(offset + field, true), 0);
  return offset + CENTRAL_BYTES + variable > window.length ? 0 : CENTRAL_BYTES + variable;
}

function parseCentralHeader(bytes: Uint8Array): CentralHeader {
  const view = viewOf(bytes);
  const nameEnd = CENTRAL_BYTES + view.getUint16(28, true);
  // A copy: a view would keep the complete window in memory.
  const nameBytes = bytes.slice(CENTRAL_BYTES, nameEnd);
  if (nameBytes.length > MAX_NAME_BYTES) throw new ZipFault('name_too_long');
  const name = decodeName(nameBytes);
  const flags = view.getUint16(8, true);
  if (isEncrypted(flags)) throw new ZipFault('encrypted', name);
  if (isPathTraversal(name)) throw new ZipFault('leaves_archive', name);
  if (((view.getUint32(38, true) >>> 16) & MODE_TYPE) === MODE_SYMLINK) throw new ZipFault('symlink', name);
  const method = parseMethod(view.getUint16(10, true), name);
  const location = parseSizes(view, bytes.subarray(nameEnd, nameEnd + view.getUint16(30, true)), name);
  if (hasImpossibleSizes(method, location.compressedSize, location.size)) throw new ZipFault('lies_about_size', name);
  return { name, nameBytes, method, flags, crc32: view.getUint32(16, true), ...location };
}

function parseMethod(method: number, name: string): 'stored' | 'deflated' {
  if (method === STORED) return 'stored';
  if (method === DEFLATED) return 'deflated';
  throw new ZipFault('unsupported_method', name);
}

/** Returns sizes and offset, from the ZIP64 field if they have the maximum value (APPNOTE 4.5.3: in this order). */
function parseSizes(view: DataView, extra: Uint8Array, name: string) {
  const zip64 = parseZip64Values(extra);
  const resolveZip64 = (value: number) => (value === UINT32_MAX ? (zip64.shift() ?? value) : value);
  const size = resolveZip64(view.getUint32(24, true));
  const compressedSize = resolveZip64(view.getUint32(20, true));
  const localOffset = resolveZip64(view.getUint32(42, true));
  const disk = view.getUint16(34, true);
  if (disk !== 0 && disk !== 0xffff) throw new ZipFault('multi_disk', name);
  return { size, compressedSize, localOffset };
}

function hasImpossibleSizes(method: 'stored' | 'deflated', compressedSize: number, size: number): boolean {
  return method === 'stored' ? compressedSize !== size : size > compressedSize * MAX_DEFLATE_RATIO;
}
