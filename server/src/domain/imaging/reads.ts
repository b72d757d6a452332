import { sql } from 'kysely';
import { preparedMarker } from '../../platform/db/prepared-statements.ts';
import { canDoctorSeeExam } from '../access/grants/active-grant.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { ExamTypeName, ScanStateName } from '../core/column-values.ts';
import type { Reader } from '../database.ts';
import { wrappedPatientKey } from '../keys/reads.ts';

/** A series with the wrapped keys of its exam's original and of all derived objects. */
export interface SeriesRow {
  examId: string;
  centerId: string;
  patientUuid: string;
  examType: ExamTypeName;
  scanState: ScanStateName;
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
  /** For a doctor: the grant, and the patient's public ID. */
  grantId?: string;
  publicPatientId?: string;
}

export interface SeriesAddress {
  examId: string;
  /** Undefined matches any study of the exam. */
  studyUid?: string;
  seriesUid: string;
}

export interface StudyAddress {
  examId: string;
  /** Undefined matches all studies of the exam. */
  studyUid?: string;
}

interface ObjectKeyRow {
  id: string;
  kind: string;
  /** In hex. */
  key: string;
}

/**
 * The stored objects of a series, with their keys: the original of the exam (`e`) and its wrapped form, and the derived
 * objects of the series (`s`). A sub-query, not a join for each: every table in a statement adds all row-level security
 * sub-plans, and starting the four took 3 ms, with a cached plan or not.
 */
const objectsOfSeries = sql<ObjectKeyRow[]>`(
  SELECT json_agg(json_build_object('id', o.id, 'kind', o.kind, 'key', encode(o.wrapped_key, 'hex'))) FROM exam_objects o
  WHERE (o.exam_id = e.id AND o.kind IN ('original', 'wrapped')) OR o.id IN (s.manifest_object, s.thumbnail_object, s.frames_object))`;

type SeriesQueryRow = Omit<
  SeriesRow,
  'originalId' | 'wrappedOriginalKey' | 'wrappedManifestKey' | 'wrappedThumbnailKey' | 'wrappedFramesKey'
> & { objects: ObjectKeyRow[] | null };

/** Returns the series of a query row; null without its original or manifest, which the scope then cannot see. */
function toSeriesRow({ objects, ...queryRow }: SeriesQueryRow): SeriesRow | null {
  const keyOf = (id: string | null) => {
    const objectRow = objects?.find((object) => object.id === id);
    return objectRow === undefined ? null : Buffer.from(objectRow.key, 'hex');
  };
  // viewers read the DICOM object of a document; the document itself is only downloaded
  const original = objects?.find(({ kind }) => kind === 'wrapped') ?? objects?.find(({ kind }) => kind === 'original');
  const manifestKey = keyOf(queryRow.manifestId);
  if (original === undefined || manifestKey === null) return null;
  return {
    ...queryRow,
    originalId: original.id,
    wrappedOriginalKey: Buffer.from(original.key, 'hex'),
    wrappedManifestKey: manifestKey,
    wrappedThumbnailKey: keyOf(queryRow.thumbnailId),
    wrappedFramesKey: keyOf(queryRow.framesId),
  };
}

const toSeriesRows = (queryRows: readonly SeriesQueryRow[]) => queryRows.map(toSeriesRow).filter((row) => row !== null);

/** Selects the series of an exam that is not withdrawn, in their order. */
function selectSeries(tx: Reader, examId: string) {
  return tx
    .selectFrom('series as s')
    .innerJoin('exams as e', 'e.id', 's.exam_id')
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 'e.patient_id')
    .select([
      'e.id as examId',
      'e.center_id as centerId',
      'e.patient_id as patientUuid',
      'e.exam_type as examType',
      'e.scan_state as scanState',
      's.study_uid as studyUid',
      's.series_uid as seriesUid',
      's.instance_count as instanceCount',
      wrappedPatientKey.as('wrappedPatientKey'),
      's.manifest_object as manifestId',
      's.thumbnail_object as thumbnailId',
      's.frames_object as framesId',
      objectsOfSeries.as('objects'),
    ])
    .where('s.exam_id', '=', examId)
    .where('e.status', '<>', 'withdrawn')
    .orderBy('s.position')
    .modifyEnd(preparedMarker);
}

function selectOneSeries(tx: Reader, { examId, studyUid, seriesUid }: SeriesAddress) {
  const rows = selectSeries(tx, examId).where('s.series_uid', '=', seriesUid).limit(1);
  return studyUid === undefined ? rows : rows.where('s.study_uid', '=', studyUid);
}

