import { sniffDocument } from '../documents.ts';
import type { RandomAccess } from '../random-access.ts';
import type { DicomHead } from '../reader/data-set.ts';
import { DicomFault } from '../reader/dicom-fault.ts';
import { parseDataSetHead, parseHead, parseMetaHead } from '../reader/parse-head.ts';
import { isMediaDirectory, sniffContent } from '../sniff.ts';
import { ZipFault, type ZipFaultCode } from '../zip/zip-fault.ts';
import { readZipIndex, type ZipEntry } from '../zip/zip-index.ts';
import { extractInstanceFacts, type InstanceFacts } from './instance-facts.ts';
import { type ListedFile, listReferencedFiles } from './media-directory.ts';

/** A dropped file: bytes on a disk, and its path in the folder or on the medium. */
export interface DroppedFile {
  readonly path: string;
  readonly access: RandomAccess;
}

/** One dropped file, or one member of a dropped archive; `dropped` is the index among the dropped files. */
export interface PreflightFile {
  readonly dropped: number;
  readonly path: string;
  /** Null for a file that is not in an archive. */
  readonly member: ZipEntry | null;
  readonly size: number;
  /**
   * `index`: a DICOMDIR. `program`: a viewer program on the medium. `document`: a PDF, JPEG or PNG. `other`: neither
   * DICOM nor a document. `unreadable`: damaged DICOM, or bytes that the disk fails to read. `broken`: an archive that
   * cannot be read.
   */
  readonly kind: 'instance' | 'index' | 'program' | 'document' | 'other' | 'unreadable' | 'broken';
  readonly facts?: InstanceFacts;
  /** What an `index` lists; absent if it is too long or damaged. */
  readonly listedFiles?: readonly ListedFile[];
  readonly fault?: ZipFaultCode;
}

/**
 * Inflates the beginning of a raw deflate stream to at most `maxBytes`. Of a truncated or damaged one it returns the
 * bytes before the damage.
 */
export type InflateLimited = (raw: Uint8Array, maxBytes: number) => Promise<Uint8Array>;

// Reading the heads of 1000 slices takes a quarter of the time of all bytes; nearly all end within the first size.
const prefixSizes = [16_384, 131_072, 2_097_152];
const maxInflatedBytes = 2_097_152;
/** A DICOMDIR of 20,000 images with icons is smaller. */
const maxDirectoryBytes = 64 * 1_048_576;
const maxConcurrentReads = 8;

/**
 * Reads the heads of all dropped files, in small ranges and several at once; yields results in the order of the files.
 * A file that `access.read` or the parser cannot read is reported and skipped, so one scratch on a disk affects only
 * one file.
 */
export async function* readDroppedFiles(
  files: readonly DroppedFile[],
  inflate: InflateLimited,
): AsyncGenerator<PreflightFile[]> {
  let pending: (() => Promise<PreflightFile>)[] = [];
  for (let first = 0; first < files.length; first += maxConcurrentReads) {
    const batch = files
      .slice(first, first + maxConcurrentReads)
      .map((file, index) => toIndexedFile(first + index, file));
    const inspections = await Promise.all(batch.map((file) => listInspections(file, inflate)));
    for (const inspection of inspections.flat()) {
      pending.push(inspection);
      if (pending.length < maxConcurrentReads) continue;
      yield await Promise.all(pending.map((each) => each()));
      pending = [];
    }
  }
  if (pending.length > 0) yield await Promise.all(pending.map((each) => each()));
}

interface IndexedFile extends DroppedFile {
  readonly dropped: number;
}

/** The disk failed to read the bytes. */
class ReadError extends Error {
  override readonly name = 'ReadError';
}

function toIndexedFile(dropped: number, { path, access }: DroppedFile): IndexedFile {
  const read = async (start: number, end: number) => {
    try {
      return await access.read(start, end);
    } catch (cause) {
      throw new ReadError('The disk failed to read these bytes.', { cause });
    }
  };
  return { dropped, path, access: { sizeBytes: access.sizeBytes, read } };
}

