import { sql } from 'kysely';
import { preparedMarker } from '../../platform/db/prepared-statements.ts';
import type { ExamTypeName } from '../core/column-values.ts';
import type { Reader } from '../database.ts';
import { wrappedPatientKey } from '../keys/reads.ts';
import type { ExactSearch } from './exact-search.ts';
import { type FactColumns, factColumns } from './patient-columns.ts';

/** A patient's row with the wrapped key of its encrypted columns, the latest exam's type and the number of exams. */
export interface PatientRow extends FactColumns {
  id: string;
  patientId: string;
  wrappedKey: Buffer;
  createdAt: Date;
  erasedAt: Date | null;
  examType: ExamTypeName | null;
  examCount: number;
}

/** Selects patients with their keys; every list of patients starts from it. */
export function selectPatientRows(tx: Reader) {
  return tx
    .selectFrom('patients as p')
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 'p.id')
    .select(factColumns.map((column) => `p.${column}` as const))
    .select([
      'p.id',
      'p.patient_id as patientId',
      wrappedPatientKey.as('wrappedKey'),
      'p.created_at as createdAt',
      'p.erased_at as erasedAt',
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

/** Returns the condition on `patients as p` that one of the exact values matches. */
export function matchesExactly({ patientId, phone, amka }: ExactSearch) {
  return sql<boolean>`(p.patient_id = ${patientId}::text OR p.phone_index = ${phone}::bytea OR p.amka_index = ${amka}::bytea)`;
}

/** Lists count their rows up to one more than this. */
export const maxCount = 1_000;

/** Counts exact matches, up to 1,001. */
export async function countExactMatches(tx: Reader, centerId: string, exactSearch: ExactSearch): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM patients p WHERE p.center_id = ${centerId} AND ${matchesExactly(exactSearch)} LIMIT ${maxCount + 1}) AS counted`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

export interface CenterPatient {
  id: string;
  patientId: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  gender: 'Male' | 'Female' | 'Other';
  encryptedAmka: Buffer | null;
  erasedAt: Date | null;
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
      'p.erased_at as erasedAt',
      wrappedPatientKey.as('wrappedKey'),
    ])
    .where('p.center_id', '=', centerId)
    .where('p.patient_id', '=', patientId)
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds a center's own patient by public ID, as the sheet shows it. Returns null for another center's too. */
export async function findPatientByPublicId(
  tx: Reader,
  centerId: string,
  patientId: string,
): Promise<PatientRow | null> {
  const row = await selectPatientRows(tx)
    .where('p.center_id', '=', centerId)
    .where('p.patient_id', '=', patientId)
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  return row ?? null;
}
