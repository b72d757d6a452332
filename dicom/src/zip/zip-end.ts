import type { RandomAccess } from '../random-access.ts';
import { ZipFault } from './zip-fault.ts';
import { getUint64, readExactly, UINT16_MAX, UINT32_MAX, viewOf } from './zip-format.ts';

// APPNOTE 4.3.14 to 4.3.16: the end records, with their fixed lengths in bytes.
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
const END64_SIGNATURE = 0x06064b50;
const END64_BYTES = 56;

/** Position of the central directory, as declared by the end records. */
export interface DirectoryLocation {
  readonly entryCount: number;
  readonly start: number;
  readonly end: number;
}

/** Fields of both end records. */
interface EndRecord {
  readonly disk: number;
  readonly directoryDisk: number;
  readonly entriesOnDisk: number;
  readonly entryCount: number;
  readonly directoryBytes: number;
  readonly directoryStart: number;
}

/**
 * Finds the central directory from the end of the archive. The directory must end where the end records begin. Bytes
 * between them, or before byte 0 of the archive, would let two programs see two archives. Rejects with `torn`,
 * `ambiguous_end` or `multi_disk`.
 */
export async function findDirectory(access: RandomAccess): Promise<DirectoryLocation> {
  const tailStart = Math.max(0, access.sizeBytes - END_BYTES - MAX_COMMENT_BYTES);
  const tail = await readExactly(access, tailStart, access.sizeBytes);
  const endOffset = findEndRecord(viewOf(tail));
  const end = parseEndRecord(viewOf(tail), endOffset);
  const zip64 = await readZip64EndRecord(access, tailStart + endOffset);
  const record = zip64 ? resolveEndRecord(end, zip64.record) : end;
  const recordsStart = zip64 ? zip64.start : tailStart + endOffset;
  if (record.disk !== 0 || record.directoryDisk !== 0 || record.entriesOnDisk !== record.entryCount) {
    throw new ZipFault('multi_disk');
  }
  if (record.directoryStart + record.directoryBytes !== recordsStart) throw new ZipFault('torn');
  return { entryCount: record.entryCount, start: record.directoryStart, end: recordsStart };
}

/** Finds the only end record in the tail whose comment ends exactly at the end of the archive. */
function findEndRecord(tail: DataView): number {
  const found: number[] = [];
  for (let offset = 0; offset + END_BYTES <= tail.byteLength; offset++) {
    if (tail.getUint32(offset, true) !== END_SIGNATURE) continue;
    if (offset + END_BYTES + tail.getUint16(offset + 20, true) === tail.byteLength) found.push(offset);
  }
  const [only, second] = found;
  if (only === undefined) throw new ZipFault('torn');
  if (second !== undefined) throw new ZipFault('ambiguous_end');
  return only;
}

function parseEndRecord(view: DataView, offset: number): EndRecord {
  return {
    disk: view.getUint16(offset + 4, true),
    directoryDisk: view.getUint16(offset + 6, true),
    entriesOnDisk: view.getUint16(offset + 8, true),
    entryCount: view.getUint16(offset + 10, true),
    directoryBytes: view.getUint32(offset + 12, true),
    directoryStart: view.getUint32(offset + 16, true),
  };
}

/** Reads the ZIP64 end record, if a locator directly precedes the end record; else returns `undefined`. */
async function readZip64EndRecord(
  access: RandomAccess,
  endOffset: number,
): Promise<{ record: EndRecord; start: number } | undefined> {
  const locatorStart = endOffset - LOCATOR_BYTES;
  if (locatorStart < 0) return undefined;
  const locator = viewOf(await readExactly(access, locatorStart, endOffset));
  if (locator.getUint32(0, true) !== LOCATOR_SIGNATURE) return undefined;
  if (locator.getUint32(4, true) !== 0 || locator.getUint32(16, true) > 1) throw new ZipFault('multi_disk');
  const start = getUint64(locator, 8);
  if (start + END64_BYTES > locatorStart) throw new ZipFault('torn');
  const view = viewOf(await readExactly(access, start, start + END64_BYTES));
  if (view.getUint32(0, true) !== END64_SIGNATURE) throw new ZipFault('torn');
  const record = {
    disk: view.getUint32(16, true),
    directoryDisk: view.getUint32(20, true),
    entriesOnDisk: getUint64(view, 24),
    entryCount: getUint64(view, 32),
    directoryBytes: getUint64(view, 40),
    directoryStart: getUint64(view, 48),
  };
  return { record, start };
}

/** Returns the ZIP64 record, if all fields of the short one are equal or have the maximum value. */
function resolveEndRecord(short: EndRecord, long: EndRecord): EndRecord {
  const pairs = [
    [short.disk, long.disk, UINT16_MAX],
    [short.directoryDisk, long.directoryDisk, UINT16_MAX],
    [short.entriesOnDisk, long.entriesOnDisk, UINT16_MAX],
    [short.entryCount, long.entryCount, UINT16_MAX],
    [short.directoryBytes, long.directoryBytes, UINT32_MAX],
    [short.directoryStart, long.directoryStart, UINT32_MAX],
  ] as const;
  if (pairs.some(([value, value64, maxValue]) => value !== maxValue && value !== value64)) {
    throw new ZipFault('ambiguous_end');
  }
  return long;
}
