import type { StorageUse } from '@medcloud/contract';
import { sql } from 'kysely';
import type { JsonValue } from '../../platform/db/json.ts';
import { preparedMarker } from '../../platform/db/prepared-statements.ts';
import { canDoctorSeeExam, isExamTypeGranted, isGrantActive } from '../access/grants/active-grant.ts';
import type { ExamContentName, ExamStatusName, ExamTypeName } from '../core/column-values.ts';
import type { Reader, Tx } from '../database.ts';

/** An exam's row with its patient's public ID and the wrapped key of its notes. */
export interface ExamRow {
  id: string;
  patientUuid: string;
  patientId: string;
  patientFirstName: string;
  patientLastName: string;
  wrappedKey: Buffer;
  examType: ExamTypeName;
  examDate: string;
  referringPhysician: string | null;
  encryptedNotes: Buffer | null;
  fileName: string;
  fileSize: number;
  sha256: Buffer;
  uploadedAt: Date;
  status: ExamStatusName;
  statusReason: JsonValue;
  encryptedReason: Buffer | null;
  changedAt: Date | null;
  /** Doctors with a grant see the exam. */
  isOpen: boolean;
  imagingState: 'waiting' | 'ready' | 'failed';
  imagingFault: string | null;
}

export interface NewExam {
  id: string;
  center_id: string;
  patient_id: string;
  exam_type: ExamTypeName;
  exam_date: string;
  referring_physician: string | null;
  notes_sealed: Buffer | null;
  file_name: string;
  file_size: number;
  content: ExamContentName;
  sha256: Buffer;
  status: ExamStatusName;
  status_reason: string | null;
  confirmed_doubts: string[];
  awaits_comparison: boolean;
  reason_sealed: Buffer | null;
  uploaded_by: string;
}

export async function insertExam(tx: Tx, exam: NewExam): Promise<void> {
  await tx.insertInto('exams').values(exam).execute();
}

export interface NewObject {
  id: string;
  exam_id: string;
  center_id: string;
  patient_id: string;
  kind: 'original';
  wrapped_key: Buffer;
  size_bytes: number;
  sha256: Buffer;
}

export async function insertObject(tx: Tx, object: NewObject): Promise<void> {
  await tx.insertInto('exam_objects').values(object).execute();
}

/** Selects exams with their patients and keys; every list of exams starts from it. */
export function selectExamRows(tx: Reader) {
  return tx
    .selectFrom('exams as e')
    .innerJoin('patients as p', 'p.id', 'e.patient_id')
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 'e.patient_id')
    .select([
      'e.id',
      'e.patient_id as patientUuid',
      'p.patient_id as patientId',
      'p.first_name as patientFirstName',
      'p.last_name as patientLastName',
      'k.wrapped_key as wrappedKey',
      'e.exam_type as examType',
      'e.exam_date as examDate',
      'e.referring_physician as referringPhysician',
      'e.notes_sealed as encryptedNotes',
      'e.file_name as fileName',
      'e.file_size as fileSize',
      'e.sha256',
      'e.uploaded_at as uploadedAt',
      'e.status',
      'e.status_reason as statusReason',
      'e.reason_sealed as encryptedReason',
      'e.is_open as isOpen',
      'e.imaging_state as imagingState',
      'e.imaging_fault as imagingFault',
      'e.changed_at as changedAt',
    ]);
}

