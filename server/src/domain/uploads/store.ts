import { sql } from 'kysely';
import type { JsonValue } from '../../platform/db/json.ts';
import { transitionOf } from '../../platform/db/transitions.ts';
import type { Reader, Tx } from '../database.ts';
import { wrappedPatientKey } from '../keys/reads.ts';
import { type UploadState, uploadTransitions } from './states.ts';

/** An upload's row, with the wrapped keys of its encrypted parts. */
export interface UploadRow {
  id: string;
  centerId: string;
  patientUuid: string;
  wrappedPatientKey: Buffer;
  state: UploadState;
  requestHash: Buffer;
  lengthBytes: number;
  offsetBytes: number;
  encryptedTail: Buffer | null;
  objectId: string;
  /** How often the upload was taken over. Writes with a lower number have no effect. */
  holds: number;
  wrappedKey: Buffer;
  encryptedMetadata: Buffer;
  examId: string | null;
  fault: JsonValue;
  lastActivityAt: Date;
}

export interface NewUpload {
  id: string;
  center_id: string;
  patient_id: string;
  begun_by: string;
  upload_key: string | null;
  request_hash: Buffer;
  length_bytes: number;
  object_id: string;
  wrapped_key: Buffer;
  metadata_sealed: Buffer;
}

/** Returns false if the center already has an upload with this key. Waits for a concurrent insert to commit first. */
export async function insertUpload(tx: Tx, upload: NewUpload): Promise<boolean> {
  const row = await tx
    .insertInto('uploads')
    .values(upload)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

function selectUploads(tx: Reader) {
  return tx
    .selectFrom('uploads as u')
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 'u.patient_id')
    .select([
      'u.id',
      'u.center_id as centerId',
      'u.patient_id as patientUuid',
      wrappedPatientKey.as('wrappedPatientKey'),
      'u.state',
      'u.request_hash as requestHash',
      'u.length_bytes as lengthBytes',
      'u.offset_bytes as offsetBytes',
      'u.tail_sealed as encryptedTail',
      'u.object_id as objectId',
      'u.holds',
      'u.wrapped_key as wrappedKey',
      'u.metadata_sealed as encryptedMetadata',
      'u.exam_id as examId',
      'u.fault',
      'u.heard_at as lastActivityAt',
    ]);
}

