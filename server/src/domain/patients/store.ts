import { sql } from 'kysely';
import type { ExamTypeName } from '../core/column-values.ts';
import type { Reader, Tx } from '../database.ts';
import type { ExactSearch } from './exact-search.ts';

/** A patient's row with the wrapped key of its encrypted columns, the latest exam's type and the number of exams. */
export interface PatientRow {
  id: string;
  patientId: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  gender: 'Male' | 'Female' | 'Other';
  email: string | null;
  language: 'en' | 'el' | null;
  encryptedPhone: Buffer | null;
  encryptedAmka: Buffer | null;
  encryptedAddress: Buffer | null;
  wrappedKey: Buffer;
  createdAt: Date;
  examType: ExamTypeName | null;
  examCount: number;
}

/** The columns that a center fills and may change. */
export interface PatientColumns {
  first_name: string;
  last_name: string;
  name_key: string;
  date_of_birth: string;
  gender: 'Male' | 'Female' | 'Other';
  email: string | null;
  language: 'en' | 'el' | null;
  phone_sealed: Buffer | null;
  phone_index: Buffer | null;
  amka_sealed: Buffer | null;
  amka_index: Buffer | null;
  address_sealed: Buffer | null;
}

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

/** Locks a patient's row until the transaction ends, so changes to it run one after the other. */
export async function lockPatient(tx: Tx, centerId: string, id: string): Promise<void> {
  await tx
    .selectFrom('patients')
    .select('id')
    .where('center_id', '=', centerId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
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
  newestFirst: boolean;
  limit: number;
  /** Time and id of the last row of the previous page. */
  after: { at: string; id: string } | null;
}

function patientRows(tx: Reader) {
  return tx
    .selectFrom('patients as p')
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 'p.id')
    .select([
      'p.id',
      'p.patient_id as patientId',
      'p.first_name as firstName',
      'p.last_name as lastName',
      'p.date_of_birth as dateOfBirth',
      'p.gender',
      'p.email',
      'p.language',
      'p.phone_sealed as encryptedPhone',
      'p.amka_sealed as encryptedAmka',
      'p.address_sealed as encryptedAddress',
      'k.wrapped_key as wrappedKey',
      'p.created_at as createdAt',
    ])
    .select((row) => [
      row
        .selectFrom('exams as e')
        .select('e.exam_type')
        .whereRef('e.patient_id', '=', 'p.id')
        .where('e.status', '<>', 'withdrawn')
        .orderBy('e.uploaded_at', 'desc')
        .orderBy('e.id', 'desc')
        .limit(1)
        .as('examType'),
      sql<number>`(SELECT count(*) FROM exams e WHERE e.patient_id = p.id AND e.status <> 'withdrawn')`.as('examCount'),
    ]);
}

/** Limits a query on `patients as p` to one page, by time of registration. */
function applyOrder(query: ReturnType<typeof patientRows>, { newestFirst, after, limit }: ListOrder) {
  const direction = newestFirst ? 'desc' : 'asc';
  const page = query.orderBy('p.created_at', direction).orderBy('p.id', direction).limit(limit);
  if (after === null) return page;
  return page.where(
    newestFirst
      ? sql<boolean>`(p.created_at, p.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
      : sql<boolean>`(p.created_at, p.id) > (${after.at}::timestamptz, ${after.id}::uuid)`,
  );
}

/** Lists a center's patients by time of registration. */
export async function listPatients(tx: Reader, centerId: string, order: ListOrder): Promise<PatientRow[]> {
  return await applyOrder(patientRows(tx).where('p.center_id', '=', centerId), order).execute();
}

/** Lists a center's patients whose name matches every word; `words` holds the LIKE patterns of each. */
export async function searchPatients(
  tx: Reader,
  centerId: string,
  words: string[][],
  order: ListOrder,
): Promise<PatientRow[]> {
  const direction = order.newestFirst ? 'desc' : 'asc';
  const { after, newestFirst, limit } = order;
  const ids = sql<string>`(SELECT search_patients(${centerId}, ${JSON.stringify(words)}::jsonb, ${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid, ${newestFirst}, ${limit}))`;
  return await patientRows(tx)
    .where('p.center_id', '=', centerId)
    .where('p.id', 'in', ids)
    .orderBy('p.created_at', direction)
    .orderBy('p.id', direction)
    .limit(limit)
    .execute();
}

/** Returns the condition on `patients as p` that one of the exact values matches. */
export function matchesExactly({ patientId, phone, amka }: ExactSearch) {
  return sql<boolean>`(p.patient_id = ${patientId}::text OR p.phone_index = ${phone}::bytea OR p.amka_index = ${amka}::bytea)`;
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
    patientRows(tx).where('p.center_id', '=', centerId).where(matchesExactly(exactSearch)),
    order,
  ).execute();
}

const maxCount = 1_000;

/** Counts a center's patients, up to 1,001. */
export async function countPatients(tx: Reader, centerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT 1 FROM patients WHERE center_id = ${centerId} LIMIT ${maxCount + 1}) AS counted`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Counts exact matches, up to 1,001. */
export async function countExactMatches(tx: Reader, centerId: string, exactSearch: ExactSearch): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM patients p WHERE p.center_id = ${centerId} AND ${matchesExactly(exactSearch)} LIMIT ${maxCount + 1}) AS counted`.execute(
    tx,
  );
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

export interface CenterPatient {
  id: string;
  patientId: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  gender: 'Male' | 'Female' | 'Other';
  encryptedAmka: Buffer | null;
  wrappedKey: Buffer;
}

/** Finds a center's own patient by public ID. Returns null for another center's too. */
export async function findOwnPatient(tx: Reader, centerId: string, patientId: string): Promise<CenterPatient | null> {
  const row = await tx
    .selectFrom('patients as p')
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 'p.id')
    .select([
      'p.id',
      'p.patient_id as patientId',
      'p.first_name as firstName',
      'p.last_name as lastName',
      'p.date_of_birth as dateOfBirth',
      'p.gender',
      'p.amka_sealed as encryptedAmka',
      'k.wrapped_key as wrappedKey',
    ])
    .where('p.center_id', '=', centerId)
    .where('p.patient_id', '=', patientId)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds a center's own patient by internal id, as lists show it. */
export async function findPatientById(tx: Reader, centerId: string, id: string): Promise<PatientRow | null> {
  const row = await patientRows(tx).where('p.center_id', '=', centerId).where('p.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Finds a center's own patient by public ID, as the sheet shows it. Returns null for another center's too. */
export async function findPatientByPublicId(
  tx: Reader,
  centerId: string,
  patientId: string,
): Promise<PatientRow | null> {
  const row = await patientRows(tx)
    .where('p.center_id', '=', centerId)
    .where('p.patient_id', '=', patientId)
    .executeTakeFirst();
  return row ?? null;
}
