import { createHash, type Hash, timingSafeEqual } from 'node:crypto';
import { Fault } from '@medcloud/contract/faults';
import { type ObjectKey, segmentBytes } from '../../platform/blobs/container.ts';
import type { EncryptedPartWriter } from '../../platform/blobs/encrypted-part-writer.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext, DbContext } from '../core/context.ts';
import { detectContent, PrefixBuffer, sniffBytes } from '../exams/receive/receive-file.ts';
import type { ZipUploadScanner, ZipUploadScanners } from '../exams/receive/zip-upload-scanner.ts';
import { type UploadLock, uploadBusyFault } from './acquire-upload.ts';
import { completeUpload, getUploadResult, type UploadResult } from './complete-upload.ts';
import { decryptTail, encryptTail, objectKeyOf } from './decrypt-upload.ts';
import { rejectUpload } from './reject-upload.ts';
import { faultOf } from './show.ts';
import { takeOverUpload, type UploadRow, updateOffset } from './store.ts';

/** A part of an upload, as the client sends it. */
export interface Part {
  /** The offset at which the client resumes. */
  offset: number;
  /** Null if the client does not state it. */
  sizeBytes: number | null;
  checksum: { algorithm: 'sha1' | 'sha256'; digest: Buffer } | null;
  /**
   * Rejects if the client disconnects, is too slow, or another request takes over. Bytes received before that count.
   */
  bytes: AsyncIterable<Buffer>;
}

export interface PartResult {
  offset: number;
  /** After the last byte: the exam that was created. */
  result: UploadResult | null;
}

/**
 * Receives a part of a locked upload. The bytes are durable when this resolves, and the last part creates the exam. A
 * part with a checksum, or one beyond the declared length, counts completely or not at all. Throws `offset_conflict`
 * for another offset, `too_large` beyond the declared length, `checksum_mismatch`, `upload_over`, `no_space`, and the
 * faults that reject the file.
 */
export async function receivePart(
  context: Pick<
    AppContext,
    'db' | 'objects' | 'events' | 'keys' | 'clock' | 'random' | 'reachFaultPoint' | 'settings'
  > & { readonly zipScanners: ZipUploadScanners },
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  lock: UploadLock,
  part: Part,
): Promise<PartResult> {
  const { row } = lock;
  const fault = faultOf(row);
  if (fault !== null) throw fault;
  if (row.state === 'aborted') throw new Fault('upload_over');
  if (part.offset !== row.offsetBytes)
    throw new Fault('offset_conflict', { headers: { 'upload-offset': String(row.offsetBytes) } });
  if (row.offsetBytes + (part.sizeBytes ?? 0) > row.lengthBytes) throw new Fault('too_large');
  if (row.state === 'stored') return { offset: row.offsetBytes, result: await getUploadResult(context, scope, row) };
  if (!(await context.db.within(scope, (tx) => takeOverUpload(tx, row)))) throw uploadBusyFault();
  const ownLock = { ...lock, row: { ...row, holds: row.holds + 1 } };
  const objectKey = objectKeyOf(context, row);
  let isComplete = false;
  try {
    const writer = await writePart(context, scope, ownLock, objectKey, part);
    isComplete = writer.offset === row.lengthBytes;
    if (!isComplete) return { offset: writer.offset, result: null };
    return {
      offset: row.lengthBytes,
      result: await completeUpload(context, scope, request, ownLock, objectKey, writer),
    };
  } catch (error) {
    throw await rejectUpload(context, scope, request, ownLock.row, { error, isComplete });
  }
}

/** Writes the received bytes. Returns the writer: saved and closed, or still open if the object is complete. */
async function writePart(
  context: Pick<AppContext, 'db' | 'objects' | 'random' | 'reachFaultPoint'> & {
    readonly zipScanners: ZipUploadScanners;
  },
  scope: CenterScope,
  lock: UploadLock,
  objectKey: ObjectKey,
  part: Part,
): Promise<EncryptedPartWriter> {
  const { row } = lock;
  const encryptedBytes = row.offsetBytes - (row.offsetBytes % segmentBytes);
  const tail = decryptTail(objectKey, encryptedBytes, row.encryptedTail);
  const offsetWriter = new OffsetWriter(context, scope, lock);
  // bytes whose checksum is not yet verified do not count
  const onDurable = (bytes: number) => part.checksum === null && offsetWriter.writeDurable(bytes);
  const start = { sizeBytes: row.lengthBytes, encryptedBytes, tail };
  const writer = await context.objects.resume(objectKey, start, onDurable);
  const scanner = context.zipScanners.resume(objectKey.objectId, row.offsetBytes);
  try {
    const failure = await writeChunks(context, row, part, writer, { tail, scanner, offsetWriter });
    if (failure !== null && part.checksum !== null) throw failure;
    const isComplete = writer.offset === row.lengthBytes;
    offsetWriter.checkLock();
    if (!isComplete) await settlePart(context, objectKey, writer, offsetWriter);
    if (scanner?.offset === writer.offset) context.zipScanners.pause(objectKey.objectId, scanner);
    // complete even if the stream failed: a client told of the last byte assumes its file is stored
    if (isComplete) return writer;
    if (failure !== null) throw failure;
    await writer.close();
    return writer;
  } catch (error) {
    // the running hash may not match the stored bytes: another node may accept other bytes from this offset
    context.objects.removeRunningHash(objectKey.objectId);
    await offsetWriter.waitForWrites();
    await writer.close();
    throw error;
  } finally {
    if (scanner !== null) context.zipScanners.release();
  }
}

