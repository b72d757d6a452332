import { sql } from 'kysely';
import type { Reader } from '../../database.ts';

/** Finds the public ids of patients and their centers' center IDs by the UUIDs in audit events. */
export async function findPatientIds(
  tx: Reader,
  ids: readonly string[],
): Promise<Map<string, { patientId: string; centerCode: string }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; patient_id: string; center_code: string }>`
    SELECT id, patient_id, center_code FROM trail_patients(${[...new Set(ids)]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, { patientId: row.patient_id, centerCode: row.center_code }]));
}

/** Finds the UUID of the patient with a public id; null if there is none. */
export async function findPatientUuid(tx: Reader, patientId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`SELECT trail_patient(${patientId}) AS id`.execute(tx);
  return rows[0]?.id ?? null;
}
