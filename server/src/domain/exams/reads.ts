import { sql } from 'kysely';
import type { JsonValue } from '../../platform/db/json.ts';
import { preparedMarker } from '../../platform/db/prepared-statements.ts';
import type { ExamStatusName, ExamTypeName, ImagingStateName, ScanStateName } from '../core/column-values.ts';
import type { Reader } from '../database.ts';
import { wrappedPatientKey } from '../keys/reads.ts';

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
  imagingState: ImagingStateName;
  imagingFault: string | null;
  marks: JsonValue;
  scanState: ScanStateName;
  studyDescription: string | null;
  modalities: string[] | null;
  bodyParts: string[] | null;
  laterality: 'R' | 'L' | 'B' | null;
  /** Null until the exam is indexed. */
  seriesCount: number | null;
  imageCount: number | null;
  /** The series whose thumbnail stands for the exam. */
  keySeriesUid: string | null;
}

const summaryColumns = [
  'e.study_description as studyDescription',
  'e.modalities',
  'e.body_parts as bodyParts',
  'e.laterality',
  'e.series_count as seriesCount',
  'e.image_count as imageCount',
  'e.key_series_uid as keySeriesUid',
] as const;
/** The same of `exams as e`, for a statement in SQL. */
export const summarySql = sql`e.study_description AS "studyDescription", e.modalities, e.body_parts AS "bodyParts",
  e.laterality, e.series_count AS "seriesCount", e.image_count AS "imageCount", e.key_series_uid AS "keySeriesUid"`;
/** The columns that `showSummary` shows. */
export type SummaryRow = Pick<
  ExamRow,
  'studyDescription' | 'modalities' | 'bodyParts' | 'laterality' | 'seriesCount' | 'imageCount' | 'keySeriesUid'
>;

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
      wrappedPatientKey.as('wrappedKey'),
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
      'e.marks',
      'e.scan_state as scanState',
      ...summaryColumns,
    ]);
}

/** Finds a center's own exam. */
export async function findExam(tx: Reader, centerId: string, id: string): Promise<ExamRow | null> {
  const row = await selectExamRows(tx)
    .where('e.center_id', '=', centerId)
    .where('e.id', '=', id)
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns whether a center's own exam was of a patient who was erased. */
export async function isExamErased(tx: Reader, centerId: string, examId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('exams as e')
    .innerJoin('patients as p', 'p.id', 'e.patient_id')
    .select('e.id')
    .where('e.center_id', '=', centerId)
    .where('e.id', '=', examId)
    .where('p.erased_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export interface RecentUpload extends SummaryRow {
  id: string;
  examType: ExamTypeName;
  examDate: string;
  uploadedAt: Date;
  fileName: string;
  status: ExamStatusName;
  statusReason: JsonValue;
}

/** Lists a center's latest exams that are not withdrawn, newest first. */
export async function listRecentUploads(tx: Reader, centerId: string, limit: number): Promise<RecentUpload[]> {
  return await tx
    .selectFrom('exams as e')
    .select(['e.id', 'e.exam_type as examType', 'e.exam_date as examDate', 'e.uploaded_at as uploadedAt'])
    .select(['e.file_name as fileName', 'e.status', 'e.status_reason as statusReason', ...summaryColumns])
    .where('e.center_id', '=', centerId)
    .where('e.status', '<>', 'withdrawn')
    .orderBy('e.uploaded_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(sql.lit(limit)) // known to the kept plan, which then reads no more rows
    .modifyEnd(preparedMarker)
    .execute();
}

export interface EncryptedFindings {
  examId: string;
  encrypted: Buffer;
  originalId: string;
  wrappedObjectKey: Buffer;
}

/** Lists what the virus scanner found in these exams, with the wrapped keys that decrypt it. */
export async function listFindings(tx: Reader, examIds: readonly string[]): Promise<EncryptedFindings[]> {
  return await tx
    .selectFrom('exams as e')
    .innerJoin('exam_objects as o', 'o.exam_id', 'e.id')
    .select(['e.id as examId', 'o.id as originalId', 'o.wrapped_key as wrappedObjectKey'])
    .select((select) => select.ref('e.scan_findings').$notNull().as('encrypted'))
    .where('e.id', 'in', examIds)
    .where('o.kind', '=', 'original')
    .where('e.scan_findings', 'is not', null)
    .execute();
}

/** Finds the stored list of an exam's files: the object's id and wrapped key, or null. */
export async function findContents(tx: Reader, examId: string): Promise<{ id: string; wrappedKey: Buffer } | null> {
  const row = await tx
    .selectFrom('exam_objects')
    .select(['id', 'wrapped_key as wrappedKey'])
    .where('exam_id', '=', examId)
    .where('kind', '=', 'contents')
    .executeTakeFirst();
  return row ?? null;
}

/** Exams without a result of the virus scanner. */
export interface ScanBacklog {
  waiting: number;
  /** Since the oldest of them was uploaded; 0 if none waits. */
  oldestMs: number;
  /** Those that are too large for the scanner's configuration. */
  overLimit: number;
  /** Exams that arrived without a scanner, up to 10,000. */
  never: number;
  /** A node with a scanner ran within the last 24 hours. */
  isScannerSeen: boolean;
}

/** Runs in the scope of the health check. */
export async function readScanBacklog(tx: Reader): Promise<ScanBacklog> {
  const { rows } = await sql<ScanBacklog>`
    SELECT waiting, oldest_ms AS "oldestMs", over_limit AS "overLimit", never, is_scanner_seen() AS "isScannerSeen"
    FROM scan_backlog()`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('The exams could not be counted.');
  return row;
}