/**
 * Writes the chunks. Returns the error that ends them early instead of throwing it, because the bytes before it count.
 * Throws `too_large` for bytes beyond the declared length.
 */
async function writeChunks(
  context: Pick<AppContext, 'reachFaultPoint'>,
  row: UploadRow,
  { bytes, checksum }: Part,
  writer: EncryptedPartWriter,
  { tail, scanner, offsetWriter }: { tail: Buffer; scanner: ZipUploadScanner | null; offsetWriter: OffsetWriter },
): Promise<unknown> {
  const hash = checksum && createHash(checksum.algorithm);
  const sniff = createSniffer(row, tail);
  const source = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await source.next().catch((error: unknown) => ({ failed: error }));
      if ('failed' in next) return next.failed;
      if (next.done) break;
      if (writer.offset + next.value.length > row.lengthBytes) throw new Fault('too_large');
      hash?.update(next.value);
      sniff(next.value);
      offsetWriter.checkLock();
      await writer.write(next.value);
      scanner?.scan(next.value);
      context.reachFaultPoint('chunk-written');
    }
  } finally {
    await source.return?.();
  }
  if (hash && checksum && !isDigest(hash, checksum.digest)) return new Fault('checksum_mismatch');
  return null;
}

function isDigest(hash: Hash, digest: Buffer): boolean {
  const actual = hash.digest();
  return actual.length === digest.length && timingSafeEqual(actual, digest);
}

/** Rejects a file by its first bytes as soon as they have arrived, whatever the size of the parts. */
function createSniffer(row: UploadRow, tail: Buffer): (chunk: Buffer) => void {
  if (row.offsetBytes >= sniffBytes) return () => undefined;
  const prefix = new PrefixBuffer(Math.min(sniffBytes, row.lengthBytes));
  prefix.add(tail);
  return (chunk) => {
    if (prefix.add(chunk)) detectContent(prefix.bytes);
  };
}

async function settlePart(
  context: Pick<AppContext, 'random' | 'reachFaultPoint'>,
  objectKey: ObjectKey,
  writer: EncryptedPartWriter,
  offsetWriter: OffsetWriter,
): Promise<void> {
  const { encryptedBytes, tail } = await writer.flush();
  context.reachFaultPoint('part-settled');
  await offsetWriter.writeFinal(encryptedBytes + tail.length, encryptTail(objectKey, encryptedBytes, tail, context));
  context.reachFaultPoint('part-kept');
}

/** Saves an upload's offset: writes run one after the other, and the offset never decreases. */
class OffsetWriter {
  readonly #context: DbContext;
  readonly #scope: CenterScope;
  readonly #row: UploadRow;
  readonly #lock: UploadLock;
  #isLost = false;
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(context: DbContext, scope: CenterScope, lock: UploadLock) {
    this.#context = context;
    this.#scope = scope;
    this.#row = lock.row;
    this.#lock = lock;
  }

  /** Throws `upload_busy` if the lock is lost, or if a write found that another request owns the upload. */
  checkLock(): void {
    this.#lock.checkLock();
    if (this.#isLost) throw uploadBusyFault();
  }

  /** Saves the offset in the background. The next write, or the end of the part, makes up for a failed one. */
  writeDurable(offsetBytes: number): void {
    // the final offset is saved only with the exam
    if (offsetBytes <= this.#row.offsetBytes || offsetBytes >= this.#row.lengthBytes) return;
    this.#lastWrite = this.#lastWrite.then(() => this.#write(offsetBytes, null)).catch(() => undefined);
  }

  async writeFinal(offsetBytes: number, encryptedTail: Buffer | null): Promise<void> {
    await this.#lastWrite;
    await this.#write(offsetBytes, encryptedTail);
    this.checkLock();
  }

  async waitForWrites(): Promise<void> {
    await this.#lastWrite;
  }

  async #write(offsetBytes: number, encryptedTail: Buffer | null): Promise<void> {
    const state = { offsetBytes, encryptedTail };
    const isWritten = await this.#context.db.within(this.#scope, (tx) => updateOffset(tx, this.#row, state));
    if (!isWritten) this.#isLost = true;
  }
}
