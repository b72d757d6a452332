import type { RandomAccess } from '../random-access.ts';
import { type CentralHeader, readDirectory } from './zip-directory.ts';
import { type DirectoryLocation, findDirectory } from './zip-end.ts';
import { ZipFault } from './zip-fault.ts';
import { readExactly, viewOf } from './zip-format.ts';
import { locateMembers } from './zip-members.ts';

/** Maximum number of entries in an archive. */
export const MAX_ZIP_ENTRIES = 20_000;
/** Bytes that an archive of any size may expand to: 4 GB. A larger archive may expand to 20 times its size. */
export const MAX_EXPANDED_BYTES = 4 * 1024 ** 3;
const MAX_EXPANDED_RATIO = 20;

const MEMBER_SIGNATURE = 0x04034b50;
const EMPTY_SIGNATURE = 0x06054b50;

/** One member of an archive. Sizes and offsets are bytes; `dataOffset` counts from the start of the archive. */
export interface ZipEntry {
  readonly name: string;
  readonly method: 'stored' | 'deflated';
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly dataOffset: number;
  readonly isDirectory: boolean;
}

/** The members of an archive, in directory order. */
export interface ZipIndex {
  readonly entries: readonly ZipEntry[];
}

/**
 * Reads the positions of all members of a ZIP archive (PKWARE APPNOTE 6.3.10, ZIP64 included) by ranges: the directory
 * and every local header. It does not read members' data, so their CRC-32 is not checked. Holds at most about 2 MB
 * besides the index. Rejects with a `ZipFault` for a damaged or unsafe archive, and with errors of `access.read`.
 */
export async function readZipIndex(access: RandomAccess): Promise<ZipIndex> {
  await checkSignature(access);
  const location = await findDirectory(access);
  if (location.entryCount > MAX_ZIP_ENTRIES) throw new ZipFault('too_many_entries');
  const headers = await readHeaders(access, location);
  const dataOffsets = await locateMembers(access, headers, location.start);
  checkNames(headers);
  return { entries: headers.map((header) => toZipEntry(header, dataOffsets.get(header))) };
}

/** An archive must start at byte 0 with a member or, if empty, with its end record, so no program can precede it. */
async function checkSignature(access: RandomAccess): Promise<void> {
  if (access.sizeBytes < 4) throw new ZipFault('not_a_zip');
  const signature = viewOf(await readExactly(access, 0, 4)).getUint32(0, true);
  if (signature !== MEMBER_SIGNATURE && signature !== EMPTY_SIGNATURE) throw new ZipFault('not_a_zip');
}

async function readHeaders(access: RandomAccess, location: DirectoryLocation): Promise<CentralHeader[]> {
  const maxExpandedBytes = Math.max(MAX_EXPANDED_BYTES, MAX_EXPANDED_RATIO * access.sizeBytes);
  const headers: CentralHeader[] = [];
  let expandedBytes = 0;
  for await (const window of readDirectory(access, location)) {
    for (const header of window) {
      headers.push(header);
      expandedBytes += header.size;
    }
    // Counted while reading: the end record may declare fewer.
    if (headers.length > MAX_ZIP_ENTRIES) throw new ZipFault('too_many_entries');
    if (expandedBytes > maxExpandedBytes) throw new ZipFault('too_large_expanded');
  }
  if (headers.length !== location.entryCount) throw new ZipFault('torn');
  return headers;
}

function checkNames(headers: readonly CentralHeader[]): void {
  const names = new Set<string>();
  for (const { name } of headers) {
    if (names.has(name)) throw new ZipFault('duplicate_name', name);
    names.add(name);
  }
}

function toZipEntry(header: CentralHeader, dataOffset: number | undefined): ZipEntry {
  const { name, method, crc32, compressedSize, size } = header;
  if (dataOffset === undefined) throw new ZipFault('torn', name);
  return { name, method, crc32, compressedSize, size, dataOffset, isDirectory: name.endsWith('/') };
}