async function listInspections(file: IndexedFile, inflate: InflateLimited): Promise<(() => Promise<PreflightFile>)[]> {
  const { access, dropped, path } = file;
  const item = { dropped, path, member: null, size: access.sizeBytes };
  try {
    const first = await access.read(0, Math.min(4, access.sizeBytes));
    if (sniffContent(first) !== 'zip') return [() => inspectFile(file, inflate)];
    const { entries } = await readZipIndex(access);
    return entries
      .filter(({ isDirectory }) => !isDirectory)
      .map((member) => () => inspectMember(file, member, inflate));
  } catch (error) {
    if (error instanceof ZipFault) return [async () => ({ ...item, kind: 'broken', fault: error.code })];
    if (!(error instanceof ReadError)) throw error;
    return [async () => ({ ...item, kind: isProgram(path) ? 'program' : 'unreadable' })];
  }
}

async function inspectFile({ dropped, path, access }: IndexedFile, inflate: InflateLimited): Promise<PreflightFile> {
  const read = (maxBytes: number) => access.read(0, Math.min(maxBytes, access.sizeBytes));
  const result = await inspectContent(path, access.sizeBytes, read, inflate);
  return { dropped, path, member: null, size: access.sizeBytes, ...result };
}

async function inspectMember(
  { dropped, access }: IndexedFile,
  member: ZipEntry,
  inflate: InflateLimited,
): Promise<PreflightFile> {
  const { name, size, method, dataOffset, compressedSize } = member;
  const read = async (maxBytes: number) => {
    const raw = await access.read(dataOffset, dataOffset + Math.min(compressedSize, maxBytes));
    return method === 'stored' ? raw : await inflate(raw, maxBytes);
  };
  const result = await inspectContent(name, size, read, inflate);
  return { dropped, path: name, member, size, ...result };
}

type Inspection = Pick<PreflightFile, 'kind' | 'facts' | 'listedFiles'>;

async function inspectContent(
  path: string,
  size: number,
  read: (maxBytes: number) => Promise<Uint8Array>,
  inflate: InflateLimited,
): Promise<Inspection> {
  if (isProgram(path)) return { kind: 'program' };
  try {
    for (const [place, maxBytes] of prefixSizes.entries()) {
      const prefix = await read(maxBytes);
      if (place === 0 && sniffContent(prefix) !== 'dicom')
        return { kind: sniffDocument(prefix) === null ? 'other' : 'document' };
      if (isMediaDirectory(prefix)) return await inspectDirectory(size, read);
      const isLast = prefix.length >= size || place === prefixSizes.length - 1;
      const head = await parsePrefix(prefix, isLast, inflate);
      if (head !== undefined) return { kind: 'instance', facts: extractInstanceFacts(head) };
    }
  } catch (error) {
    if (![ReadError, DicomFault, RangeError, TypeError].some((kind) => error instanceof kind)) throw error;
  }
  return { kind: 'unreadable' };
}

async function inspectDirectory(size: number, read: (maxBytes: number) => Promise<Uint8Array>): Promise<Inspection> {
  if (size > maxDirectoryBytes) return { kind: 'index' };
  try {
    const head = parseHead(await read(maxDirectoryBytes), true);
    return head ? { kind: 'index', listedFiles: listReferencedFiles(head.dataSet) } : { kind: 'index' };
  } catch (error) {
    if (![ReadError, DicomFault, RangeError, TypeError].some((kind) => error instanceof kind)) throw error;
    return { kind: 'index' };
  }
}

/** Returns `undefined` if more bytes are needed. Of a deflated data set it inflates the beginning. */
async function parsePrefix(
  prefix: Uint8Array,
  isLast: boolean,
  inflate: InflateLimited,
): Promise<DicomHead | undefined> {
  const head = parseMetaHead(prefix, isLast);
  if (!head?.isDeflated) return head && parseDataSetHead(head, prefix, head.dataSetOffset, isLast);
  const dataSet = await inflate(prefix.subarray(head.dataSetOffset), maxInflatedBytes);
  if (dataSet.length === 0) throw new DicomFault('bad_deflate');
  return parseDataSetHead(head, dataSet, 0, isLast || dataSet.length >= maxInflatedBytes);
}

/** Returns whether a path is a file for showing the medium's images; its content is not read. */
function isProgram(path: string): boolean {
  return /\.(exe|dll|msi|bat|cmd|com|scr|inf|ini|ocx|sys|jar|class|app|dmg|pkg|sh|cab|chm|hlp)$|(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(
    path,
  );
}
