import type { RandomAccess } from './random-access.ts';
import { isMediaDirectory, sniffContent } from './sniff.ts';
import { ZipFault } from './zip-fault.ts';
import type { ZipEntry, ZipIndex } from './zip-index.ts';

// Every instance tried is told from its first few hundred bytes: the preamble, the meta header, the SOP class.
const MEMBER_PREFIX_BYTES = 4_096;

/**
 * Inflates the beginning of a raw deflate stream (RFC 1951), which may be cut short: gives what comes out, at most
 * `maxOutput` bytes, and throws where the stream is damaged. 4 KB in can become 4 MB before the cut.
 */
export type InflatePrefix = (raw: Uint8Array, maxOutput: number) => Uint8Array | Promise<Uint8Array>;

/**
 * Finds the first member that is a DICOM instance, by its content, or gives `undefined`. Directories, DICOMDIRs and
 * archives within the archive do not count; a member whose data are damaged is passed over. Reads at most 4 KB of each.
 * Rejects with `lies_about_size` where a member's beginning is longer than the whole is said to be, and with what
 * `access.read` rejects with.
 */
export async function findDicom(
  zip: ZipIndex,
  access: RandomAccess,
  inflate: InflatePrefix,
): Promise<ZipEntry | undefined> {
  for (const entry of zip.entries) {
    if (entry.isDirectory) continue;
    const prefix = await readPrefix(entry, access, inflate);
    if (sniffContent(prefix) === 'dicom' && !isMediaDirectory(prefix)) return entry;
  }
  return undefined;
}

/** The member's first bytes; none where its data are damaged. */
async function readPrefix(entry: ZipEntry, access: RandomAccess, inflate: InflatePrefix): Promise<Uint8Array> {
  const rawLength = Math.min(entry.compressedSize, MEMBER_PREFIX_BYTES);
  const raw = await access.read(entry.dataOffset, entry.dataOffset + rawLength);
  if (entry.method === 'stored') return raw;
  // Damaged data are no instance. The archive's integrity is checked as a whole, by CRC-32, at ingest.
  const prefix = await inflated(raw, inflate).catch(() => new Uint8Array());
  if (prefix.length > entry.size) throw new ZipFault('lies_about_size', entry.name);
  return prefix;
}

async function inflated(raw: Uint8Array, inflate: InflatePrefix): Promise<Uint8Array> {
  return await inflate(raw, MEMBER_PREFIX_BYTES);
}
