import { createHash, type Hash, timingSafeEqual } from 'node:crypto';
import { Fault } from '@medcloud/contract/faults';
import { frameBytes, type Seal } from '../../platform/blobs/container.ts';
import type { SealedPartWriter } from '../../platform/blobs/seal-part-writer.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { contentOf, Prefix, sniffedBytes } from '../exams/receive-file.ts';
import type { ArrivalTrail } from '../portal/arrivals.ts';
import type { Portal } from '../portal/portal.ts';
import { completeUpload, type StoredUpload, storedOf } from './complete-upload.ts';
import { type HeldUpload, uploadBusy } from './hold-upload.ts';
import { openTail, sealOf, sealTail } from './open-upload.ts';
import { rejectUpload } from './reject-upload.ts';
import { faultOf } from './show.ts';
import { keepOffset, takeUp, type UploadRow } from './store.ts';

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

export interface PartTaken {
  offset: number;
  /** With the last byte: the exam that it became. */
  stored: StoredUpload | null;
}

/**
 * Takes a part of an upload that is held: what came is durable when this returns, and the last part makes the exam. A part
 * with a checksum counts whole or not at all, and so does one that brings too much. Fails with `offset_conflict` where the client is elsewhere, `too_large`
 * beyond the declared end, `checksum_mismatch`, `upload_over`, `no_space`, and with whatever the file is refused for.
 */
export async function receivePart(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  held: HeldUpload,
  part: Part,
): Promise<PartTaken> {
  const { row } = held;
  const fault = faultOf(row);
  if (fault !== null) throw fault;
  if (row.state === 'aborted') throw new Fault('upload_over');
  if (part.offset !== row.offsetBytes)
    throw new Fault('offset_conflict', { headers: { 'upload-offset': String(row.offsetBytes) } });
  if (row.offsetBytes + (part.sizeBytes ?? 0) > row.lengthBytes) throw new Fault('too_large');
  if (row.state === 'stored') return { offset: row.offsetBytes, stored: await storedOf(portal, scope, row) };
  if (!(await portal.db.within(scope, (tx) => takeUp(tx, row)))) throw uploadBusy();
  const own = { ...held, row: { ...row, holds: row.holds + 1 } };
  const seal = sealOf(portal, row);
  let isWhole = false;
  try {
    const writer = await writePart(portal, scope, own, seal, part);
    isWhole = writer.offset === row.lengthBytes;
    if (!isWhole) return { offset: writer.offset, stored: null };
    return { offset: row.lengthBytes, stored: await completeUpload(portal, scope, asking, own, seal, writer) };
  } catch (error) {
    throw await rejectUpload(portal, scope, asking, own.row, { error, isWhole });
  }
}

/** Writes what comes. Returns the writer, settled and closed, or open where the object is whole. */
async function writePart(
  portal: Portal,
  scope: CenterScope,
  held: HeldUpload,
  seal: Seal,
  part: Part,
): Promise<SealedPartWriter> {
  const { row } = held;
  const sealedBytes = row.offsetBytes - (row.offsetBytes % frameBytes);
  const tail = openTail(seal, sealedBytes, row.tailSealed);
  const notes = new Notes(portal, scope, held);
  // bytes whose checksum is yet to come do not count
  const onDurable = (bytes: number) => part.checksum === null && notes.durable(bytes);
  const start = { sizeBytes: row.lengthBytes, sealedBytes, tail };
  const writer = await portal.objects.resume(seal, start, onDurable);
  const trail = portal.arrivals.goOn(seal.objectId, row.offsetBytes);
  try {
    const failure = await pour(portal, row, part, writer, { tail, trail, notes });
    if (failure !== null && part.checksum !== null) throw failure;
    const isWhole = writer.offset === row.lengthBytes;
    notes.mustHold();
    if (!isWhole) await settle(portal, seal, writer, notes);
    if (trail?.offset === writer.offset) portal.arrivals.pause(seal.objectId, trail);
    // whole is whole, whatever ended it: a client that asks and hears of the last byte takes its file for kept
    if (isWhole) return writer;
    if (failure !== null) throw failure;
    await writer.leave();
    return writer;
  } catch (error) {
    // what was hashed is not what is kept: another node may take other bytes to where this one stood
    portal.objects.forget(seal.objectId);
    await notes.ended();
    await writer.leave();
    throw error;
  } finally {
    if (trail !== null) portal.arrivals.over();
  }
}

