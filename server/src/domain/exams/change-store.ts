import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { JsonValue } from '../../platform/db/schema/json.ts';
import type { ExamStatusName, ExamTypeName } from '../../platform/db/schema/schema.ts';

/** What a center does with an exam that is there: each act holds the exam's row until its transaction ends. */

/** An exam whose row is held: two acts on it come one after the other. */
export interface LockedExam {
  id: string;
  patientUuid: string;
  /** Of the patient. */
  patientId: string;
  wrappedKey: Buffer;
  examType: ExamTypeName;
  examDate: string;
  status: ExamStatusName;
  statusReason: JsonValue;
  /** What the center has said to be right. */
  confirmedPoints: string[];
  /** Doctors with a grant see it. */
  isOpen: boolean;
  encryptedNotes: Buffer | null;
}

/** Holds a center's own exam; null also for another center's. */
export async function lockExam(tx: Tx, centerId: string, examId: string): Promise<LockedExam | null> {
  await tx
    .selectFrom('exams')
    .select('id')
    .where('center_id', '=', centerId)
    .where('id', '=', examId)
    .forUpdate()
    .execute();
  // read behind the lock, as a statement of its own: a join that waited would still hold the patient of before
  const row = await tx
    .selectFrom('exams as e')
    .innerJoin('patients as p', 'p.id', 'e.patient_id')
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 'e.patient_id')
    .select([
      'e.id',
      'e.patient_id as patientUuid',
      'p.patient_id as patientId',
      'k.wrapped_key as wrappedKey',
      'e.exam_type as examType',
      'e.exam_date as examDate',
      'e.status',
      'e.status_reason as statusReason',
      'e.confirmed_doubts as confirmedPoints',
      'e.is_open as isOpen',
      'e.notes_sealed as encryptedNotes',
    ])
    .where('e.center_id', '=', centerId)
    .where('e.id', '=', examId)
    .executeTakeFirst();
  return row ?? null;
}

export interface WrappedObjectKey {
  objectId: string;
  wrappedKey: Buffer;
}

/** The keys of everything that is stored of an exam: they all move with it. */
export async function listObjectKeys(tx: Tx, examId: string): Promise<WrappedObjectKey[]> {
  return await tx
    .selectFrom('exam_objects')
    .select(['id as objectId', 'wrapped_key as wrappedKey'])
    .where('exam_id', '=', examId)
    .execute();
}

/** What an exam is that nobody doubts: it waits to be prepared for viewing, was prepared, or could not be. */
const statusOfImaging = sql<ExamStatusName>`CASE imaging_state WHEN 'ready' THEN 'completed' WHEN 'failed' THEN 'needs-attention' ELSE 'processing' END`;

interface MoveTarget {
  patientUuid: string;
  encryptedNotes: Buffer | null;
  encryptedReason: Buffer | null;
  statusReason: string | null;
  confirmedPoints: string[];
  /** There is still a doubt. */
  hasMismatch: boolean;
}

/** Gives an exam to another patient; the rows of its objects follow (ON UPDATE CASCADE). */
export async function updateExamPatient(tx: Tx, exam: LockedExam, to: MoveTarget): Promise<void> {
  const statusWithoutMismatch = exam.status === 'needs-attention' ? statusOfImaging : exam.status;
  await tx
    .updateTable('exams')
    .set({
      patient_id: to.patientUuid,
      notes_sealed: to.encryptedNotes,
      reason_sealed: to.encryptedReason,
      status: to.hasMismatch ? 'needs-attention' : statusWithoutMismatch,
      status_reason: to.statusReason,
      confirmed_doubts: to.confirmedPoints,
      changed_at: sql<Date>`app_now()`,
    })
    .where('id', '=', exam.id)
    .execute();
}

/** Keeps the objects' keys in their new wrapping; the objects' own bytes are not touched. */
export async function updateWrappedKeys(tx: Tx, examId: string, keys: WrappedObjectKey[]): Promise<void> {
  const ids = keys.map((key) => key.objectId);
  const wrapped = keys.map((key) => key.wrappedKey);
  await sql`
    UPDATE exam_objects o SET wrapped_key = fresh.key
    FROM unnest(${ids}::uuid[], ${wrapped}::bytea[]) AS fresh (id, key)
    WHERE o.id = fresh.id AND o.exam_id = ${examId}`.execute(tx);
}

/** any but withdrawn -> withdrawn. */
export async function updateToWithdrawn(tx: Tx, examId: string, encryptedReason: Buffer | null): Promise<void> {
  await tx
    .updateTable('exams')
    .set({ status: 'withdrawn', reason_sealed: encryptedReason, changed_at: sql<Date>`app_now()` })
    .where('id', '=', examId)
    .where('status', '<>', 'withdrawn')
    .execute();
}

/** needs-attention -> what the preparing for viewing has come to; why it was held back stays, with the mark that it was confirmed. */
export async function updateToConfirmed(
  tx: Tx,
  examId: string,
  confirmedPoints: string[],
  encryptedReason: Buffer | null,
): Promise<void> {
  await tx
    .updateTable('exams')
    .set({
      status: statusOfImaging,
      status_reason: sql<string>`coalesce(status_reason, '{}') || '{"confirmed": true}'`,
      confirmed_doubts: confirmedPoints,
      reason_sealed: encryptedReason,
      changed_at: sql<Date>`app_now()`,
    })
    .where('id', '=', examId)
    .where('status', '=', 'needs-attention')
    .execute();
}
