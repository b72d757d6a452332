import type { Language } from '@medcloud/contract/languages';
import type { Recognition } from '@medcloud/contract/shapes/account/factor-resets';
import { sql } from 'kysely';
import type { RoleName } from '../../core/column-values.ts';
import type { Reader, Tx } from '../../database.ts';

/** An account whose second factor is to be removed, and the open request if there is one. */
export interface ResettableAccount {
  email: string;
  language: Language;
  role: RoleName;
  hasFactor: boolean;
  openReset: { id: string; askedBy: string; isConfirmed: boolean; needsConfirmation: boolean } | null;
}

/** Finds an account for an administrator; null for an unknown or closed one. */
export async function findResettableAccount(tx: Reader, userId: string): Promise<ResettableAccount | null> {
  const account = await tx
    .selectFrom('users')
    .select(['email', 'language', 'role', sql<boolean>`shown_factor(users.id)`.as('hasFactor')])
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (account === undefined) return null;
  const reset = await tx
    .selectFrom('factor_resets')
    .select(['id', 'asked_by', 'confirmed_at', 'needs_confirmation'])
    .where('user_id', '=', userId)
    .where('cancelled_at', 'is', null)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  const openReset = reset && {
    id: reset.id,
    askedBy: reset.asked_by,
    isConfirmed: reset.confirmed_at !== null,
    needsConfirmation: reset.needs_confirmation,
  };
  return { ...account, openReset: openReset ?? null };
}

interface NewReset {
  id: string;
  userId: string;
  askedBy: string;
  recognizedBy: Recognition;
  reason: string;
  cancelHash: Buffer;
  needsConfirmation: boolean;
}

/** Inserts a request. Returns when the factor is removed; null if another request is open. */
export async function insertReset(tx: Tx, reset: NewReset): Promise<Date | null> {
  const row = await tx
    .insertInto('factor_resets')
    .values({
      id: reset.id,
      user_id: reset.userId,
      asked_by: reset.askedBy,
      recognized_by: reset.recognizedBy,
      reason: reset.reason,
      cancel_hash: reset.cancelHash,
      needs_confirmation: reset.needsConfirmation,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').where('cancelled_at', 'is', null).where('done_at', 'is', null).doNothing(),
    )
    .returning('effective_at')
    .executeTakeFirst();
  return row?.effective_at ?? null;
}

/** Records the confirmation of another administrator. Returns false if the request ended or is confirmed. */
export async function confirmOpenReset(tx: Tx, id: string, confirmedBy: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factor_resets')
    .set({ confirmed_by: confirmedBy, confirmed_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Cancels a request as an administrator. Returns false if it ended. */
export async function cancelOpenReset(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factor_resets')
    .set({ cancelled_at: sql<Date>`app_now()`, cancelled_by_owner: false })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stops the request of the scope's mailed link. Returns its account; null if it ended. */
export async function stopReset(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ account: string | null }>`SELECT stop_factor_reset() AS account`.execute(tx);
  return rows[0]?.account ?? null;
}

/** Lists the addresses of accounts whose second factor is to be removed now. Ends requests that are over. */
export async function listDueResets(tx: Tx, most: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`SELECT due_factor_resets(${most}) AS email`.execute(tx);
  return rows.map(({ email }) => email);
}

/** Ends the due request about the account with the scope's address. Returns whether there was one. */
export async function takeReset(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`SELECT take_factor_reset() AS "isTaken"`.execute(tx);
  return rows[0]?.isTaken === true;
}
