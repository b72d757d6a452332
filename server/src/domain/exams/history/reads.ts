import { sql } from 'kysely';
import type { ExamStatusName, ExamTypeName } from '../../core/column-values.ts';
import type { Reader } from '../../database.ts';
import type { ExactSearch } from '../../patients/exact-search.ts';
import { matchesExactly } from '../../patients/reads.ts';
import { type ExamRow, selectExamRows } from '../reads.ts';

/** Filters of a center's exam list. Null means no filter. Without a status, withdrawn exams are excluded. */
export interface HistoryFilter {
  examType: ExamTypeName | null;
  status: Exclude<ExamStatusName, 'withdrawn'> | null;
  /** Start of the upload period (inclusive) and its end (exclusive). */
  from: Date | null;
  to: Date | null;
  after: { at: string; id: string } | null;
  limit: number;
}

/**
 * The exams to list: all, those of exactly matching patients, those whose patient's name matches every word, or one
 * exam whatever its status.
 */
export type ExamSelection = 'all' | { exact: ExactSearch } | { words: string[][] } | { id: string };

/** Lists a center's exams, newest upload first. */
export async function listExams(
  tx: Reader,
  centerId: string,
  selection: ExamSelection,
  filter: HistoryFilter,
): Promise<ExamRow[]> {
  const { limit } = filter;
  let query = selectExamRows(tx).where('e.center_id', '=', centerId);
  query =
    selection !== 'all' && 'words' in selection
      ? query.where('e.id', 'in', searchExamIds(centerId, selection.words, filter, limit))
      : query.where(selectionCondition(selection, filter));
  return await query.orderBy('e.uploaded_at', 'desc').orderBy('e.id', 'desc').limit(limit).execute();
}

/** Returns the condition on `exams as e` and `patients as p`. Names are matched by `searchExamIds`. */
function selectionCondition(selection: Exclude<ExamSelection, { words: string[][] }>, filter: HistoryFilter) {
  if (selection !== 'all' && 'id' in selection) return sql<boolean>`e.id = ${selection.id}`;
  const { examType, status, from, to, after } = filter;
  const conditions = [status === null ? sql`e.status <> 'withdrawn'` : sql`e.status = ${status}`];
  if (selection !== 'all') conditions.push(matchesExactly(selection.exact));
  if (examType) conditions.push(sql`e.exam_type = ${examType}`);
  if (from) conditions.push(sql`e.uploaded_at >= ${from}`);
  if (to) conditions.push(sql`e.uploaded_at < ${to}`);
  if (after) conditions.push(sql`(e.uploaded_at, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** Selects the ids of exams whose patient's name matches, through the only function that may search names. */
function searchExamIds(centerId: string, words: string[][], filter: HistoryFilter, limit: number) {
  const { examType, status, from, to, after } = filter;
  return sql<string>`(SELECT search_exams(${centerId}, ${JSON.stringify(words)}::jsonb, ${examType}::text, ${status}::text, ${from}::timestamptz, ${to}::timestamptz, ${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid, ${limit}))`;
}

const maxCount = 1_000;

/** Counts the exams of a filter on all pages, up to 1,001. */
export async function countExams(
  tx: Reader,
  centerId: string,
  selection: ExamSelection,
  filter: HistoryFilter,
): Promise<number> {
  const filterWithoutCursor = { ...filter, after: null };
  const matchingRows =
    selection !== 'all' && 'words' in selection
      ? searchExamIds(centerId, selection.words, filterWithoutCursor, maxCount + 1)
      : sql`(SELECT 1 FROM exams e ${selection === 'all' ? sql`` : sql`JOIN patients p ON p.id = e.patient_id`}
          WHERE e.center_id = ${centerId} AND ${selectionCondition(selection, filterWithoutCursor)} LIMIT ${maxCount + 1})`;
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${matchingRows} AS counted`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Finds the position of an exam in the history, for the next page. */
export async function findExamPosition(
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
