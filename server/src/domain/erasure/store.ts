import { sql } from 'kysely';
import type { Tx } from '../database.ts';
import type { MasterWrapped } from '../keys/master-keys.ts';

/** Finds a patient of any center by public id. */
export async function findPatientToErase(tx: Tx, publicId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`SELECT patient_to_erase(${publicId}) AS id`.execute(tx);
  return rows[0]?.id ?? null;
}

export interface ErasedPatient {
  id: string;
  erasedAt: Date;
}

export async function listErasedPatients(tx: Tx): Promise<ErasedPatient[]> {
  const { rows } =
    await sql<ErasedPatient>`SELECT id, erased_at AS "erasedAt" FROM erased_patients() ORDER BY 2, 1`.execute(tx);
  return rows;
}

/**
 * Erases the patient of the transaction's scope. Returns the ids of stored objects that no row names any more; null if
 * there is no such patient.
 */
export async function erasePatientRows(tx: Tx, newKey: MasterWrapped): Promise<string[] | null> {
  const { rows } = await sql<{ id: string | null }>`
    SELECT object_id AS id FROM erase_patient(${newKey.wrapped}::bytea, ${newKey.masterId}::integer)`.execute(tx);
  return rows.length === 0 ? null : rows.map(({ id }) => id).filter((id) => id !== null);
}
