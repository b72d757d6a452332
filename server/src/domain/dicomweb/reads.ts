import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { JsonValue } from '../../platform/db/json.ts';
import { preparedMarker, preparedSearchMarker } from '../../platform/db/prepared-statements.ts';
import { searchTimeout } from '../../platform/db/queries/like-patterns.ts';
import { canDoctorSeeExam } from '../access/grants/active-grant.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { ExamTypeName } from '../core/column-values.ts';
import type { Reader, Tables } from '../database.ts';
import { type ExamRow, type SummaryRow, selectExamRows, summarySql } from '../exams/reads.ts';

type Scope = CenterScope | DoctorScope;

/** Returns the SQL that limits exams (`e`) to those the scope may view. For a doctor, `a` is the grant. */
function examVisibility(scope: Scope): {
  join: RawBuilder<unknown>;
  condition: RawBuilder<boolean>;
  grant: RawBuilder<unknown>;
} {
  if (scope.kind === 'center')
    return {
      join: sql``,
      condition: sql<boolean>`e.center_id = ${scope.centerId} AND e.status <> 'withdrawn'`,
      grant: sql``,
    };
  return {
    join: sql`JOIN patient_access a ON a.patient_id = e.patient_id`,
    condition: sql<boolean>`e.status <> 'withdrawn' AND ${canDoctorSeeExam(scope.doctorId)}`,
    grant: sql`, a.id AS "grantId", a.public_patient_id AS "publicPatientId"`,
  };
}

const examColumns = sql`e.id AS "examId", e.center_id AS "centerId", e.patient_id AS "patientUuid", e.exam_type AS "examType", e.scan_state AS "scanState"`;