// An archive has at most 20,000 entries.
const maxSeries = 20_000;

/** Lists all series of a study of a center's own exam. */
export async function listSeriesOfCenter(
  tx: Reader,
  centerId: string,
  { examId, studyUid }: StudyAddress,
): Promise<SeriesRow[]> {
  return toSeriesRows(
    await filterByStudy(selectSeries(tx, examId), studyUid).where('e.center_id', '=', centerId).execute(),
  );
}

/** Lists all series of a study of an exam within a doctor's active grant. */
export async function listSeriesOfDoctor(
  tx: Reader,
  doctorId: string,
  { examId, studyUid }: StudyAddress,
): Promise<SeriesRow[]> {
  return toSeriesRows(await withGrant(filterByStudy(selectSeries(tx, examId), studyUid), doctorId).execute());
}

function filterByStudy(rows: ReturnType<typeof selectSeries>, studyUid: string | undefined) {
  return (studyUid === undefined ? rows : rows.where('s.study_uid', '=', studyUid)).limit(maxSeries);
}

/** An exam with the thumbnail that stands for it, if it has one. */
export interface ListedExam extends VisibleExam {
  wrappedPatientKey: Buffer;
  objectId: string | null;
  wrappedKey: Buffer | null;
}

/** Lists the exams that a center or doctor may see, with their thumbnails. The caller limits the ids. */
export async function listThumbnails(
  tx: Reader,
  scope: CenterScope | DoctorScope,
  examIds: readonly string[],
): Promise<ListedExam[]> {
  const rows = tx
    .selectFrom('exams as e')
    .leftJoin('series as s', (join) =>
      join
        .onRef('s.exam_id', '=', 'e.id')
        .onRef('s.study_uid', '=', 'e.key_study_uid')
        .onRef('s.series_uid', '=', 'e.key_series_uid')
        .on('e.status', '<>', 'withdrawn'),
    )
    .leftJoin('exam_objects as o', 'o.id', 's.thumbnail_object')
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 'e.patient_id')
    .select(['e.id as examId', 'e.center_id as centerId', 'e.patient_id as patientUuid', 'e.exam_type as examType'])
    .select(['e.scan_state as scanState', wrappedPatientKey.as('wrappedPatientKey')])
    .select(['o.id as objectId', 'o.wrapped_key as wrappedKey'])
    .where(sql<boolean>`e.id = ANY (${examIds}::uuid[])`)
    .modifyEnd(preparedMarker);
  if (scope.kind === 'center') return await rows.where('e.center_id', '=', scope.centerId).execute();
  return await rows
    .innerJoin('patient_access as a', 'a.patient_id', 'e.patient_id')
    .select(['a.id as grantId', 'a.public_patient_id as publicPatientId'])
    .where(canDoctorSeeExam(scope.doctorId))
    .execute();
}

function withGrant(rows: ReturnType<typeof selectSeries>, doctorId: string) {
  return rows
    .innerJoin('patient_access as a', 'a.patient_id', 'e.patient_id')
    .select(['a.id as grantId', 'a.public_patient_id as publicPatientId'])
    .where(canDoctorSeeExam(doctorId));
}

/** Finds a series of a center's own exam. */
export async function findSeriesOfCenter(
  tx: Reader,
  centerId: string,
  address: SeriesAddress,
): Promise<SeriesRow | null> {
  const row = await selectOneSeries(tx, address).where('e.center_id', '=', centerId).executeTakeFirst();
  return row === undefined ? null : toSeriesRow(row);
}

/** Finds a series of an exam within a doctor's active grant. */
export async function findSeriesOfDoctor(
  tx: Reader,
  doctorId: string,
  address: SeriesAddress,
): Promise<SeriesRow | null> {
  const row = await withGrant(selectOneSeries(tx, address), doctorId).executeTakeFirst();
  return row === undefined ? null : toSeriesRow(row);
}

/** Finds the series at a position of an exam, counted from 0, of the patient whose own pictures the scope sees. */
export async function findSeriesOfPatient(
  tx: Reader,
  { examId, position }: { examId: string; position: number },
): Promise<SeriesRow | null> {
  const row = await selectSeries(tx, examId)
    .where('e.patient_id', '=', sql<string>`(SELECT scope_own())`)
    .where('s.position', '=', position)
    .executeTakeFirst();
  return row === undefined ? null : toSeriesRow(row);
}
