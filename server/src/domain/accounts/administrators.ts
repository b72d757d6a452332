import { sql } from 'kysely';
import type { Reader, Tx } from '../database.ts';

/** Finds the oldest enabled administrator. */
export async function findFirstAdministrator(tx: Reader): Promise<string | null> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('closed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Locks the check for a first administrator until the transaction ends. */
export async function lockFirstAdministrator(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('medcloud first administrator'))`.execute(tx);
}

/** True if there is an administrator, enabled or disabled. */
export async function hasAdministrator(tx: Reader): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