/** Finds an exam that the scope may view, indexed or not. */
export async function findExam(tx: Reader, scope: Scope, examId: string): Promise<VisibleExam | null> {
  const { join, condition, grant } = examVisibility(scope);
  const { rows } = await sql<VisibleExam>`
    SELECT ${examColumns}${grant} FROM exams e ${join} WHERE e.id = ${examId} AND ${condition} LIMIT 1 ${preparedMarker}`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Finds the newest exam that contains a study and that the scope may view, or only the named exam. */
export async function findExamOfStudy(
  tx: Reader,
  scope: Scope,
  { studyUid, examId }: { studyUid: string; examId?: string },
): Promise<VisibleExam | null> {
  const { join, condition, grant } = examVisibility(scope);
  const { rows } = await sql<VisibleExam>`
    SELECT ${examColumns}${grant} FROM studies s JOIN exams e ON e.id = s.exam_id ${join}
    WHERE s.study_uid = ${studyUid} AND ${examId === undefined ? sql`true` : sql`e.id = ${examId}`} AND ${condition}
    ORDER BY e.uploaded_at DESC, e.id DESC LIMIT 1 ${preparedMarker}`.execute(tx);
  return rows[0] ?? null;
}

export interface StudyRow {
  examId: string;
  studyUid: string;
  patientNumber: string | null;
  modalities: string[];
  seriesCount: number;
  instanceCount: number;
  attributes: JsonValue;
}

export interface SeriesSearchRow extends StudyRow {
  seriesUid: string;
  seriesInstances: number;
  seriesAttributes: JsonValue;
}

export interface SearchCriteria {
  /** Limits the search to one exam. Without it, each study comes from the newest exam that contains it. */
  examId?: string;
  conditions: RawBuilder<boolean>;
  /** On series, in a search for studies; null for no condition. */
  seriesCondition: RawBuilder<boolean> | null;
  /** Words of a patient's name, found by an index; only for a center. Undefined matches any name. */
  nameWords?: string[][];
  limit: number;
  offset: number;
}

/** An AMKA stays encrypted; the portal's own patient ID replaces it. */
const studyColumns = sql`s.exam_id AS "examId", s.study_uid AS "studyUid",
  coalesce(s.patient_number, (SELECT p.patient_id FROM patients p WHERE p.id = s.patient_id)) AS "patientNumber", s.modalities,
  s.series_count AS "seriesCount", s.instance_count AS "instanceCount", s.attributes`;

/** A UID in several exams belongs to its newest exam. A study is listed once, and never mixes exams. */
function isNewest(scope: Scope, examId: string | undefined): RawBuilder<boolean> {
  if (examId !== undefined) return sql<boolean>`e.id = ${examId}`;
  const { join, condition } = examVisibility(scope);
  // a subquery per row: as NOT EXISTS it was planned as a join of all rows, 2.4 s at 20,000 studies
  return sql<boolean>`s.exam_id = (SELECT e.id FROM studies o JOIN exams e ON e.id = o.exam_id ${join}
    WHERE o.study_uid = s.study_uid AND ${condition} ORDER BY e.uploaded_at DESC, e.id DESC LIMIT 1)`;
}

/**
 * Returns the SQL that limits studies (`s`) to those the scope may view. Each study looks up its own exam. As a join
 * with underestimated row counts, the plan read all exams for each study found by name (0.4 s at 20,000).
 */
function studyVisibility(
  scope: Scope,
  nameWords?: string[][],
): { from: RawBuilder<unknown>; condition: RawBuilder<boolean> } {
  const { condition } = examVisibility(scope);
  const exam = sql`SELECT e.id FROM exams e WHERE e.id = s.exam_id AND ${condition} OFFSET 0`; // optimization fence
  if (scope.kind === 'center')
    return {
      from: sql`${nameWords ? studiesByName(scope.centerId, nameWords) : sql`studies s`} CROSS JOIN LATERAL (${exam}) AS e`,
      // uses the index on a center's studies by date
      condition: sql<boolean>`s.center_id = ${scope.centerId}`,
    };
  return {
    from: sql`patient_access a JOIN studies s ON s.patient_id = a.patient_id CROSS JOIN LATERAL (${exam}) AS e`,
    condition: sql<boolean>`a.doctor_id = ${scope.doctorId} AND a.status = 'granted'`,
  };
}

/** Sets the time limit of a search (security 2, row 32) and a generic plan. Planning each search anew took 20 ms. */
export async function applySearchSettings(tx: Reader): Promise<void> {
  await sql`SELECT set_config('statement_timeout', ${searchTimeout}, true), set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(
    tx,
  );
}

/** Returns matching studies, newest first. */
export async function searchStudies(tx: Reader, scope: Scope, criteria: SearchCriteria): Promise<StudyRow[]> {
  const { from, condition } = studyVisibility(scope, criteria.nameWords);
  const { examId, conditions, seriesCondition, limit, offset } = criteria;
  const hasSeries =
    seriesCondition === null
      ? sql`true`
      : sql`EXISTS (SELECT 1 FROM series r WHERE r.exam_id = s.exam_id AND r.study_uid = s.study_uid AND ${seriesCondition})`;
  const { rows } = await sql<StudyRow>`
    SELECT ${studyColumns} FROM ${from}
    WHERE ${condition} AND ${isNewest(scope, examId)} AND ${conditions} AND ${hasSeries}
    ORDER BY s.study_date DESC NULLS LAST, s.exam_id, s.study_uid LIMIT ${limit} OFFSET ${offset} ${preparedSearchMarker}`.execute(
    tx,
  );
  return rows;
}

/** Returns matching series: newest study first, then in series order. */
export async function searchSeries(tx: Reader, scope: Scope, criteria: SearchCriteria): Promise<SeriesSearchRow[]> {
  const { from, condition } = studyVisibility(scope, criteria.nameWords);
  const { examId, conditions, seriesCondition, limit, offset } = criteria;
  const { rows } = await sql<SeriesSearchRow>`
    SELECT ${studyColumns}, r.series_uid AS "seriesUid", r.instance_count AS "seriesInstances", r.attributes AS "seriesAttributes"
    FROM ${from} JOIN series r ON r.exam_id = s.exam_id AND r.study_uid = s.study_uid
    WHERE ${condition} AND ${isNewest(scope, examId)} AND ${conditions} AND ${seriesCondition ?? sql`true`}
    ORDER BY s.study_date DESC NULLS LAST, s.exam_id, s.study_uid, r.position
    LIMIT ${limit} OFFSET ${offset} ${preparedSearchMarker}`.execute(tx);
  return rows;
}

/**
 * Selects a center's studies by patient name, through the index that row-level security withholds from LIKE. The index
 * finds the names first, then each study is looked up, even if the planner underestimates the table.
 */
function studiesByName(centerId: string, words: string[][]): RawBuilder<unknown> {
  return sql`studies_by_name(${centerId}, ${JSON.stringify(words)}::jsonb, 20000) AS n
    CROSS JOIN LATERAL (SELECT s.* FROM studies s WHERE s.exam_id = n.exam AND s.study_uid = n.study OFFSET 0) AS s`;
}

/** An exam's row with its patient and center. */
export interface ExamToViewRow extends ExamRow {
  dateOfBirth: string;
  gender: Selectable<Tables['patients']>['gender'];
  centerName: string;
  unreadableCount: number | null;
  duplicateCount: number | null;
  otherCount: number | null;
}

/** Finds an exam that the scope may view, with its patient and center. */
export async function findExamToView(tx: Reader, scope: Scope, examId: string): Promise<ExamToViewRow | null> {
  if ((await findExam(tx, scope, examId)) === null) return null;
  const row = await selectExamRows(tx)
    .innerJoin('medical_centers as c', 'c.id', 'e.center_id')
    .select([
      'p.date_of_birth as dateOfBirth',
      'p.gender',
      'c.name as centerName',
      'e.unreadable_count as unreadableCount',
      'e.duplicate_count as duplicateCount',
      'e.other_count as otherCount',
    ])
    .where('e.id', '=', examId)
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  return row ?? null;
}

const maxEarlierExams = 20;

export interface EarlierExamRow extends SummaryRow, Pick<ExamRow, 'statusReason'> {
  id: string;
  examType: ExamTypeName;
  examDate: string;
}

/** Lists the patient's earlier exams that the scope may view, newest first. */
export async function listEarlierExams(tx: Reader, scope: Scope, examId: string): Promise<EarlierExamRow[]> {
  const { join, condition } = examVisibility(scope);
  const { rows } = await sql<EarlierExamRow>`
    SELECT e.id, e.exam_type AS "examType", e.exam_date AS "examDate", e.status_reason AS "statusReason", ${summarySql}
    FROM exams o JOIN exams e ON e.patient_id = o.patient_id AND (e.exam_date, e.uploaded_at) < (o.exam_date, o.uploaded_at) ${join}
    WHERE o.id = ${examId} AND ${condition}
    ORDER BY e.exam_date DESC, e.uploaded_at DESC, e.id DESC LIMIT ${maxEarlierExams} ${preparedMarker}`.execute(tx);
  return rows;
}

const timelinePageSize = 50;

/** One page of a patient's exams, and whether there are more. */
export interface TimelinePage {
  rows: EarlierExamRow[];
  total: number;
  hasMore: boolean;
}

/** Lists the exams of an exam's patient that the scope may view, newest first: after the exam `cursor`, or from the start. */
export async function listTimeline(
  tx: Reader,
  scope: Scope,
  examId: string,
  cursor: string | null,
): Promise<TimelinePage> {
  const { join, condition } = examVisibility(scope);
  const { rows } = await sql<EarlierExamRow & { total: number }>`
    SELECT * FROM (
      SELECT e.id, e.exam_type AS "examType", e.exam_date AS "examDate", e.status_reason AS "statusReason", e.uploaded_at,
        ${summarySql},
        (count(*) OVER ())::integer AS total
      FROM exams o JOIN exams e ON e.patient_id = o.patient_id ${join}
      WHERE o.id = ${examId} AND ${condition}
    ) AS all_exams
    WHERE ${cursor}::uuid IS NULL
      OR ("examDate", uploaded_at, id) < (SELECT c.exam_date, c.uploaded_at, c.id FROM exams c WHERE c.id = ${cursor}::uuid)
    ORDER BY "examDate" DESC, uploaded_at DESC, id DESC LIMIT ${timelinePageSize + 1} ${preparedMarker}`.execute(tx);
  return {
    rows: rows.slice(0, timelinePageSize),
    total: rows[0]?.total ?? 0,
    hasMore: rows.length > timelinePageSize,
  };
}

const maxSeries = 1_000;

export interface SeriesToViewRow {
  studyUid: string;
  seriesUid: string;
  studyDescription: string | null;
  studyDate: string | null;
  modality: string | null;
  number: number | null;
  description: string | null;
  instances: number;
  frames: number;
  hasThumbnail: boolean;
}

/** Lists the series of an exam that the scope may view, in display order. */
export async function listSeriesToView(tx: Reader, scope: Scope, examId: string): Promise<SeriesToViewRow[]> {
  const { join, condition } = examVisibility(scope);
  const { rows } = await sql<SeriesToViewRow>`
    SELECT s.study_uid AS "studyUid", r.series_uid AS "seriesUid", s.description AS "studyDescription", s.study_date AS "studyDate",
      r.modality, r.series_number AS number, r.description, r.instance_count AS instances, r.frame_count AS frames,
      r.thumbnail_object IS NOT NULL AS "hasThumbnail"
    FROM studies s JOIN exams e ON e.id = s.exam_id ${join}
      JOIN series r ON r.exam_id = s.exam_id AND r.study_uid = s.study_uid
    WHERE e.id = ${examId} AND ${condition}
    ORDER BY s.study_date DESC NULLS LAST, s.study_uid, r.position LIMIT ${maxSeries} ${preparedMarker}`.execute(tx);
  return rows;
}
