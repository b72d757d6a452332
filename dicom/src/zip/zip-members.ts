import type { RandomAccess } from '../random-access.ts';
import type { CentralHeader } from './zip-directory.ts';
import { ZipFault } from './zip-fault.ts';
import { FLAG_DESCRIPTOR, isEncrypted, parseZip64Values, readExactly, UINT32_MAX, viewOf } from './zip-format.ts';

// APPNOTE 4.3.7.
export const LOCAL_SIGNATURE = 0x04034b50;
export const LOCAL_BYTES = 30;
const METHOD_NUMBER = { stored: 0, deflated: 8 } as const;

// Bytes read after a header's name for its extra field. A longer one costs another read.
export const EXPECTED_EXTRA_BYTES = 256;
// Headers closer than this are read together: reading 8 KB in between costs less than another read.
export const MERGED_GAP_BYTES = 8_192;
// 8 x 256 KB: at most 2 MB in memory.
const WINDOW_BYTES = 262_144;
const MAX_CONCURRENT_WINDOWS = 8;

/** Several members whose headers are read together. */
interface Window {
  readonly start: number;
  readonly end: number;
  readonly members: readonly CentralHeader[];
}

// APPNOTE 4.3.9: sizes that follow the data have 12 bytes, or 20 with ZIP64, and may begin with a signature of 4.
const DESCRIPTOR_LENGTHS = [0, 12, 16, 20, 24] as const;
const GAP_BYTES = Math.max(...DESCRIPTOR_LENGTHS) + 4;

/**
 * Finds the start of each member's data from its local header, which must agree with the directory. Members must not
 * share a byte and must lie before the directory, and none may lie between them that the directory does not name: programs
 * that read from the start extract it. Returns the data offsets by directory entry. Rejects with `torn`, `encrypted`,
 * `headers_disagree`, `lies_about_size`, `duplicate_local_header`, `overlap` or `hidden_member`.
 */
export async function locateMembers(
  access: RandomAccess,
  headers: readonly CentralHeader[],
  directoryStart: number,
): Promise<ReadonlyMap<CentralHeader, number>> {
  const members = headers.toSorted((a, b) => a.localOffset - b.localOffset);
  checkStarts(members, directoryStart);
  const windows = groupIntoWindows(members, directoryStart);
  const dataOffsets = new Map<CentralHeader, number>();
  for (let first = 0; first < windows.length; first += MAX_CONCURRENT_WINDOWS) {
    const batch = windows.slice(first, first + MAX_CONCURRENT_WINDOWS);
    const reads = await Promise.allSettled(
      batch.map((window) => readWindow(access, window, directoryStart, dataOffsets)),
    );
    // the first fault in the archive, whichever read ends first
    for (const read of reads) if (read.status === 'rejected') throw read.reason;
  }
  const gaps = checkEnds(members, dataOffsets, directoryStart, access.sizeBytes);
  for (const gap of gaps) await checkGap(access, gap);
  return dataOffsets;
}

/** Bytes before a member or before the directory. */
interface Gap {
  readonly start: number;
  readonly end: number;
}

/** Rejects with `hidden_member` if a member begins where one may follow the member before. */
async function checkGap(access: RandomAccess, { start, end }: Gap): Promise<void> {
  const view = viewOf(await readExactly(access, start, Math.min(end, start + GAP_BYTES)));
  for (const offset of DESCRIPTOR_LENGTHS)
    if (offset + 4 <= view.byteLength && view.getUint32(offset, true) === LOCAL_SIGNATURE)
      throw new ZipFault('hidden_member');
}

function checkStarts(members: readonly CentralHeader[], directoryStart: number): void {
  let previous = -1;
  for (const { localOffset, nameBytes, name } of members) {
    if (localOffset === previous) throw new ZipFault('duplicate_local_header', name);
    if (localOffset + LOCAL_BYTES + nameBytes.length > directoryStart) throw new ZipFault('torn', name);
    previous = localOffset;
  }
}

