import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';

/** The administrator who has been here longest. */
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

/** Lets one transaction at a time decide whether there is an administrator. */
export async function lockFirstAdministrator(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('medcloud first administrator'))`.execute(tx);
}

/** Whether there is an administrator, disabled ones counted. */
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