/** Takes the bytes into the writer; what ends them early is handed back, since what came counts all the same. More than the file has is none of its parts. */
async function pour(
  portal: Portal,
  row: UploadRow,
  { bytes, checksum }: Part,
  writer: SealedPartWriter,
  { tail, trail, notes }: { tail: Buffer; trail: ArrivalTrail | null; notes: Notes },
): Promise<unknown> {
  const hash = checksum && createHash(checksum.algorithm);
  const sniff = sniffer(row, tail);
  const source = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await source.next().catch((error: unknown) => ({ failed: error }));
      if ('failed' in next) return next.failed;
      if (next.done) break;
      if (writer.offset + next.value.length > row.lengthBytes) throw new Fault('too_large');
      hash?.update(next.value);
      sniff(next.value);
      notes.mustHold();
      await writer.write(next.value);
      trail?.take(next.value);
      portal.crashPoint('chunk-written');
    }
  } finally {
    await source.return?.();
  }
  if (hash && checksum && !isDigest(hash, checksum.digest)) return new Fault('checksum_mismatch');
  return null;
}

function isDigest(hash: Hash, digest: Buffer): boolean {
  const own = hash.digest();
  return own.length === digest.length && timingSafeEqual(own, digest);
}

/** Refuses a file by its first bytes as soon as they are there, wherever the parts are cut. */
function sniffer(row: UploadRow, tail: Buffer): (chunk: Buffer) => void {
  if (row.offsetBytes >= sniffedBytes) return () => undefined;
  const prefix = new Prefix(Math.min(sniffedBytes, row.lengthBytes));
  prefix.take(tail);
  return (chunk) => {
    if (prefix.take(chunk)) contentOf(prefix.bytes);
  };
}

async function settle(portal: Portal, seal: Seal, writer: SealedPartWriter, notes: Notes): Promise<void> {
  const { sealedBytes, tail } = await writer.settle();
  portal.crashPoint('part-settled');
  await notes.keep(sealedBytes + tail.length, sealTail(seal, sealedBytes, tail, portal));
  portal.crashPoint('part-kept');
}

/** Writes an upload's offset down, one after the other and never backwards. */
class Notes {
  readonly #portal: Portal;
  readonly #scope: CenterScope;
  readonly #row: UploadRow;
  readonly #held: HeldUpload;
  #isRefused = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(portal: Portal, scope: CenterScope, held: HeldUpload) {
    this.#portal = portal;
    this.#scope = scope;
    this.#row = held.row;
    this.#held = held;
  }

  /** Fails with `upload_busy` once the upload is somebody else's: by its lock, or because a note did not count any more. */
  mustHold(): void {
    this.#held.mustHold();
    if (this.#isRefused) throw uploadBusy();
  }

  /** While more comes: a note that fails is made good by the next one, or by the part's own end. */
  durable(offsetBytes: number): void {
    // the end is noted with the exam, and only then
    if (offsetBytes <= this.#row.offsetBytes || offsetBytes >= this.#row.lengthBytes) return;
    this.#last = this.#last.then(() => this.#write(offsetBytes, null)).catch(() => undefined);
  }

  async keep(offsetBytes: number, tailSealed: Buffer | null): Promise<void> {
    await this.#last;
    await this.#write(offsetBytes, tailSealed);
    this.mustHold();
  }

  async ended(): Promise<void> {
    await this.#last;
  }

  async #write(offsetBytes: number, tailSealed: Buffer | null): Promise<void> {
    const kept = { offsetBytes, tailSealed };
    const isKept = await this.#portal.db.within(this.#scope, (tx) => keepOffset(tx, this.#row, kept));
    if (!isKept) this.#isRefused = true;
  }
}
