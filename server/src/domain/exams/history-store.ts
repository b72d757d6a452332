import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { ExamStatusName, ExamTypeName } from '../../platform/db/schema.ts';
import type { ExactName } from '../patients/exact-name.ts';
import { isNamedExactly } from '../patients/store.ts';
import { type ExamRow, examRows } from './store.ts';

/** What a list of a center's exams leaves, never a withdrawn one: each null lets all others through. */
export interface HistoryFilter {
  examType: ExamTypeName | null;
  status: Exclude<ExamStatusName, 'withdrawn'> | null;
  /** The first instant that counts, and the first that does not. */
  from: Date | null;
  to: Date | null;
  after: { at: string; id: string } | null;
  limit: number;
}

/** Whose exams are asked for: everybody's, of patients named exactly, of those whose name matches every word; or one exam, whatever its status. */
export type Whose = 'everybody' | { exactly: ExactName } | { words: string[][] } | { id: string };

/** A center's exams, newest upload first. */
export async function listExams(tx: Reader, centerId: string, whose: Whose, filter: HistoryFilter): Promise<ExamRow[]> {
  const { limit } = filter;
  let query = examRows(tx).where('e.center_id', '=', centerId);
  query =
    whose !== 'everybody' && 'words' in whose
      ? query.where('e.id', 'in', matching(centerId, whose.words, filter, limit))
      : query.where(isAskedFor(whose, filter));
  return await query.orderBy('e.uploaded_at', 'desc').orderBy('e.id', 'desc').limit(limit).execute();
}

/** The filter's condition on `exams as e` of `patients as p`; matching names are found by `matching`. */
function isAskedFor(whose: Exclude<Whose, { words: string[][] }>, filter: HistoryFilter) {
  if (whose !== 'everybody' && 'id' in whose) return sql<boolean>`e.id = ${whose.id}`;
  const { examType, status, from, to, after } = filter;
  const conditions = [status === null ? sql`e.status <> 'withdrawn'` : sql`e.status = ${status}`];
  if (whose !== 'everybody') conditions.push(isNamedExactly(whose.exactly));
  if (examType) conditions.push(sql`e.exam_type = ${examType}`);
  if (from) conditions.push(sql`e.uploaded_at >= ${from}`);
  if (to) conditions.push(sql`e.uploaded_at < ${to}`);
  if (after) conditions.push(sql`(e.uploaded_at, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** Ids of exams of patients whose name matches, through the one function that may search names. */
function matching(centerId: string, words: string[][], filter: HistoryFilter, most: number) {
  const { examType, status, from, to, after } = filter;
  return sql<string>`(SELECT search_exams(${centerId}, ${JSON.stringify(words)}::jsonb, ${examType}::text, ${status}::text, ${from}::timestamptz, ${to}::timestamptz, ${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid, ${most}))`;
}

const countedAtMost = 1_000;

/** How many exams a filter leaves, whatever the page, counted to 1,001 at most. */
export async function countExams(tx: Reader, centerId: string, whose: Whose, filter: HistoryFilter): Promise<number> {
  const whole = { ...filter, after: null };
  const counted =
    whose !== 'everybody' && 'words' in whose
      ? matching(centerId, whose.words, whole, countedAtMost + 1)
      : sql`(SELECT 1 FROM exams e ${whose === 'everybody' ? sql`` : sql`JOIN patients p ON p.id = e.patient_id`}
          WHERE e.center_id = ${centerId} AND ${isAskedFor(whose, whole)} LIMIT ${countedAtMost + 1})`;
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${counted} AS counted`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The place of an exam in the history, for the page after it. */
export async function findExamPlace(
  tx: Reader,
  centerId: string,
  id: string,
): Promise<{ at: string; id: string } | null> {
  const row = await tx
    .selectFrom('exams')
    .select(['id', sql<string>`uploaded_at::text`.as('at')])
    .where('center_id', '=', centerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