/** Returns the gaps that are large enough for a member. */
function checkEnds(
  members: readonly CentralHeader[],
  dataOffsets: ReadonlyMap<CentralHeader, number>,
  directoryStart: number,
  archiveBytes: number,
): Gap[] {
  const spans: Gap[] = [{ start: 0, end: members[0]?.localOffset ?? directoryStart }];
  for (const [index, member] of members.entries()) {
    const end = (dataOffsets.get(member) ?? member.localOffset) + member.compressedSize;
    if (end > archiveBytes) throw new ZipFault('torn', member.name);
    const next = members[index + 1]?.localOffset ?? directoryStart;
    if (end > next) throw new ZipFault('overlap', member.name);
    spans.push({ start: end, end: next });
  }
  return spans.filter(({ start, end }) => end - start > LOCAL_BYTES);
}

function groupIntoWindows(members: readonly CentralHeader[], limit: number): Window[] {
  const windows: (Window & { end: number; members: CentralHeader[] })[] = [];
  for (const member of members) {
    const start = member.localOffset;
    const end = Math.min(limit, start + LOCAL_BYTES + member.nameBytes.length + EXPECTED_EXTRA_BYTES);
    const last = windows.at(-1);
    if (last && start - last.end <= MERGED_GAP_BYTES && end - last.start <= WINDOW_BYTES) {
      last.members.push(member);
      last.end = Math.max(last.end, end);
    } else {
      windows.push({ start, end, members: [member] });
    }
  }
  return windows;
}

async function readWindow(
  access: RandomAccess,
  window: Window,
  limit: number,
  dataOffsets: Map<CentralHeader, number>,
): Promise<void> {
  const bytes = await readExactly(access, window.start, window.end);
  for (const member of window.members) {
    const fromHeader = bytes.subarray(member.localOffset - window.start);
    const length = headerLength(fromHeader, member);
    const end = member.localOffset + length;
    if (end > limit) throw new ZipFault('torn', member.name);
    const isComplete = length <= fromHeader.length;
    const header = isComplete ? fromHeader.subarray(0, length) : await readExactly(access, member.localOffset, end);
    checkHeadersMatch(header, member);
    dataOffsets.set(member, end);
  }
}

function headerLength(bytes: Uint8Array, member: CentralHeader): number {
  const view = viewOf(bytes);
  if (bytes.length < LOCAL_BYTES || view.getUint32(0, true) !== LOCAL_SIGNATURE)
    throw new ZipFault('torn', member.name);
  return LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
}

function checkHeadersMatch(header: Uint8Array, member: CentralHeader): void {
  const view = viewOf(header);
  const flags = view.getUint16(6, true);
  if (isEncrypted(flags)) throw new ZipFault('encrypted', member.name);
  const nameBytes = header.subarray(LOCAL_BYTES, LOCAL_BYTES + view.getUint16(26, true));
  const isSameName =
    nameBytes.length === member.nameBytes.length && nameBytes.every((byte, index) => byte === member.nameBytes[index]);
  // APPNOTE 4.4.4, bit 3: if the sizes follow the data, the header has zeros instead.
  const mayBeZero = ((flags | member.flags) & FLAG_DESCRIPTOR) !== 0;
  const matches = (value: number, central: number) => value === central || (mayBeZero && value === 0);
  const isSameMethod = view.getUint16(8, true) === METHOD_NUMBER[member.method];
  if (!isSameName || !isSameMethod || !matches(view.getUint32(14, true), member.crc32)) {
    throw new ZipFault('headers_disagree', member.name);
  }
  const zip64 = parseZip64Values(header.subarray(LOCAL_BYTES + nameBytes.length));
  const resolveZip64 = (value: number) => (value === UINT32_MAX ? (zip64.shift() ?? value) : value);
  const size = resolveZip64(view.getUint32(22, true));
  const compressedSize = resolveZip64(view.getUint32(18, true));
  if (!matches(size, member.size) || !matches(compressedSize, member.compressedSize)) {
    throw new ZipFault('lies_about_size', member.name);
  }
}