/** Finds a center's own upload. */
export async function findUpload(tx: Reader, centerId: string, id: string): Promise<UploadRow | null> {
  const row = await selectUploads(tx).where('u.center_id', '=', centerId).where('u.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Finds a center's upload with the client's key that is open or became an exam. */
export async function findUploadByKey(tx: Reader, centerId: string, key: string): Promise<UploadRow | null> {
  const row = await selectUploads(tx)
    .where('u.center_id', '=', centerId)
    .where('u.upload_key', '=', key)
    .where('u.state', 'in', ['open', 'verifying', 'stored'])
    .executeTakeFirst();
  return row ?? null;
}

/** Lists a center's open uploads, newest first. */
export async function listOpenUploads(tx: Reader, centerId: string, limit: number): Promise<UploadRow[]> {
  return await selectUploads(tx)
    .where('u.center_id', '=', centerId)
    .where('u.ended_at', 'is', null)
    .orderBy('u.begun_at', 'desc')
    .limit(limit)
    .execute();
}

/** Counts a center's open uploads and their declared bytes. */
export async function countOpenUploads(tx: Reader, centerId: string): Promise<{ count: number; bytes: number }> {
  const row = await tx
    .selectFrom('uploads')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(length_bytes), 0)::bigint`.as('bytes')])
    .where('center_id', '=', centerId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row ?? { count: 0, bytes: 0 };
}

/** The upload as a request took it over, or read it. */
export type UploadOwnership = Pick<UploadRow, 'id' | 'holds'>;

/** Takes over an open upload to write to it. Returns false if it has ended or another request took it over. */
export async function takeOverUpload(tx: Tx, { id, holds }: UploadOwnership): Promise<boolean> {
  const row = await tx
    .updateTable('uploads')
    .set({ holds: holds + 1, heard_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('holds', '=', holds)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Saves the durable offset of an upload together with its encrypted tail (the bytes after the last full segment).
 * Returns false if it has ended or another request took it over.
 */
export async function updateOffset(
  tx: Tx,
  { id, holds }: UploadOwnership,
  { offsetBytes, encryptedTail }: { offsetBytes: number; encryptedTail: Buffer | null },
): Promise<boolean> {
  const { from, to } = transitionOf(uploadTransitions, 'write');
  const row = await tx
    .updateTable('uploads')
    .set({ offset_bytes: offsetBytes, tail_sealed: encryptedTail, state: to, heard_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('holds', '=', holds)
    .where('state', 'in', from)
    .where('offset_bytes', '<=', offsetBytes)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Changes open to verifying or back: the file is complete and is being checked. Returns false if the upload has ended
 * or another request took it over.
 */
export async function updateState(tx: Tx, { id, holds }: UploadOwnership, act: 'verify' | 'reopen'): Promise<boolean> {
  const { from, to } = transitionOf(uploadTransitions, act);
  const row = await tx
    .updateTable('uploads')
    .set({ state: to, heard_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('holds', '=', holds)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Changes open or verifying to stored: the exam exists. Returns false if the upload has ended or another request took
 * it over.
 */
export async function markStored(tx: Tx, { id, holds }: UploadOwnership, examId: string): Promise<boolean> {
  const { from, to } = transitionOf(uploadTransitions, 'store');
  const row = await tx
    .updateTable('uploads')
    .set({
      state: to,
      exam_id: examId,
      offset_bytes: sql<number>`length_bytes`,
      tail_sealed: sql<Buffer>`NULL`,
      ended_at: sql<Date>`app_now()`,
      heard_at: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .where('holds', '=', holds)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Changes open or verifying to rejected (for a fault of the file) or aborted. Returns false if the upload has already
 * ended or another request took it over.
 */
export async function markEnded(
  tx: Tx,
  { id, holds }: UploadOwnership,
  act: 'reject' | 'abort',
  fault: Record<string, JsonValue> | null,
): Promise<boolean> {
  const { from, to } = transitionOf(uploadTransitions, act);
  const row = await tx
    .updateTable('uploads')
    .set({
      state: to,
      tail_sealed: sql<Buffer>`NULL`,
      ended_at: sql<Date>`app_now()`,
      ...(fault === null ? {} : { fault: JSON.stringify(fault) }),
    })
    .where('id', '=', id)
    .where('holds', '=', holds)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const isIdleFor = (idleSeconds: number) => sql<boolean>`heard_at < app_now() - make_interval(secs => ${idleSeconds})`;

/**
 * Changes open or verifying to aborted. Returns false and changes nothing if the upload has ended or was active
 * meanwhile.
 */
export async function markExpired(tx: Tx, id: string, idleSeconds: number): Promise<boolean> {
  const { from, to } = transitionOf(uploadTransitions, 'expire');
  const row = await tx
    .updateTable('uploads')
    .set({ state: to, tail_sealed: sql<Buffer>`NULL`, ended_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('state', 'in', from)
    .where(isIdleFor(idleSeconds))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An upload of any center without recent activity. */
export interface IdleUpload {
  id: string;
  centerId: string;
  patientUuid: string;
}

/** Lists open uploads of all centers without activity for `idleSeconds`: at most `limit`, longest idle first. */
export async function listIdleUploads(tx: Reader, idleSeconds: number, limit: number): Promise<IdleUpload[]> {
  return await tx
    .selectFrom('uploads')
    .select(['id', 'center_id as centerId', 'patient_id as patientUuid'])
    .where('ended_at', 'is', null)
    .where(isIdleFor(idleSeconds))
    .orderBy('heard_at')
    .limit(limit)
    .execute();
}

/** Counts one more upload of a center on a day. Returns false if it already has `maxUploads`. */
export async function incrementUploadsOfDay(
  tx: Tx,
  centerId: string,
  day: string,
  maxUploads: number,
): Promise<boolean> {
  const row = await tx
    .insertInto('upload_days')
    .values({ center_id: centerId, day, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['center_id', 'day'])
        .doUpdateSet({ used: sql<number>`upload_days.used + 1` })
        .where('upload_days.used', '<', maxUploads),
    )
    .returning('used')
    .executeTakeFirst();
  return row !== undefined;
}
