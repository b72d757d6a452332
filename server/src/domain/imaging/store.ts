import { sql } from 'kysely';
import type { JsonValue } from '../../platform/db/json.ts';
import type {
  DerivedKind,
  ExamContentName,
  ExamStatusName,
  ExamTypeName,
  ImagingStateName,
} from '../core/column-values.ts';
import type { Reader, Tx } from '../database.ts';
import type { PatientToCompare } from '../exams/patient-check/patient-mismatch.ts';
import { wrappedPatientKey } from '../keys/reads.ts';

/** Statements for indexing an exam. Each runs in the scope of that one exam (`imagingScope`). */

export interface ExamToIndex {
  id: string;
  centerId: string;
  patientUuid: string;
  examType: ExamTypeName;
  /** `YYYY-MM-DD`. */
  examDate: string;
  content: ExamContentName;
  status: ExamStatusName;
  imagingState: ImagingStateName;
  imagingVersion: number | null;
  imagingAttempts: number;
  statusReason: JsonValue;
  /** The points that the center has confirmed. */
  confirmedPoints: string[];
  /** Some of its files are not yet compared with its patient. */
  awaitsComparison: boolean;
  wrappedPatientKey: Buffer;
  originalId: string;
  wrappedObjectKey: Buffer;
  sizeBytes: number;
  /** SHA-256 of the original as received. */
  sha256: Buffer;
  /** The DICOM object of a document, once it exists; viewers read it instead of the original. */
  wrappedId: string | null;
  wrappedWrappedKey: Buffer | null;
}

/** Finds the exam with the wrapped keys of its original; null if it is gone. */
export async function findExamToIndex(tx: Reader, examId: string): Promise<ExamToIndex | null> {
  const row = await tx
    .selectFrom('exams as e')
    .innerJoin('exam_objects as o', 'o.exam_id', 'e.id')
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 'e.patient_id')
    .leftJoin('exam_objects as w', (join) => join.onRef('w.exam_id', '=', 'e.id').on('w.kind', '=', 'wrapped'))
    .select([
      'w.id as wrappedId',
      'w.wrapped_key as wrappedWrappedKey',
      'e.id',
      'e.center_id as centerId',
      'e.patient_id as patientUuid',
      'e.exam_type as examType',
      'e.exam_date as examDate',
      'e.content',
      'e.status',
      'e.imaging_state as imagingState',
      'e.imaging_version as imagingVersion',
      'e.imaging_attempts as imagingAttempts',
      'e.status_reason as statusReason',
      'e.confirmed_doubts as confirmedPoints',
      'e.awaits_comparison as awaitsComparison',
      wrappedPatientKey.as('wrappedPatientKey'),
      'o.id as originalId',
      'o.wrapped_key as wrappedObjectKey',
      'o.size_bytes as sizeBytes',
      'o.sha256',
    ])
    .where('e.id', '=', examId)
    .where('o.kind', '=', 'original')
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the patient of the exam that is being indexed. */
export async function findPatientOfExam(tx: Reader, patientUuid: string): Promise<PatientToCompare | null> {
  const row = await tx
    .selectFrom('patients')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      'date_of_birth as dateOfBirth',
      'gender',
      'amka_sealed as encryptedAmka',
    ])
    .where('id', '=', patientUuid)
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes the rows derived from the exam: all (null), or objects of some kinds. Returns the objects' ids. */
export async function clearImaging(tx: Tx, kinds: DerivedKind[] | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM clear_imaging(${kinds}::text[]) AS id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Summarizes the exam of the scope, or up to `limit` indexed exams without a summary. Returns how many. */
export async function summarizeExams(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT summarize_exams(${limit}) AS count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** A series to render or encode, with the wrapped key of its manifest. */
export interface SeriesToProcess {
  studyUid: string;
  seriesUid: string;
  position: number;
  manifestId: string;
  wrappedManifestKey: Buffer;
}

function selectManifests(tx: Reader, examId: string, limit: number) {
  return tx
    .selectFrom('series as s')
    .innerJoin('exam_objects as m', 'm.id', 's.manifest_object')
    .select([
      's.study_uid as studyUid',
      's.series_uid as seriesUid',
      's.position',
      'm.id as manifestId',
      'm.wrapped_key as wrappedManifestKey',
    ])
    .where('s.exam_id', '=', examId)
    .orderBy('s.position')
    .limit(limit);
}

/** Lists the exam's series without a thumbnail or a fault, in their order. */
export async function listSeriesToRender(tx: Reader, examId: string, limit: number): Promise<SeriesToProcess[]> {
  return await selectManifests(tx, examId, limit)
    .where('s.thumbnail_object', 'is', null)
    .where('s.thumbnail_fault', 'is', null)
    .execute();
}

/** Lists the exam's series without cached frames, in their order, from a position on. */
export async function listSeriesToEncode(
  tx: Reader,
  examId: string,
  { from, limit }: { from: number; limit: number },
): Promise<SeriesToProcess[]> {
  return await selectManifests(tx, examId, limit)
    .where('s.frames_object', 'is', null)
    .where('s.position', '>=', from)
    .where('s.frame_count', '>', 0)
    .execute();
}

/** Records the object of a series' cached frames. */
export async function updateFramesObject(tx: Tx, manifestId: string, framesId: string): Promise<void> {
  await tx.updateTable('series').set({ frames_object: framesId }).where('manifest_object', '=', manifestId).execute();
}

export interface ThumbnailUpdate {
  manifestId: string;
  thumbnailId: string | null;
  fault: string | null;
}

/** Records each series' thumbnail, or why it has none. */
export async function updateThumbnails(tx: Tx, updates: readonly ThumbnailUpdate[]): Promise<void> {
  const [manifestIds, thumbnails, faults] = [
    updates.map((update) => update.manifestId),
    updates.map((update) => update.thumbnailId),
    updates.map((update) => update.fault),
  ];
  await sql`
    UPDATE series s SET thumbnail_object = p.thumbnail, thumbnail_fault = p.fault
    FROM unnest(${manifestIds}::uuid[], ${thumbnails}::uuid[], ${faults}::text[]) AS p (manifest, thumbnail, fault)
    WHERE s.manifest_object = p.manifest`.execute(tx);
}

/** Lists doctors whose active grant covers the exam. */
export async function listViewersOfExam(tx: Reader): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM viewers_of_exam() AS id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Lists exams to index by id, after one of them; with `shouldReindex`, all exams. Runs in the purpose's scope, not an
 * exam's.
 */
export async function listExamsToIndex(
  tx: Reader,
  {
    version,
    shouldReindex,
    after,
    limit,
  }: { version: number; shouldReindex: boolean; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM exams_to_image(${version}::integer, ${shouldReindex}::boolean, ${after}::uuid, ${limit}::integer) AS id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Lists all exams by id, after one of them. Runs in the purpose's scope, not an exam's. */
export async function listExamsToVerify(tx: Reader, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM exams_to_verify(${after}::uuid, ${limit}::integer) AS id`.execute(tx);
  return rows.map(({ id }) => id);
}
