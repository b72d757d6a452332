import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { revokeAllSessions } from './sessions/store.ts';

/** Shuts a live account out: it cannot sign in, and its e-mail stays taken. False if it was so already. */
export async function disableAccount(tx: Tx, userId: string, by: string, reason: string | null): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ disabled_at: sql<Date>`app_now()`, disabled_by: by, disabled_reason: reason })
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets a disabled account in again. False if it was not disabled. */
export async function enableAccount(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ disabled_at: null, disabled_by: null, disabled_reason: null })
    .where('id', '=', userId)
    .where('disabled_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Holds an account until the transaction ends: what it makes is made before it is shut out, or not. False where it is shut out. */
export async function lockEnabledAccount(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('disabled_at')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.disabled_at === null;
}

/** Ends every session and API token of an account that is shut out, streams at once; returns how many of each. */
export async function revokeSessionsAndTokens(
  tx: Tx,
  userId: string,
  cause: string,
): Promise<{ sessions: number; tokens: number }> {
  const sessions = await revokeAllSessions(tx, userId, cause);
  const { rows } = await sql<{ tokens: number }>`SELECT end_tokens_of(${userId}) AS tokens`.execute(tx);
  return { sessions, tokens: rows[0]?.tokens ?? 0 };
}

/** Lets one transaction at a time disable an administrator: two at once would leave none. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('medcloud administrators'))`.execute(tx);
}

/** Whether an administrator can sign in besides this one. */
export async function hasOtherAdministrator(tx: Reader, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '<>', userId)
    .where('closed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
