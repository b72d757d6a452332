import type { OwnExams } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { sql } from 'kysely';
import type { ExamTypeName } from '../core/column-values.ts';
import type { Reader, Tx } from '../database.ts';

/** Queries of a patient's own exams. Row-level security leaves only these visible. */

/**
 * Uses one try to open the pictures of the scope's person. Returns the tries left; null if none was left, or if the session
 * is unknown, over or already opened.
 */
export async function countBirthDateTry(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ triesLeft: number | null }>`SELECT count_birth_date_try() AS "triesLeft"`.execute(tx);
  return rows[0]?.triesLeft ?? null;
}

interface OpenedPerson {
  /** Null if the date of birth is not the person's. */
  patientId: string | null;
  requestId: string;
}

/**
 * Opens the pictures of the scope's person. Null if the session is unknown, over or already opened, or if no committed
 * transaction has counted the try.
 */
export async function openForPerson(tx: Tx): Promise<OpenedPerson | null> {
  const { rows } = await sql<OpenedPerson>`
    SELECT patient AS "patientId", request AS "requestId" FROM open_own_pictures()`.execute(tx);
  return rows[0] ?? null;
}

/** Whose pictures the scope sees, as audit events name it. `purpose`: the record's place on the link. */
export interface OwnPlace {
  centerId: string;
  patientId: string;
  purpose: string;
}

/** Returns the scope's person. The session must be open. */
export async function getOwnPlace(tx: Reader): Promise<OwnPlace> {
  const { rows } = await sql<OwnPlace>`
    SELECT p.center_id AS "centerId", p.id AS "patientId", scope_own_access() AS purpose
    FROM patients p WHERE p.id = (SELECT scope_own())`.execute(tx);
  const [place] = rows;
  if (place === undefined) throw new Fault('unauthenticated');
  return place;
}

/** Whose pictures the scope sees. */
export interface OwnPatient {
  id: string;
  firstName: string;
  lastName: string;
  centerName: string;
  centerPhone: string | null;
}

/** Finds the patient of the scope. Null if its session is unknown or over, or shows no person yet. */
export async function findOwnPatient(tx: Reader): Promise<OwnPatient | null> {
  const row = await tx
    .selectFrom('patients as p')
    .innerJoin('medical_centers as c', 'c.id', 'p.center_id')
    .select(['p.id', 'p.first_name as firstName', 'p.last_name as lastName'])
    .select(['c.name as centerName', 'c.phone as centerPhone'])
    .where('p.id', '=', sql<string>`(SELECT scope_own())`)
    .executeTakeFirst();
  return row ?? null;
}

/** An exam as its patient sees it. */
export interface OwnExamRow {
  id: string;
  examType: ExamTypeName;
  examDate: string;
  bodyParts: string[] | null;
  laterality: OwnExams['exams'][number]['laterality'];
  imageCount: number | null;
}

function selectOwnExams(tx: Reader) {
  return tx
    .selectFrom('exams as e')
    .select([
      'e.id',
      'e.exam_type as examType',
      'e.exam_date as examDate',
      'e.body_parts as bodyParts',
      'e.laterality',
      'e.image_count as imageCount',
    ])
    .where('e.patient_id', '=', sql<string>`(SELECT scope_own())`)
    .where('e.status', '=', 'completed');
}

/** Lists the exams, newest first. `after`: the id of the last one shown. */
export async function listOwnExams(
  tx: Reader,
  { after, limit }: { after: string | null; limit: number },
): Promise<OwnExamRow[]> {
  const query = selectOwnExams(tx);
  const rest =
    after === null
      ? query
      : query.where(
          sql<boolean>`(e.exam_date, e.id) < (SELECT o.exam_date, o.id FROM exams o WHERE o.id = ${after}::uuid)`,
        );
  return await rest.orderBy('e.exam_date', 'desc').orderBy('e.id', 'desc').limit(limit).execute();
}

export async function findOwnExam(tx: Reader, id: string): Promise<OwnExamRow | null> {
  return (await selectOwnExams(tx).where('e.id', '=', id).executeTakeFirst()) ?? null;
}

const maxSeries = 500;

/** Lists the series with images of an exam, in viewing order. `position` is counted from 0. */
export async function listOwnSeries(
  tx: Reader,
  examId: string,
): Promise<{ position: number; modality: string | null; images: number }[]> {
  return await tx
    .selectFrom('series as s')
    .innerJoin('exams as e', 'e.id', 's.exam_id')
    .select(['s.position', 's.modality', 's.frame_count as images'])
    .where('s.exam_id', '=', examId)
    .where('e.patient_id', '=', sql<string>`(SELECT scope_own())`)
    .where('s.frame_count', '>', 0)
    .orderBy('s.position')
    .limit(maxSeries)
    .execute();
}
