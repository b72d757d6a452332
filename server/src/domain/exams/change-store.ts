import { sql } from 'kysely';
import type { JsonValue } from '../../platform/db/json.ts';
import { statesBefore, transitionOf } from '../../platform/db/transitions.ts';
import type { ExamStatusName, ExamTypeName, ScanStateName } from '../core/column-values.ts';
import type { Tx } from '../database.ts';
import { wrappedPatientKey } from '../keys/reads.ts';
import { examTransitions, statusOfImaging } from './states.ts';

/** A center's changes to its exams. Each change locks the exam's row until its transaction ends. */

/** An exam whose row is locked, so changes to it run one after the other. */
export interface LockedExam {
  id: string;
  patientUuid: string;
  /** The patient's public ID. */
  patientId: string;
  wrappedKey: Buffer;
  examType: ExamTypeName;
  examDate: string;
  status: ExamStatusName;
  statusReason: JsonValue;
  /** The points that the center has confirmed. */
  confirmedPoints: string[];
  /** Doctors with a grant see the exam. */
  isOpen: boolean;
  scanState: ScanStateName;
  encryptedNotes: Buffer | null;
}

/** Locks a center's own exam. Returns null for an unknown exam and for another center's. */
export async function lockExam(tx: Tx, centerId: string, examId: string): Promise<LockedExam | null> {
  await tx
    .selectFrom('exams')
    .select('id')
    .where('center_id', '=', centerId)
    .where('id', '=', examId)
    .forUpdate()
    .execute();
  // read after the lock, in a second statement: a join that waited for the lock would return the patient from before
  const row = await tx
    .selectFrom('exams as e')
    .innerJoin('patients as p', 'p.id', 'e.patient_id')
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 'e.patient_id')
    .select([
      'e.id',
      'e.patient_id as patientUuid',
      'p.patient_id as patientId',
      wrappedPatientKey.as('wrappedKey'),
      'e.exam_type as examType',
      'e.exam_date as examDate',
      'e.status',
      'e.status_reason as statusReason',
      'e.confirmed_doubts as confirmedPoints',
      'e.is_open as isOpen',
      'e.scan_state as scanState',
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

/** Lists the wrapped keys of all stored objects of an exam. All of them move with it. */
export async function listObjectKeys(tx: Tx, examId: string): Promise<WrappedObjectKey[]> {
  return await tx
    .selectFrom('exam_objects')
    .select(['id as objectId', 'wrapped_key as wrappedKey'])
    .where('exam_id', '=', examId)
    .execute();
}

const { waiting, ready, failed } = statusOfImaging;
const statusWithoutMismatch = sql<ExamStatusName>`CASE imaging_state WHEN 'ready' THEN ${ready} WHEN 'failed' THEN ${failed} ELSE ${waiting} END`;

interface MoveTarget {
  patientUuid: string;
  encryptedNotes: Buffer | null;
  encryptedReason: Buffer | null;
  statusReason: string | null;
  confirmedPoints: string[];
  /** A mismatch remains. */
  hasMismatch: boolean;
}

/** Assigns an exam to another patient. The rows of its objects follow (ON UPDATE CASCADE). */
export async function updateExamPatient(tx: Tx, exam: LockedExam, to: MoveTarget): Promise<void> {
  const ownStatus = exam.status === 'needs-attention' ? statusWithoutMismatch : exam.status;
  await tx
    .updateTable('exams')
    .set({
      patient_id: to.patientUuid,
      notes_sealed: to.encryptedNotes,
      reason_sealed: to.encryptedReason,
      status: to.hasMismatch ? 'needs-attention' : ownStatus,
      status_reason: to.statusReason,
      confirmed_doubts: to.confirmedPoints,
      changed_at: sql<Date>`app_now()`,
    })
    .where('id', '=', exam.id)
    .where('status', 'in', statesBefore(examTransitions, 'move'))
    .execute();
}

/** Stores the objects' keys as wrapped for the new patient. The objects' bytes do not change. */
export async function updateWrappedKeys(tx: Tx, examId: string, keys: WrappedObjectKey[]): Promise<void> {
  const ids = keys.map((key) => key.objectId);
  const wrapped = keys.map((key) => key.wrappedKey);
  await sql`
    UPDATE exam_objects o SET wrapped_key = fresh.key
    FROM unnest(${ids}::uuid[], ${wrapped}::bytea[]) AS fresh (id, key)
    WHERE o.id = fresh.id AND o.exam_id = ${examId}`.execute(tx);
}

/** Changes any other status to withdrawn. */
export async function updateToWithdrawn(tx: Tx, examId: string, encryptedReason: Buffer | null): Promise<void> {
  const { from, to } = transitionOf(examTransitions, 'withdraw');
  await tx
    .updateTable('exams')
    .set({ status: to, reason_sealed: encryptedReason, changed_at: sql<Date>`app_now()` })
    .where('id', '=', examId)
    .where('status', 'in', from)
    .execute();
}

/**
 * Changes needs-attention to the status of the exam's indexing. The reason of the mismatch stays, marked as confirmed.
 */
export async function updateToConfirmed(
  tx: Tx,
  examId: string,
  confirmedPoints: string[],
  encryptedReason: Buffer | null,
): Promise<void> {
  await tx
    .updateTable('exams')
    .set({
      status: statusWithoutMismatch,
      status_reason: sql<string>`coalesce(status_reason, '{}') || '{"confirmed": true}'`,
      confirmed_doubts: confirmedPoints,
      reason_sealed: encryptedReason,
      changed_at: sql<Date>`app_now()`,
    })
    .where('id', '=', examId)
    .where('status', 'in', statesBefore(examTransitions, 'confirm'))
    .execute();
}
