import { limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { sniffContent, sniffDocument, type ZipIndex } from '@medcloud/dicom';
import { BlobError } from '../../platform/blobs/blob-error.ts';
import type { Seal } from '../../platform/blobs/container.ts';
import { newKey } from '../../platform/blobs/keys.ts';
import type { ExamContentName } from '../../platform/db/imaging-schema.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { ArrivalTrail, MemberSeen } from '../portal/arrivals.ts';
import type { Portal } from '../portal/portal.ts';
import { checkArchive } from './check-archive.ts';
import { checkDocument, isDocument } from './check-document.ts';

/** A file that is stored, sealed and checked, but belongs to no exam yet: it is kept by `keepExam` or removed by `discardFile`. */
export interface ReceivedFile {
  seal: Seal;
  content: ExamContentName;
  sizeBytes: number;
  /** Of the plaintext, in hex. */
  sha256: string;
  /** What an archive holds, as its check found it; null of any other file. */
  zip: ZipIndex | null;
  /** What was seen of its members as they came; none where nobody looked. */
  seen: readonly MemberSeen[];
}

type Storing = Pick<Portal, 'objects' | 'clock' | 'random' | 'crashPoint' | 'arrivals'>;

/** How many of a file's first bytes say what it is. */
export const sniffedBytes = 64 * 1024;

/**
 * Takes a file as it streams in: counts, hashes and seals it on the way, each byte written once, then checks what it is.
 * Returns when its bytes are on the disk under their own name. Fails with `empty_file`, `too_large`, `unsupported_type`,
 * `unreadable_archive`, `unsafe_archive`, `no_dicom`, `unreadable_document`, `no_space`, and then nothing of it is left.
 */
export async function receiveFile(portal: Storing, bytes: AsyncIterable<Buffer>): Promise<ReceivedFile> {
  const { random } = portal;
  const objectId = newId(portal.clock, random);
  // every object has a key of its own, so the key goes by the object's id
  const seal: Seal = { objectId, keyId: objectId, key: newKey(random) };
  const trail = portal.arrivals.begin();
  const stored = await inProductsWords(() => storeSealed(portal, seal, bytes, trail)).finally(() =>
    portal.arrivals.over(),
  );
  portal.crashPoint('file-stored');
  try {
    const zip = await checkContent(portal, seal, stored.content, trail);
    return { seal, ...stored, zip, seen: trail.members.members };
  } catch (error) {
    await portal.objects.remove(seal.objectId);
    throw error;
  }
}

/**
 * Checks a stored file beyond its first bytes, by its kind, and gives what an archive holds. `trail`: what passed by of it as it came.
 * Fails as `checkArchive` and `checkDocument` do.
 */
export async function checkContent(
  { objects, clock }: Pick<Portal, 'objects' | 'clock'>,
  seal: Seal,
  content: ExamContentName,
  trail: ArrivalTrail | null,
): Promise<ZipIndex | null> {
  if (content === 'zip') return await checkArchive(objects, clock, seal, trail?.headers);
  if (isDocument(content)) await checkDocument(objects, seal, content);
  return null;
}

/** Removes a file that became no exam. */
export async function discardFile(portal: Pick<Portal, 'objects'>, file: ReceivedFile): Promise<void> {
  await portal.objects.remove(file.seal.objectId);
}

async function storeSealed(
  portal: Storing,
  seal: Seal,
  bytes: AsyncIterable<Buffer>,
  trail: ArrivalTrail,
): Promise<Omit<ReceivedFile, 'seal' | 'zip' | 'seen'>> {
  const writer = await portal.objects.create(seal);
  try {
    const prefix = new Prefix(sniffedBytes);
    let sizeBytes = 0;
    for await (const chunk of bytes) {
      sizeBytes += chunk.length;
      if (sizeBytes > limits.uploadBytes) throw new Fault('too_large');
      if (prefix.take(chunk)) contentOf(prefix.bytes);
      trail.take(chunk);
      await writer.write(chunk);
      portal.crashPoint('chunk-written');
    }
    if (sizeBytes === 0) throw new Fault('empty_file');
    const content = contentOf(prefix.bytes);
    const facts = await writer.finish();
    return { content, ...facts };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** The first bytes of a stream; `take` answers true at the chunk that completes them. */
export class Prefix {
  #parts: Buffer[] = [];
  #length = 0;
  readonly #wanted: number;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  take(chunk: Buffer): boolean {
    if (this.#length >= this.#wanted) return false;
    // a copy: the stream may reuse its buffer
    const part = Buffer.from(chunk.subarray(0, this.#wanted - this.#length));
    this.#parts.push(part);
    this.#length += part.length;
    return this.#length >= this.#wanted;
  }
}

/** What a file is by its first bytes: content decides, never the name. Fails with `unsupported_type`. */
export function contentOf(prefix: Buffer): ExamContentName {
  const document = sniffDocument(prefix);
  if (document !== null) return document;
  const kind = sniffContent(prefix);
  if (kind === 'unknown') throw new Fault('unsupported_type');
  return kind === 'zip' ? 'zip' : 'dcm';
}

/** The store's own failures in the product's words. */
async function inProductsWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BlobError && error.code === 'no_space') throw new Fault('no_space');
    throw error;
  }
}
