import type { Reader, Tx } from '../database.ts';

/** Returns all wrapped service keys by name. */
export async function findServiceKeys(tx: Reader): Promise<Map<string, Buffer>> {
  const rows = await tx.selectFrom('keys.service_keys').select(['name', 'wrapped_key']).execute();
  return new Map(rows.map((row) => [row.name, row.wrapped_key]));
}

/** Inserts a service key unless one of that name exists, so two nodes that start together use the same key. */
export async function insertServiceKey(tx: Tx, name: string, wrapped: Buffer): Promise<void> {
  await tx
    .insertInto('keys.service_keys')
    .values({ name, wrapped_key: wrapped })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertPatientKey(tx: Tx, patientId: string, wrapped: Buffer): Promise<void> {
  await tx.insertInto('keys.patient_keys').values({ patient_id: patientId, wrapped_key: wrapped }).execute();
}