/** Finds a center's own exam. */
export async function findExam(tx: Reader, centerId: string, id: string): Promise<ExamRow | null> {
  const row = await selectExamRows(tx).where('e.center_id', '=', centerId).where('e.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Finds doctors whose active grant covers an exam type of the patients (internal ids), to notify their clients. */
export async function findDoctorsOfPatient(
  tx: Reader,
  patientIds: string[],
  examType: ExamTypeName,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('patient_access as a')
    .select('a.doctor_id')
    .distinct()
    .where('a.patient_id', 'in', patientIds)
    .where(isGrantActive)
    .where(isExamTypeGranted(sql`${examType}`))
    .execute();
  return rows.map((row) => row.doctor_id);
}

/** An exam's stored file, with the two wrapped keys that decrypt it. */
export interface StoredOriginal {
  examId: string;
  patientUuid: string;
  centerId: string;
  examType: ExamTypeName;
  content: ExamContentName;
  objectId: string;
  wrappedObjectKey: Buffer;
  wrappedPatientKey: Buffer;
  sizeBytes: number;
  sha256: Buffer;
}

function selectOriginals(tx: Reader) {
  return tx
    .selectFrom('exams as e')
    .innerJoin('exam_objects as o', 'o.exam_id', 'e.id')
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 'e.patient_id')
    .select([
      'e.id as examId',
      'e.patient_id as patientUuid',
      'e.center_id as centerId',
      'e.exam_type as examType',
      'e.content',
      'o.id as objectId',
      'o.wrapped_key as wrappedObjectKey',
      'k.wrapped_key as wrappedPatientKey',
      'o.size_bytes as sizeBytes',
      'o.sha256',
    ])
    .where('o.kind', '=', 'original')
    .where('e.status', '<>', 'withdrawn');
}

/** Finds the file of a center's own exam. */
export async function findOriginalOfCenter(
  tx: Reader,
  centerId: string,
  examId: string,
): Promise<StoredOriginal | null> {
  const row = await selectOriginals(tx)
    .where('e.center_id', '=', centerId)
    .where('e.id', '=', examId)
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the file of an exam under a doctor's active grant, with that grant. */
export async function findOriginalOfDoctor(
  tx: Reader,
  doctorId: string,
  examId: string,
): Promise<(StoredOriginal & { grantId: string; publicPatientId: string }) | null> {
  const row = await selectOriginals(tx)
    .innerJoin('patient_access as a', 'a.patient_id', 'e.patient_id')
    .select(['a.id as grantId', 'a.public_patient_id as publicPatientId'])
    .where('e.id', '=', examId)
    .where(canDoctorSeeExam(doctorId))
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns which of these stored objects belong neither to an exam nor to a running upload. */
export async function findOrphanObjects(tx: Reader, objectIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT stored.id FROM unnest(${objectIds}::uuid[]) AS stored (id)
    WHERE NOT EXISTS (SELECT 1 FROM exam_objects o WHERE o.id = stored.id)
      AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.object_id = stored.id AND u.ended_at IS NULL)`.execute(tx);
  return rows.map((row) => row.id);
}

const maxExams = 500;

/** Lists a patient's exams within a doctor's active grant, newest first. */
export async function listExamsForDoctor(tx: Reader, doctorId: string, patientUuid: string): Promise<ExamRow[]> {
  return await selectExamRows(tx)
    .innerJoin('patient_access as a', 'a.patient_id', 'e.patient_id')
    .where('e.patient_id', '=', patientUuid)
    .where(canDoctorSeeExam(doctorId))
    .orderBy('e.uploaded_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(maxExams)
    .execute();
}

const storageName = 'storage';

/** Finds the name that the database shares with its file store; null before the first start. */
export async function findStorageName(tx: Reader): Promise<string | null> {
  const row = await tx.selectFrom('installation').select('value').where('name', '=', storageName).executeTakeFirst();
  return row?.value ?? null;
}

export async function insertStorageName(tx: Tx, value: string): Promise<void> {
  await tx
    .insertInto('installation')
    .values({ name: storageName, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns whether the database has a row of any stored object. */
export async function hasObjects(tx: Reader): Promise<boolean> {
  return (await tx.selectFrom('exam_objects').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Returns the bytes of a center's exams without withdrawn ones, and its plan's quota. Null if the scope does not see
 * the center.
 */
export async function findStorageUse(tx: Reader, centerId: string): Promise<StorageUse | null> {
  const row = await tx
    .selectFrom('center_figures as f')
    .innerJoin('medical_centers as c', 'c.id', 'f.center_id')
    .select(['f.exam_bytes as usedBytes', 'c.quota_bytes as quotaBytes'])
    .where('f.center_id', '=', centerId)
    .executeTakeFirst();
  return row ?? null;
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
