import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { keptPlan } from '../../platform/db/kept-plans.ts';
import type { ExamTypeName } from '../../platform/db/schema.ts';
import { doctorSeesExam } from '../grants/live-grant.ts';

/** A series with what opens its exam's original and everything that was made of it. */
export interface SeriesRow {
  examId: string;
  centerId: string;
  patientUuid: string;
  examType: ExamTypeName;
  studyUid: string;
  seriesUid: string;
  instanceCount: number;
  wrappedPatientKey: Buffer;
  originalId: string;
  wrappedOriginalKey: Buffer;
  manifestId: string;
  wrappedManifestKey: Buffer;
  thumbnailId: string | null;
  wrappedThumbnailKey: Buffer | null;
  framesId: string | null;
  wrappedFramesKey: Buffer | null;
  /** Of a doctor: the grant, and the patient's public id. */
  grantId?: string;
  publicPatientId?: string;
}

export interface SeriesAsked {
  examId: string;
  /** Left out: of whichever study of the exam. */
  studyUid?: string;
  seriesUid: string;
}

export interface StudyAsked {
  examId: string;
  studyUid: string;
}

interface StoredKey {
  id: string;
  kind: string;
  /** In hex. */
  key: string;
}

/**
 * The stored objects of a series, with their keys: the original of the exam (`e`) and what was wrapped of it, and what was
 * made of the series (`s`). One sub-query, not a join for each: every table that a statement names brings all sub-plans of
 * row-level security along, and to begin the four took 3 ms, kept plan or not.
 */
const objectsOfSeries = sql<StoredKey[]>`(
  SELECT json_agg(json_build_object('id', o.id, 'kind', o.kind, 'key', encode(o.wrapped_key, 'hex'))) FROM exam_objects o
  WHERE (o.exam_id = e.id AND o.kind IN ('original', 'wrapped')) OR o.id IN (s.manifest_object, s.thumbnail_object, s.frames_object))`;

type FoundSeries = Omit<
  SeriesRow,
  'originalId' | 'wrappedOriginalKey' | 'wrappedManifestKey' | 'wrappedThumbnailKey' | 'wrappedFramesKey'
> & { objects: StoredKey[] | null };

/** A series as it was found; null without its original or manifest, which the scope then does not see. */
function rowOf({ objects, ...found }: FoundSeries): SeriesRow | null {
  const keyOf = (id: string | null) => {
    const one = objects?.find((object) => object.id === id);
    return one === undefined ? null : Buffer.from(one.key, 'hex');
  };
  // of a document the DICOM object that was made of it is read, and the document itself only downloaded
  const original = objects?.find(({ kind }) => kind === 'wrapped') ?? objects?.find(({ kind }) => kind === 'original');
  const manifestKey = keyOf(found.manifestId);
  if (original === undefined || manifestKey === null) return null;
  return {
    ...found,
    originalId: original.id,
    wrappedOriginalKey: Buffer.from(original.key, 'hex'),
    wrappedManifestKey: manifestKey,
    wrappedThumbnailKey: keyOf(found.thumbnailId),
    wrappedFramesKey: keyOf(found.framesId),
  };
}

const rowsOf = (found: readonly FoundSeries[]) => found.map(rowOf).filter((row) => row !== null);

/** Series of an exam that was not withdrawn, in their order. */
function seriesRows(tx: Reader, examId: string) {
  return tx
    .selectFrom('series as s')
    .innerJoin('exams as e', 'e.id', 's.exam_id')
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 'e.patient_id')
    .select([
      'e.id as examId',
      'e.center_id as centerId',
      'e.patient_id as patientUuid',
      'e.exam_type as examType',
      's.study_uid as studyUid',
      's.series_uid as seriesUid',
      's.instance_count as instanceCount',
      'k.wrapped_key as wrappedPatientKey',
      's.manifest_object as manifestId',
      's.thumbnail_object as thumbnailId',
      's.frames_object as framesId',
      objectsOfSeries.as('objects'),
    ])
    .where('s.exam_id', '=', examId)
    .where('e.status', '<>', 'withdrawn')
    .orderBy('s.position')
    .modifyEnd(keptPlan);
}

function oneSeries(tx: Reader, { examId, studyUid, seriesUid }: SeriesAsked) {
  const rows = seriesRows(tx, examId).where('s.series_uid', '=', seriesUid).limit(1);
  return studyUid === undefined ? rows : rows.where('s.study_uid', '=', studyUid);
}

// An archive has 20,000 entries at most.
const mostSeries = 20_000;

/** All series of a study of a center's own exam. */
export async function listSeriesOfCenter(
  tx: Reader,
  centerId: string,
  { examId, studyUid }: StudyAsked,
): Promise<SeriesRow[]> {
  return rowsOf(await ofStudy(seriesRows(tx, examId), studyUid).where('e.center_id', '=', centerId).execute());
}

/** All series of a study of an exam within a doctor's live grant. */
export async function listSeriesOfDoctor(
  tx: Reader,
  doctorId: string,
  { examId, studyUid }: StudyAsked,
): Promise<SeriesRow[]> {
  return rowsOf(await granted(ofStudy(seriesRows(tx, examId), studyUid), doctorId).execute());
}

function ofStudy(rows: ReturnType<typeof seriesRows>, studyUid: string) {
  return rows.where('s.study_uid', '=', studyUid).limit(mostSeries);
}

function granted(rows: ReturnType<typeof seriesRows>, doctorId: string) {
  return rows
    .innerJoin('patient_access as a', 'a.patient_id', 'e.patient_id')
    .select(['a.id as grantId', 'a.public_patient_id as publicPatientId'])
    .where(doctorSeesExam(doctorId));
}

/** A series of a center's own exam. */
export async function findSeriesOfCenter(tx: Reader, centerId: string, asked: SeriesAsked): Promise<SeriesRow | null> {
  const row = await oneSeries(tx, asked).where('e.center_id', '=', centerId).executeTakeFirst();
  return row === undefined ? null : rowOf(row);
}

/** A series of an exam within a doctor's live grant. */
export async function findSeriesOfDoctor(tx: Reader, doctorId: string, asked: SeriesAsked): Promise<SeriesRow | null> {
  const row = await granted(oneSeries(tx, asked), doctorId).executeTakeFirst();
  return row === undefined ? null : rowOf(row);
}
