import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';
import { mastersChannel } from '../follow-master-keys.ts';
import { updateInstallationFact } from '../installation.ts';
import type { MasterWrapped } from '../master-keys.ts';

/** Returns the id of the next master key: ids are never used again. */
export async function findNextMasterId(tx: Reader): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT max(id) + 1 AS id FROM (SELECT id FROM keys.master_keys UNION ALL SELECT id FROM keys.retired_master_keys) AS used`.execute(
    tx,
  );
  return rows[0]?.id ?? 1;
}

export interface NextMasterKey {
  id: number;
  fingerprint: string;
  serviceWrapped: string | null;
  /** The new key wrapped by the current one. */
  wrappedByOther: Buffer;
}

/** Adds the next master key, and the current one wrapped by it: each opens the other until the rotation ends. */
export async function insertNextMasterKey(
  tx: Tx,
  { id, fingerprint, serviceWrapped, wrappedByOther }: NextMasterKey,
  current: { id: number; wrappedByOther: Buffer },
): Promise<void> {
  await tx
    .insertInto('keys.master_keys')
    .values({ id, fingerprint, state: 'next', service_wrapped: serviceWrapped, wrapped_by_other: wrappedByOther })
    .execute();
  await tx
    .updateTable('keys.master_keys')
    .set({ wrapped_by_other: current.wrappedByOther })
    .where('id', '=', current.id)
    .execute();
  await sql`SELECT pg_notify(${mastersChannel}, ${String(id)})`.execute(tx);
}

/** Reads at most `count` patients' keys that this master key wraps, in order of the patients' ids. */
export async function listWrappedKeys(
  tx: Reader,
  masterId: number,
  { after, count }: { after: string | null; count: number },
): Promise<{ id: string; wrapped: Buffer }[]> {
  return await tx
    .selectFrom('keys.patient_keys')
    .select(['patient_id as id', 'wrapped_key as wrapped'])
    .where('master_id', '=', masterId)
    .$if(after !== null, (query) => query.where('patient_id', '>', after))
    .orderBy('patient_id')
    .limit(count)
    .execute();
}

/** Replaces wrapped keys, unless they were replaced meanwhile. Returns the number of rows. */
export async function updateWrappedKeys(
  tx: Tx,
  from: number,
  to: number,
  keys: readonly { id: string; wrapped: Buffer }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE keys.patient_keys k SET wrapped_key = fresh.wrapped, master_id = ${to}
    FROM unnest(${keys.map(({ id }) => id)}::uuid[], ${keys.map(({ wrapped }) => wrapped)}::bytea[]) AS fresh (id, wrapped)
    WHERE k.patient_id = fresh.id AND k.master_id = ${from}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function updateServiceKey(tx: Tx, name: string, { masterId, wrapped }: MasterWrapped): Promise<void> {
  await tx
    .updateTable('keys.service_keys')
    .set({ wrapped_key: wrapped, master_id: masterId })
    .where('name', '=', name)
    .execute();
}

/**
 * Ends the rotation. The foreign keys refuse to delete a master key that still wraps a key, and wait for transactions
 * that are adding one.
 */
export async function retireMasterKey(
  tx: Tx,
  retired: { id: number; fingerprint: string; createdAt: Date },
  next: { id: number; fingerprint: string },
): Promise<void> {
  await tx.deleteFrom('keys.master_keys').where('id', '=', retired.id).execute();
  await tx
    .insertInto('keys.retired_master_keys')
    .values({ id: retired.id, fingerprint: retired.fingerprint, created_at: retired.createdAt })
    .execute();
  await tx
    .updateTable('keys.master_keys')
    .set({ state: 'current', wrapped_by_other: null })
    .where('id', '=', next.id)
    .execute();
  await updateInstallationFact(tx, 'master-key-fingerprint', next.fingerprint);
  await sql`SELECT pg_notify(${mastersChannel}, ${String(next.id)})`.execute(tx);
}
