import type { RandomAccess } from '../random-access.ts';
import { DicomFault } from '../reader/dicom-fault.ts';
import { readHead } from '../reader/read-head.ts';
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
  /** `index`: a DICOMDIR. `program`: what a medium brings to show its images. `other`: no DICOM. `broken`: an archive that cannot be read. */
  readonly kind: 'instance' | 'index' | 'program' | 'other' | 'unreadable' | 'broken';
  readonly facts?: InstanceFacts;
  readonly fault?: ZipFaultCode;
}

/** Inflates the beginning of a raw deflate stream, which may be cut short, to at most `most` bytes. */
export type InflateBeginning = (raw: Uint8Array, most: number) => Promise<Uint8Array>;

// The heads of 1000 slices are read in a quarter of the time of their bytes; nearly all end within the first.
const prefixSizes = [16_384, 131_072, 2_097_152];
const readsAtOnce = 8;

/**
 * Reads the heads of everything in a drop, by small ranges and some at once; what is found comes in the order of the drop.
 * Fails with what `access.read` rejects with; a file that cannot be read as DICOM is said to be so, and passed.
 */
export async function* readDrop(files: readonly DroppedFile[], inflate: InflateBeginning): AsyncGenerator<FoundFile[]> {
  let waiting: (() => Promise<FoundFile>)[] = [];
  for (let first = 0; first < files.length; first += readsAtOnce) {
    const some = files.slice(first, first + readsAtOnce);
    const looks = await Promise.all(some.map((file, index) => looksOf({ ...file, dropped: first + index }, inflate)));
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

async function looksOf(file: Dropped, inflate: InflateBeginning): Promise<(() => Promise<FoundFile>)[]> {
  const { access, dropped, path } = file;
  const first = await access.read(0, Math.min(4, access.sizeBytes));
  if (sniffContent(first) !== 'zip') return [() => lookAtFile(file)];
  try {
    const { entries } = await readZipIndex(access);
    return entries.filter(({ isDirectory }) => !isDirectory).map((member) => () => lookAtMember(file, member, inflate));
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    const { code } = error;
    return [async () => ({ dropped, path, member: null, size: access.sizeBytes, kind: 'broken', fault: code })];
  }
}

async function lookAtFile({ dropped, path, access }: Dropped): Promise<FoundFile> {
  const looked = await lookAt(path, access.sizeBytes, (most) => access.read(0, Math.min(most, access.sizeBytes)));
  return { dropped, path, member: null, size: access.sizeBytes, ...looked };
}

async function lookAtMember(
  { dropped, access }: Dropped,
  member: ZipEntry,
  inflate: InflateBeginning,
): Promise<FoundFile> {
  const { name, size, method, dataOffset, compressedSize } = member;
  const looked = await lookAt(name, size, async (most) => {
    const raw = await access.read(dataOffset, dataOffset + Math.min(compressedSize, most));
    return method === 'stored' ? raw : await inflate(raw, most);
  });
  return { dropped, path: name, member, size, ...looked };
}

type Looked = Pick<FoundFile, 'kind' | 'facts'>;

async function lookAt(path: string, size: number, read: (most: number) => Promise<Uint8Array>): Promise<Looked> {
  if (isProgram(path)) return { kind: 'program' };
  for (const [place, most] of prefixSizes.entries()) {
    const prefix = await read(most);
    if (place === 0 && sniffContent(prefix) !== 'dicom') return { kind: 'other' };
    if (isMediaDirectory(prefix)) return { kind: 'index' };
    const looked = tryHead(prefix, prefix.length >= size || place === prefixSizes.length - 1);
    if (looked !== undefined) return looked;
  }
  return { kind: 'unreadable' };
}

function tryHead(prefix: Uint8Array, isLast: boolean): Looked | undefined {
  try {
    const head = readHead(prefix, isLast);
    return head && { kind: 'instance', facts: instanceFacts(head) };
  } catch (error) {
    if (error instanceof DicomFault || error instanceof RangeError || error instanceof TypeError)
      return { kind: 'unreadable' };
    throw error;
  }
}

/** What stands on a medium beside its images to show them; its content is not looked at. */
function isProgram(path: string): boolean {
  return /\.(exe|dll|msi|bat|cmd|com|scr|inf|ini|ocx|sys|jar|class|app|dmg|pkg|sh|cab|chm|hlp)$|(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(
    path,
  );
}
