import type { RandomAccess } from '../random-access.ts';
import type { DicomHead } from '../reader/data-set.ts';
import { DicomFault } from '../reader/dicom-fault.ts';
import { readDataSetHead, readMetaHead } from '../reader/read-head.ts';
import { isMediaDirectory, sniffContent } from '../sniff.ts';
import { ZipFault, type ZipFaultCode } from '../zip-fault.ts';
import { readZipIndex, type ZipEntry } from '../zip-index.ts';
import { type InstanceFacts, instanceFacts } from './instance-facts.ts';

/** A file of a drop: bytes that lie on a disk, and its path in the folder or on the medium. */
export interface DroppedFile {
  readonly path: string;
  readonly access: RandomAccess;
}

/** One file of a drop, or one member of an archive in it; `dropped` is its place among the dropped ones. */
export interface FoundFile {
  readonly dropped: number;
  readonly path: string;
  /** Null for a file that stands by itself. */
  readonly member: ZipEntry | null;
  readonly size: number;
  /**
   * `index`: a DICOMDIR. `program`: what a medium brings to show its images. `other`: no DICOM. `unreadable`: DICOM that is damaged, or
   * bytes that the disk does not give. `broken`: an archive that cannot be read.
   */
  readonly kind: 'instance' | 'index' | 'program' | 'other' | 'unreadable' | 'broken';
  readonly facts?: InstanceFacts;
  readonly fault?: ZipFaultCode;
}

/** Inflates the beginning of a raw deflate stream to at most `most` bytes; of one that is cut short or damaged, what comes before. */
export type InflateBeginning = (raw: Uint8Array, most: number) => Promise<Uint8Array>;

// The heads of 1000 slices are read in a quarter of the time of their bytes; nearly all end within the first.
const prefixSizes = [16_384, 131_072, 2_097_152];
const mostInflated = 2_097_152;
const readsAtOnce = 8;

/**
 * Reads the heads of everything in a drop, by small ranges and some at once; what is found comes in the order of the drop.
 * A file that cannot be read, by `access.read` or as DICOM, is said to be so, and passed: one scratch of a disk takes no other file with it.
 */
export async function* readDrop(files: readonly DroppedFile[], inflate: InflateBeginning): AsyncGenerator<FoundFile[]> {
  let waiting: (() => Promise<FoundFile>)[] = [];
  for (let first = 0; first < files.length; first += readsAtOnce) {
    const some = files.slice(first, first + readsAtOnce).map((file, index) => droppedAt(first + index, file));
    const looks = await Promise.all(some.map((file) => looksOf(file, inflate)));
    for (const look of looks.flat()) {
      waiting.push(look);
      if (waiting.length < readsAtOnce) continue;
      yield await Promise.all(waiting.map((each) => each()));
      waiting = [];
    }
  }
  if (waiting.length > 0) yield await Promise.all(waiting.map((each) => each()));
}

interface Dropped extends DroppedFile {
  readonly dropped: number;
}

/** The disk did not give the bytes. */
class NotGiven extends Error {
  override readonly name = 'NotGiven';
}

function droppedAt(dropped: number, { path, access }: DroppedFile): Dropped {
  const read = async (start: number, end: number) => {
    try {
      return await access.read(start, end);
    } catch (cause) {
      throw new NotGiven('The disk did not give these bytes.', { cause });
    }
  };
  return { dropped, path, access: { sizeBytes: access.sizeBytes, read } };
}

async function looksOf(file: Dropped, inflate: InflateBeginning): Promise<(() => Promise<FoundFile>)[]> {
  const { access, dropped, path } = file;
  const whole = { dropped, path, member: null, size: access.sizeBytes };
  try {
    const first = await access.read(0, Math.min(4, access.sizeBytes));
    if (sniffContent(first) !== 'zip') return [() => lookAtFile(file, inflate)];
    const { entries } = await readZipIndex(access);
    return entries.filter(({ isDirectory }) => !isDirectory).map((member) => () => lookAtMember(file, member, inflate));
  } catch (error) {
    if (error instanceof ZipFault) return [async () => ({ ...whole, kind: 'broken', fault: error.code })];
    if (!(error instanceof NotGiven)) throw error;
    return [async () => ({ ...whole, kind: isProgram(path) ? 'program' : 'unreadable' })];
  }
}

async function lookAtFile({ dropped, path, access }: Dropped, inflate: InflateBeginning): Promise<FoundFile> {
  const read = (most: number) => access.read(0, Math.min(most, access.sizeBytes));
  const looked = await lookAt(path, access.sizeBytes, read, inflate);
  return { dropped, path, member: null, size: access.sizeBytes, ...looked };
}

async function lookAtMember(
  { dropped, access }: Dropped,
  member: ZipEntry,
  inflate: InflateBeginning,
): Promise<FoundFile> {
  const { name, size, method, dataOffset, compressedSize } = member;
  const read = async (most: number) => {
    const raw = await access.read(dataOffset, dataOffset + Math.min(compressedSize, most));
    return method === 'stored' ? raw : await inflate(raw, most);
  };
  const looked = await lookAt(name, size, read, inflate);
  return { dropped, path: name, member, size, ...looked };
}

type Looked = Pick<FoundFile, 'kind' | 'facts'>;

async function lookAt(
  path: string,
  size: number,
  read: (most: number) => Promise<Uint8Array>,
  inflate: InflateBeginning,
): Promise<Looked> {
  if (isProgram(path)) return { kind: 'program' };
  try {
    for (const [place, most] of prefixSizes.entries()) {
      const prefix = await read(most);
      if (place === 0 && sniffContent(prefix) !== 'dicom') return { kind: 'other' };
      if (isMediaDirectory(prefix)) return { kind: 'index' };
      const isLast = prefix.length >= size || place === prefixSizes.length - 1;
      const head = await headIn(prefix, isLast, inflate);
      if (head !== undefined) return { kind: 'instance', facts: instanceFacts(head) };
    }
  } catch (error) {
    if (![NotGiven, DicomFault, RangeError, TypeError].some((kind) => error instanceof kind)) throw error;
  }
  return { kind: 'unreadable' };
}

/** `undefined` where more bytes are needed. Of a deflated data set the beginning is read as well. */
async function headIn(prefix: Uint8Array, isLast: boolean, inflate: InflateBeginning): Promise<DicomHead | undefined> {
  const head = readMetaHead(prefix, isLast);
  if (!head?.isDeflated) return head && readDataSetHead(head, prefix, head.dataSetOffset, isLast);
  const dataSet = await inflate(prefix.subarray(head.dataSetOffset), mostInflated);
  if (dataSet.length === 0) throw new DicomFault('bad_deflate');
  return readDataSetHead(head, dataSet, 0, isLast || dataSet.length >= mostInflated);
}

/** What stands on a medium beside its images to show them; its content is not looked at. */
function isProgram(path: string): boolean {
  return /\.(exe|dll|msi|bat|cmd|com|scr|inf|ini|ocx|sys|jar|class|app|dmg|pkg|sh|cab|chm|hlp)$|(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(
    path,
  );
}
