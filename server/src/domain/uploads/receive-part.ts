import { createHash, type Hash, timingSafeEqual } from 'node:crypto';
import { Fault } from '@medcloud/contract/faults';
import { type ObjectKey, segmentBytes } from '../../platform/blobs/container.ts';
import type { EncryptedPartWriter } from '../../platform/blobs/encrypted-part-writer.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import type { ZipUploadScanner } from '../core/zip-upload-scanner.ts';
import { detectContent, PrefixBuffer, sniffBytes } from '../exams/receive/receive-file.ts';
import { type UploadLock, uploadBusyFault } from './acquire-upload.ts';
import { completeUpload, getUploadResult, type UploadResult } from './complete-upload.ts';
import { decryptTail, encryptTail, objectKeyOf } from './decrypt-upload.ts';
import { rejectUpload } from './reject-upload.ts';
import { faultOf } from './show.ts';
import { takeOverUpload, type UploadRow, updateOffset } from './store.ts';

/** What a client sends of an upload. */
export interface Part {
  /** Where the client means to go on. */
  offset: number;
  /** Null where the client does not say. */
  sizeBytes: number | null;
  checksum: { algorithm: 'sha1' | 'sha256'; digest: Buffer } | null;
  /** Fails where the client goes away, comes too slowly, or another takes over; what came until then counts. */
  bytes: AsyncIterable<Buffer>;
}

export interface PartResult {
  offset: number;
  /** With the last byte: the exam that it became. */
  result: UploadResult | null;
}

/**
 * Takes a part of an upload that is held: what came is durable when this returns, and the last part makes the exam. A part
 * with a checksum counts whole or not at all, and so does one that brings too much. Fails with `offset_conflict` where the client is elsewhere, `too_large`
 * beyond the declared end, `checksum_mismatch`, `upload_over`, `no_space`, and with whatever the file is refused for.
 */
export async function receivePart(
  context: AppContext,
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

/** Writes what comes. Returns the writer, settled and closed, or open where the object is whole. */
async function writePart(
  context: AppContext,
  scope: CenterScope,
  lock: UploadLock,
  objectKey: ObjectKey,
  part: Part,
): Promise<EncryptedPartWriter> {
  const { row } = lock;
  const encryptedBytes = row.offsetBytes - (row.offsetBytes % segmentBytes);
  const tail = decryptTail(objectKey, encryptedBytes, row.encryptedTail);
  const offsetWriter = new OffsetWriter(context, scope, lock);
  // bytes whose checksum is yet to come do not count
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
    // whole is whole, whatever ended it: a client that asks and hears of the last byte takes its file for kept
    if (isComplete) return writer;
    if (failure !== null) throw failure;
    await writer.close();
    return writer;
  } catch (error) {
    // what was hashed is not what is kept: another node may take other bytes to where this one stood
    context.objects.removeRunningHash(objectKey.objectId);
    await offsetWriter.waitForWrites();
    await writer.close();
    throw error;
  } finally {
    if (scanner !== null) context.zipScanners.release();
  }
}

/** Takes the bytes into the writer; what ends them early is handed back, since what came counts all the same. More than the file has is none of its parts. */
async function writeChunks(
  context: AppContext,
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
  const ownLock = hash.digest();
  return ownLock.length === digest.length && timingSafeEqual(ownLock, digest);
}

/** Refuses a file by its first bytes as soon as they are there, wherever the parts are cut. */
function createSniffer(row: UploadRow, tail: Buffer): (chunk: Buffer) => void {
  if (row.offsetBytes >= sniffBytes) return () => undefined;
  const prefix = new PrefixBuffer(Math.min(sniffBytes, row.lengthBytes));
  prefix.add(tail);
  return (chunk) => {
    if (prefix.add(chunk)) detectContent(prefix.bytes);
  };
}

async function settlePart(
  context: AppContext,
  objectKey: ObjectKey,
  writer: EncryptedPartWriter,
  offsetWriter: OffsetWriter,
): Promise<void> {
  const { encryptedBytes, tail } = await writer.flush();
  context.reachFaultPoint('part-settled');
  await offsetWriter.writeFinal(encryptedBytes + tail.length, encryptTail(objectKey, encryptedBytes, tail, context));
  context.reachFaultPoint('part-kept');
}

/** Writes an upload's offset down, one after the other and never backwards. */
class OffsetWriter {
  readonly #context: AppContext;
  readonly #scope: CenterScope;
  readonly #row: UploadRow;
  readonly #lock: UploadLock;
  #isLost = false;
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(context: AppContext, scope: CenterScope, lock: UploadLock) {
    this.#context = context;
    this.#scope = scope;
    this.#row = lock.row;
    this.#lock = lock;
  }

  /** Fails with `upload_busy` once the upload is somebody else's: by its lock, or because a note did not count any more. */
  checkLock(): void {
    this.#lock.checkLock();
    if (this.#isLost) throw uploadBusyFault();
  }

  /** While more comes: a note that fails is made good by the next one, or by the part's own end. */
  writeDurable(offsetBytes: number): void {
    // the end is noted with the exam, and only then
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
