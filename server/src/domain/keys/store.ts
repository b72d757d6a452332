import type { Reader, Tx } from '../database.ts';
import type { MasterWrapped } from './master-keys.ts';

/** Returns all wrapped service keys by name. */
export async function findServiceKeys(tx: Reader): Promise<Map<string, MasterWrapped>> {
  const rows = await tx.selectFrom('keys.service_keys').select(['name', 'wrapped_key', 'master_id']).execute();
  return new Map(rows.map((row) => [row.name, { masterId: row.master_id, wrapped: row.wrapped_key }]));
}

/** Inserts a service key unless one of that name exists, so two nodes that start together use the same key. */
export async function insertServiceKey(tx: Tx, name: string, { masterId, wrapped }: MasterWrapped): Promise<void> {
  await tx
    .insertInto('keys.service_keys')
    .values({ name, wrapped_key: wrapped, master_id: masterId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertPatientKey(tx: Tx, patientId: string, { masterId, wrapped }: MasterWrapped): Promise<void> {
  await tx
    .insertInto('keys.patient_keys')
    .values({ patient_id: patientId, wrapped_key: wrapped, master_id: masterId })
    .execute();
}

/** Returns when a master key was replaced; null if it never was one of this database. */
export async function findRetirement(tx: Reader, keyFingerprint: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('keys.retired_master_keys')
    .select('retired_at')
    .where('fingerprint', '=', keyFingerprint)
    .executeTakeFirst();
  return row?.retired_at ?? null;
}

/** Returns whether the database has its first master key still. */
export async function hasFirstMasterKey(tx: Reader): Promise<boolean> {
  const rows = await tx.selectFrom('keys.master_keys').select('id').execute();
  return rows.length === 1 && rows[0]?.id === 1;
}

/** Inserts the first master key, unless another node did. */
export async function insertFirstMasterKey(
  tx: Tx,
  row: { fingerprint: string; serviceWrapped: string | null },
): Promise<void> {
  await tx
    .insertInto('keys.master_keys')
    .values({ id: 1, fingerprint: row.fingerprint, state: 'current', service_wrapped: row.serviceWrapped })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
