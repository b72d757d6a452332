import { sql } from 'kysely';
import { preparedMarker } from '../../platform/db/prepared-statements.ts';
import type { Reader, Tx } from '../database.ts';
import type { ExactSearch } from './exact-search.ts';
import type { PatientColumns } from './patient-facts.ts';
import { matchesExactly, maxCount, type PatientRow, selectPatientRows } from './reads.ts';

export interface NewPatient extends PatientColumns {
  id: string;
  center_id: string;
  patient_id: string;
  registered_by: string;
}

/** Adds a patient. Violates `patients_patient_id_key` if the public id is taken. */
export async function insertPatient(tx: Tx, patient: NewPatient): Promise<void> {
  await tx.insertInto('patients').values(patient).execute();
}

/** Replaces the columns of a center's patient. */
export async function updatePatient(tx: Tx, centerId: string, id: string, columns: PatientColumns): Promise<void> {
  await tx.updateTable('patients').set(columns).where('center_id', '=', centerId).where('id', '=', id).execute();
}

/** Returns the earliest exam day, without withdrawn exams: the birth date cannot be later. Null without exams. */
export async function findEarliestExamDay(tx: Reader, centerId: string, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('exams')
    .select((query) => query.fn.min('exam_date').as('day'))
    .where('center_id', '=', centerId)
    .where('patient_id', '=', id)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirst();
  return row?.day ?? null;
}

export interface ListOrder {
  isNewestFirst: boolean;
  limit: number;
  /** Time and id of the last row of the previous page. */
  after: { at: string; id: string } | null;
}

/** Limits a query on `patients as p` to one page, by time of registration. */
function applyOrder(query: ReturnType<typeof selectPatientRows>, { isNewestFirst, after, limit }: ListOrder) {
  const direction = isNewestFirst ? 'desc' : 'asc';
  const page = query.orderBy('p.created_at', direction).orderBy('p.id', direction).limit(limit);
  if (after === null) return page;
  return page.where(
    isNewestFirst
      ? sql<boolean>`(p.created_at, p.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
      : sql<boolean>`(p.created_at, p.id) > (${after.at}::timestamptz, ${after.id}::uuid)`,
  );
}

/** Lists a center's patients by time of registration. */
export async function listPatients(tx: Reader, centerId: string, order: ListOrder): Promise<PatientRow[]> {
  return await applyOrder(selectPatientRows(tx).where('p.center_id', '=', centerId), order).execute();
}

/** Lists a center's patients whose name matches every word; `words` holds the LIKE patterns of each. */
export async function searchPatients(
  tx: Reader,
  centerId: string,
  words: string[][],
  order: ListOrder,
): Promise<PatientRow[]> {
  const direction = order.isNewestFirst ? 'desc' : 'asc';
  const { after, isNewestFirst, limit } = order;
  const ids = sql<string>`(SELECT search_patients(${centerId}, ${JSON.stringify(words)}::jsonb, ${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid, ${isNewestFirst}, ${limit}))`;
  return await selectPatientRows(tx)
    .where('p.center_id', '=', centerId)
    .where('p.id', 'in', ids)
    .orderBy('p.created_at', direction)
    .orderBy('p.id', direction)
    .limit(limit)
    .execute();
}

/**
 * Lists a center's patients with exactly this public ID, phone or AMKA, by time of registration. Several may share a
 * phone.
 */
export async function findExactMatches(
  tx: Reader,
  centerId: string,
  exactSearch: ExactSearch,
  order: ListOrder,
): Promise<PatientRow[]> {
  return await applyOrder(
    selectPatientRows(tx).where('p.center_id', '=', centerId).where(matchesExactly(exactSearch)),
    order,
  ).execute();
}

/** Counts a center's patients, up to 1,001. */
export async function countPatients(tx: Reader, centerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT 1 FROM patients WHERE center_id = ${centerId} LIMIT ${maxCount + 1}) AS counted
    ${preparedMarker}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Counts patients whose name matches the words, up to 1,001. */
export async function countMatches(tx: Reader, centerId: string, words: string[][]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM search_patients(${centerId}, ${JSON.stringify(words)}::jsonb, NULL, NULL, true, ${maxCount + 1})`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Finds the position of a row in the list, for the next page; null if the center has no such patient. */
export async function findPosition(
  tx: Reader,
  centerId: string,
  id: string,
): Promise<{ at: string; id: string } | null> {
  const row = await tx
    .selectFrom('patients')
    .select(['id', sql<string>`created_at::text`.as('at')])
    .where('center_id', '=', centerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds a center's own patient by internal id, as lists show it. */
export async function findPatientById(tx: Reader, centerId: string, id: string): Promise<PatientRow | null> {
  const row = await selectPatientRows(tx).where('p.center_id', '=', centerId).where('p.id', '=', id).executeTakeFirst();
  return row ?? null;
}
