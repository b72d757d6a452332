import type { RandomAccess } from './random-access.ts';
import { isMediaDirectory, sniffContent } from './sniff.ts';
import { ZipFault } from './zip/zip-fault.ts';
import type { ZipEntry, ZipIndex } from './zip/zip-index.ts';

// The first few hundred bytes identify every instance tried: the preamble, the meta header, the SOP class.
const MEMBER_PREFIX_BYTES = 4_096;
// Prefixes within this range are read together: an encrypted object is decrypted in segments of 256 KB anyway.
const WINDOW_BYTES = 262_144;

/**
 * Inflates the beginning of a raw deflate stream (RFC 1951) that may be truncated. Returns at most `maxOutput` bytes
 * and throws if the stream is damaged. 4 KB of input can become 4 MB before the cut. `declaredBytes` is the expected
 * output if the archive declares its sizes correctly.
 */
export type InflatePrefix = (
  raw: Uint8Array,
  maxOutput: number,
  declaredBytes: number,
) => Uint8Array | Promise<Uint8Array>;

/**
 * Finds the first member, by position in the archive, whose content is a DICOM instance, or returns `undefined`.
 * Directories, DICOMDIRs and nested archives do not count; members with damaged data are skipped. Reads at most 4 KB of
 * each member, and adjacent members together. Rejects with `lies_about_size` if the prefix of a member is longer than
 * its declared size, and with errors of `access.read`.
 */
export async function findDicom(
  zip: ZipIndex,
  access: RandomAccess,
  inflate: InflatePrefix,
): Promise<ZipEntry | undefined> {
  for (const { start, end, members } of groupIntoWindows(zip)) {
    const bytes = await access.read(start, end);
    for (const entry of members) {
      const raw = bytes.subarray(entry.dataOffset - start, endOfPrefix(entry) - start);
      const prefix = await prefixOf(entry, raw, inflate);
      if (sniffContent(prefix) === 'dicom' && !isMediaDirectory(prefix)) return entry;
    }
  }
  return undefined;
}

interface Window {
  readonly start: number;
  readonly end: number;
  readonly members: readonly ZipEntry[];
}

/** Groups the prefixes of all members into windows, by offset. */
function groupIntoWindows(zip: ZipIndex): Window[] {
  const windows: (Window & { end: number; members: ZipEntry[] })[] = [];
  const files = zip.entries.filter((entry) => !entry.isDirectory);
  for (const entry of files.toSorted((a, b) => a.dataOffset - b.dataOffset)) {
    const end = endOfPrefix(entry);
    const last = windows.at(-1);
    if (last && end - last.start <= WINDOW_BYTES) {
      last.members.push(entry);
      last.end = Math.max(last.end, end);
    } else windows.push({ start: entry.dataOffset, end, members: [entry] });
  }
  return windows;
}

function endOfPrefix({ dataOffset, compressedSize }: ZipEntry): number {
  return dataOffset + Math.min(compressedSize, MEMBER_PREFIX_BYTES);
}

/** Returns the member's first bytes; none if its data are damaged. */
async function prefixOf(entry: ZipEntry, raw: Uint8Array, inflate: InflatePrefix): Promise<Uint8Array> {
  if (entry.method === 'stored') return raw;
  const declaredBytes = Math.ceil((raw.length * entry.size) / Math.max(1, entry.compressedSize));
  // Damaged data are not an instance. Indexing checks the CRC-32 of the complete archive.
  const prefix = await inflatePrefix(raw, declaredBytes, inflate).catch(() => new Uint8Array());
  if (prefix.length > entry.size) throw new ZipFault('lies_about_size', entry.name);
  return prefix;
}

async function inflatePrefix(raw: Uint8Array, declaredBytes: number, inflate: InflatePrefix): Promise<Uint8Array> {
  return await inflate(raw, MEMBER_PREFIX_BYTES, declaredBytes);
}
