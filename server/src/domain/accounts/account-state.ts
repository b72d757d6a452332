import { sql } from 'kysely';
import type { Reader, Tx } from '../database.ts';
import { revokeAllSessions } from './sessions/store.ts';

/**
 * Disables an account: it cannot sign in, and its email address stays reserved. Returns false if it was already
 * disabled.
 */
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

/** Enables a disabled account. Returns false if it was not disabled. */
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

/** Closes a user's account: it cannot sign in, and its email address is free for a new application. */
export async function closeAccount(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ closed_at: sql<Date>`app_now()` })
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .execute();
}

/** Locks an account's row until the transaction ends. A concurrent sign-in waits, so its session is seen too. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/**
 * Locks an account's row until the transaction ends. A row inserted under this lock commits before the account is
 * disabled, or not at all. Returns false if the account is disabled.
 */
export async function lockEnabledAccount(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('disabled_at')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.disabled_at === null;
}

/**
 * Revokes all sessions and API tokens of a disabled, suspended or rejected account; open streams end at once. Returns
 * how many of each.
 */
export async function revokeSessionsAndTokens(
  tx: Tx,
  userId: string,
  cause: string,
): Promise<{ sessions: number; tokens: number }> {
  const sessions = await revokeAllSessions(tx, userId, cause);
  const { rows } = await sql<{ tokens: number }>`SELECT end_tokens_of(${userId}) AS tokens`.execute(tx);
  return { sessions, tokens: rows[0]?.tokens ?? 0 };
}

/** Locks the administrators until the transaction ends: two concurrent disables could leave none. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('medcloud administrators'))`.execute(tx);
}

/** True if another administrator can sign in. */
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
