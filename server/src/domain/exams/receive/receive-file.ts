import { limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { sniffContent, sniffDocument, type ZipIndex } from '@medcloud/dicom';
import { BlobError } from '../../../platform/blobs/blob-error.ts';
import type { ObjectKey } from '../../../platform/blobs/container.ts';
import { newKey } from '../../../platform/blobs/keys.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { ExamContentName } from '../../core/column-values.ts';
import type { AppContext } from '../../core/context.ts';
import { checkArchive } from './check-archive.ts';
import { checkDocument, isDocument } from './check-document.ts';
import type { ScannedMember, ZipUploadScanner, ZipUploadScanners } from './zip-upload-scanner.ts';

/**
 * A stored, encrypted and checked file that belongs to no exam yet. `createExam` uses it; `deleteReceivedFile` removes
 * it.
 */
export interface ReceivedFile {
  objectKey: ObjectKey;
  content: ExamContentName;
  sizeBytes: number;
  /** SHA-256 of the plaintext, in hex. */
  sha256: string;
  /** The index of an archive; null for any other file. */
  zip: ZipIndex | null;
  /** Members scanned during the upload; empty if no scanner was available. */
  scannedMembers: readonly ScannedMember[];
}

type ReceiveContext = Pick<AppContext, 'objects' | 'clock' | 'random' | 'reachFaultPoint'> & {
  readonly zipScanners: Pick<ZipUploadScanners, 'start' | 'release'>;
};

/** How many of a file's first bytes determine its content. */
export const sniffBytes = 64 * 1024;

/**
 * Receives a streamed file: counts, hashes and encrypts each byte once, then checks the content. Resolves once its
 * bytes are on disk under their final name. Throws `empty_file`, `too_large`, `unsupported_type`, `unreadable_archive`,
 * `unsafe_archive`, `no_dicom`, `unreadable_document`, `no_space`, and then leaves nothing in the store.
 */
export async function receiveFile(context: ReceiveContext, bytes: AsyncIterable<Buffer>): Promise<ReceivedFile> {
  const { random } = context;
  const objectId = newId(context.clock, random);
  // each object has its own key, so the key's id is the object's id
  const objectKey: ObjectKey = { objectId, keyId: objectId, key: newKey(random) };
  const scanner = context.zipScanners.start();
  const stored = await translateBlobErrors(() => storeEncrypted(context, objectKey, bytes, scanner)).finally(() =>
    context.zipScanners.release(),
  );
  context.reachFaultPoint('file-stored');
  try {
    const zip = await checkContent(context, objectKey, stored.content, scanner);
    return { objectKey, ...stored, zip, scannedMembers: scanner.members.members };
  } catch (error) {
    await context.objects.remove(objectKey.objectId);
    throw error;
  }
}

/**
 * Checks a stored file beyond its first bytes, by content, and returns the index of an archive. `scanner` holds what it
 * recorded during the upload. Throws as `checkArchive` and `checkDocument` do.
 */
export async function checkContent(
  { objects, clock }: Pick<AppContext, 'objects' | 'clock'>,
  objectKey: ObjectKey,
  content: ExamContentName,
  scanner: ZipUploadScanner | null,
): Promise<ZipIndex | null> {
  if (content === 'zip') return await checkArchive(objects, clock, objectKey, scanner?.headers);
  if (isDocument(content)) await checkDocument(objects, objectKey, content);
  return null;
}

/** Deletes a file that became no exam. */
export async function deleteReceivedFile(context: Pick<AppContext, 'objects'>, file: ReceivedFile): Promise<void> {
  await context.objects.remove(file.objectKey.objectId);
}

async function storeEncrypted(
  context: ReceiveContext,
  objectKey: ObjectKey,
  bytes: AsyncIterable<Buffer>,
  scanner: ZipUploadScanner,
): Promise<Omit<ReceivedFile, 'objectKey' | 'zip' | 'scannedMembers'>> {
  const writer = await context.objects.create(objectKey);
  try {
    const prefix = new PrefixBuffer(sniffBytes);
    let sizeBytes = 0;
    for await (const chunk of bytes) {
      sizeBytes += chunk.length;
      if (sizeBytes > limits.uploadBytes) throw new Fault('too_large');
      if (prefix.add(chunk)) detectContent(prefix.bytes);
      scanner.scan(chunk);
      await writer.write(chunk);
      context.reachFaultPoint('chunk-written');
    }
    if (sizeBytes === 0) throw new Fault('empty_file');
    const content = detectContent(prefix.bytes);
    const facts = await writer.finish();
    return { content, ...facts };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** Collects the first bytes of a stream; `add` returns true for the chunk that completes them. */
export class PrefixBuffer {
  #chunks: Buffer[] = [];
  #length = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  add(chunk: Buffer): boolean {
    if (this.#length >= this.#maxBytes) return false;
    // a copy: the stream may reuse its buffer
    const part = Buffer.from(chunk.subarray(0, this.#maxBytes - this.#length));
    this.#chunks.push(part);
    this.#length += part.length;
    return this.#length >= this.#maxBytes;
  }
}

/** Detects a file's content from its first bytes; its name is ignored. Throws `unsupported_type`. */
export function detectContent(prefix: Buffer): ExamContentName {
  const document = sniffDocument(prefix);
  if (document !== null) return document;
  const kind = sniffContent(prefix);
  if (kind === 'unknown') throw new Fault('unsupported_type');
  return kind === 'zip' ? 'zip' : 'dcm';
}

/** Translates errors of the store to faults. */
async function translateBlobErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BlobError && error.code === 'no_space') throw new Fault('no_space');
    throw error;
  }
}
