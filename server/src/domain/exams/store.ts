import { type RawBuilder, sql } from 'kysely';
import type { JsonValue } from '../../platform/db/json.ts';
import { preparedMarker } from '../../platform/db/prepared-statements.ts';
import { canDoctorSeeExam } from '../access/grants/active-grant.ts';
import type { ExamContentName, ExamStatusName, ExamTypeName, ScanStateName } from '../core/column-values.ts';
import type { Reader, Tx } from '../database.ts';
import { wrappedPatientKey } from '../keys/reads.ts';
import { type DoctorExamRow, selectDoctorExams } from './doctor-exams.ts';

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
  scan_state: ScanStateName | RawBuilder<ScanStateName>;
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

/** An exam's stored file, with the two wrapped keys that decrypt it. */
export interface StoredOriginal {
  examId: string;
  patientUuid: string;
  centerId: string;
  examType: ExamTypeName;
  content: ExamContentName;
  fileName: string;
  marks: JsonValue;
  scanState: ScanStateName;
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
      'e.file_name as fileName',
      'e.marks',
      'e.scan_state as scanState',
      'o.id as objectId',
      'o.wrapped_key as wrappedObjectKey',
      wrappedPatientKey.as('wrappedPatientKey'),
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

/** Finds the file of an exam of the patient whose own pictures the scope sees. */
export async function findOriginalOfPatient(tx: Reader, examId: string): Promise<StoredOriginal | null> {
  const row = await selectOriginals(tx)
    .where('e.id', '=', examId)
    .where('e.patient_id', '=', sql<string>`(SELECT scope_own())`)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns which of these stored objects belong neither to an exam nor to a running upload. */
export async function findOrphanObjects(tx: Reader, objectIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM orphans_among(${objectIds}::uuid[]) AS id`.execute(tx);
  return rows.map((row) => row.id);
}

const maxExams = 500;

/** Lists a patient's exams within a doctor's active grant, latest exam date first. */
export async function listExamsForDoctor(tx: Reader, doctorId: string, patientUuid: string): Promise<DoctorExamRow[]> {
  return await selectDoctorExams(tx, doctorId)
    .where('e.patient_id', '=', patientUuid)
    .orderBy('e.exam_date', 'desc')
    .orderBy('e.uploaded_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(maxExams)
    .modifyEnd(preparedMarker)
    .execute();
}

/** Returns whether the database has a row of any stored object. */
export async function hasObjects(tx: Reader): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`SELECT has_exam_objects() AS found`.execute(tx);
  return rows[0]?.found ?? false;
}
