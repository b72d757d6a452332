import type { RandomAccess } from './random-access.ts';
import { isMediaDirectory, sniffContent } from './sniff.ts';
import { ZipFault } from './zip-fault.ts';
import type { ZipEntry, ZipIndex } from './zip-index.ts';

// Every instance tried is told from its first few hundred bytes: the preamble, the meta header, the SOP class.
const MEMBER_PREFIX_BYTES = 4_096;
// Beginnings within as many bytes are read at once: a sealed object is opened 256 KB at a time in any case.
const WINDOW_BYTES = 262_144;

/**
 * Inflates the beginning of a raw deflate stream (RFC 1951), which may be cut short: gives what comes out, at most
 * `maxOutput` bytes, and throws where the stream is damaged. 4 KB in can become 4 MB before the cut; `saidBytes` come
 * out of it if the archive tells the truth.
 */
export type InflatePrefix = (
  raw: Uint8Array,
  maxOutput: number,
  declaredBytes: number,
) => Uint8Array | Promise<Uint8Array>;

/**
 * Finds the first member that is a DICOM instance, by its place in the archive and by its content, or gives `undefined`.
 * Directories, DICOMDIRs and archives within the archive do not count; a member whose data are damaged is passed over.
 * Looks at no more than 4 KB of each, and reads what lies near together at once. Rejects with `lies_about_size` where a
 * member's beginning is longer than the whole is said to be, and with what `access.read` rejects with.
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

/** The beginnings of all members, in the order in which they lie. */
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

/** The member's first bytes; none where its data are damaged. */
async function prefixOf(entry: ZipEntry, raw: Uint8Array, inflate: InflatePrefix): Promise<Uint8Array> {
  if (entry.method === 'stored') return raw;
  const declaredBytes = Math.ceil((raw.length * entry.size) / Math.max(1, entry.compressedSize));
  // Damaged data are no instance. The archive's integrity is checked as a whole, by CRC-32, at ingest.
  const prefix = await inflatePrefix(raw, declaredBytes, inflate).catch(() => new Uint8Array());
  if (prefix.length > entry.size) throw new ZipFault('lies_about_size', entry.name);
  return prefix;
}

async function inflatePrefix(raw: Uint8Array, declaredBytes: number, inflate: InflatePrefix): Promise<Uint8Array> {
  return await inflate(raw, MEMBER_PREFIX_BYTES, declaredBytes);
}
