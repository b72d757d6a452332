import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';

export interface NewConfirmation {
  id: string;
  email_index: Buffer;
  token_hash: Buffer;
  sealed: Buffer | null;
  /** Milliseconds from the database's now. */
  validMs: number;
}

export async function insertConfirmation(tx: Tx, { validMs, ...confirmation }: NewConfirmation): Promise<void> {
  const expires_at = sql<Date>`app_now() + ${validMs}::float8 * interval '1 ms'`;
  await tx
    .insertInto('signup_confirmations')
    .values({ ...confirmation, expires_at })
    .execute();
}

export interface Confirmation {
  id: string;
  sealed: Buffer | null;
  isConfirmed: boolean;
}

/** The application of a link, within its own scope, locked until the transaction ends; null once a day has passed. */
export async function lockConfirmation(tx: Tx, tokenHash: Buffer): Promise<Confirmation | null> {
  const row = await tx
    .selectFrom('signup_confirmations')
    .select(['id', 'sealed', sql<boolean>`confirmed_at IS NOT NULL`.as('isConfirmed')])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Ends an application: a doctor's account has come of it. */
export async function completeConfirmation(tx: Tx, id: string, doctorId: string): Promise<void> {
  await tx
    .updateTable('signup_confirmations')
    .set({ sealed: null, doctor_id: doctorId, confirmed_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute();
}

/** Empties applications that nobody confirmed in time; returns how many. */
export async function clearApplications(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT forget_applications() AS count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Whether a live account has the licence, as the database's answer. */
export async function isLicenseTaken(tx: Reader, licenseNumber: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`SELECT is_license_taken(${licenseNumber}) AS taken`.execute(tx);
  return rows[0]?.taken ?? false;
}
