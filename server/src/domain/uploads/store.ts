import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { JsonValue } from '../../platform/db/schema/json.ts';

/** An upload's row, with the key that opens what of it is sealed. */
export interface UploadRow {
  id: string;
  centerId: string;
  patientUuid: string;
  wrappedPatientKey: Buffer;
  state: 'open' | 'verifying' | 'stored' | 'rejected' | 'aborted';
  requestHash: Buffer;
  lengthBytes: number;
  offsetBytes: number;
  encryptedTail: Buffer | null;
  objectId: string;
  /** How often it was taken up: what is said of it by whoever took it up before does not count. */
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

/** False where the center has an upload of the same key already, which is then waited for and stands. */
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
      'k.wrapped_key as wrappedPatientKey',
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

/** A center's own upload. */
export async function findUpload(tx: Reader, centerId: string, id: string): Promise<UploadRow | null> {
  const row = await selectUploads(tx).where('u.center_id', '=', centerId).where('u.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** A center's upload of a client's key that goes on or came to an exam. */
export async function findUploadByKey(tx: Reader, centerId: string, key: string): Promise<UploadRow | null> {
  const row = await selectUploads(tx)
    .where('u.center_id', '=', centerId)
    .where('u.upload_key', '=', key)
    .where('u.state', 'in', ['open', 'verifying', 'stored'])
    .executeTakeFirst();
  return row ?? null;
}

/** A center's uploads that go on, newest first. */
export async function listOpenUploads(tx: Reader, centerId: string, limit: number): Promise<UploadRow[]> {
  return await selectUploads(tx)
    .where('u.center_id', '=', centerId)
    .where('u.ended_at', 'is', null)
    .orderBy('u.begun_at', 'desc')
    .limit(limit)
    .execute();
}

/** How many uploads of a center go on, and how many bytes they will come to. */
export async function countOpenUploads(tx: Reader, centerId: string): Promise<{ count: number; bytes: number }> {
  const row = await tx
    .selectFrom('uploads')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(length_bytes), 0)::bigint`.as('bytes')])
    .where('center_id', '=', centerId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row ?? { count: 0, bytes: 0 };
}

/** An upload as whoever speaks of it took it up, or read it. */
export type UploadOwnership = Pick<UploadRow, 'id' | 'holds'>;

/** Takes an open upload up, to write to it. False where it has ended meanwhile, or somebody else took it up. */
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

/** What is durable of an upload, in one with its bytes behind the last whole frame. False where it has ended meanwhile, or is somebody else's. */
export async function updateOffset(
  tx: Tx,
  { id, holds }: UploadOwnership,
  { offsetBytes, encryptedTail }: { offsetBytes: number; encryptedTail: Buffer | null },
): Promise<boolean> {
  const row = await tx
    .updateTable('uploads')
    .set({ offset_bytes: offsetBytes, tail_sealed: encryptedTail, state: 'open', heard_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('holds', '=', holds)
    .where('ended_at', 'is', null)
    .where('offset_bytes', '<=', offsetBytes)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** open -> verifying, or back: the whole file is there and is looked at. False where it has ended meanwhile, or is somebody else's. */
export async function markVerifying(tx: Tx, { id, holds }: UploadOwnership, isVerifying: boolean): Promise<boolean> {
  const row = await tx
    .updateTable('uploads')
    .set({ state: isVerifying ? 'verifying' : 'open', heard_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('holds', '=', holds)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** open, verifying -> stored: its exam is there. False where it has ended meanwhile, or is somebody else's. */
export async function markStored(tx: Tx, { id, holds }: UploadOwnership, examId: string): Promise<boolean> {
  const row = await tx
    .updateTable('uploads')
    .set({
      state: 'stored',
      exam_id: examId,
      offset_bytes: sql<number>`length_bytes`,
      tail_sealed: sql<Buffer>`NULL`,
      ended_at: sql<Date>`app_now()`,
      heard_at: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .where('holds', '=', holds)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** open, verifying -> rejected, for what is wrong with the file, or aborted. False where it has ended already, or is somebody else's. */
export async function markEnded(
  tx: Tx,
  { id, holds }: UploadOwnership,
  state: 'rejected' | 'aborted',
  fault: Record<string, JsonValue> | null,
): Promise<boolean> {
  const row = await tx
    .updateTable('uploads')
    .set({
      state,
      tail_sealed: sql<Buffer>`NULL`,
      ended_at: sql<Date>`app_now()`,
      ...(fault === null ? {} : { fault: JSON.stringify(fault) }),
    })
    .where('id', '=', id)
    .where('holds', '=', holds)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const isIdleFor = (idleSeconds: number) => sql<boolean>`heard_at < app_now() - make_interval(secs => ${idleSeconds})`;

/** open, verifying -> aborted. False where it has ended already, or was heard of meanwhile: then it is left alone. */
export async function markExpired(tx: Tx, id: string, idleSeconds: number): Promise<boolean> {
  const row = await tx
    .updateTable('uploads')
    .set({ state: 'aborted', tail_sealed: sql<Buffer>`NULL`, ended_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where(isIdleFor(idleSeconds))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An upload of any center of which nothing was heard. */
export interface IdleUpload {
  id: string;
  centerId: string;
  patientUuid: string;
  objectId: string;
}

/** Uploads that go on and were not heard of for so long, the longest silent first: `most` of them, of whichever center. */
export async function listIdleUploads(tx: Reader, idleSeconds: number, limit: number): Promise<IdleUpload[]> {
  return await tx
    .selectFrom('uploads')
    .select(['id', 'center_id as centerId', 'patient_id as patientUuid', 'object_id as objectId'])
    .where('ended_at', 'is', null)
    .where(isIdleFor(idleSeconds))
    .orderBy('heard_at')
    .limit(limit)
    .execute();
}
