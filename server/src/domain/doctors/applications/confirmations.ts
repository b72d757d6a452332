import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';

export interface NewConfirmation {
  id: string;
  email_index: Buffer;
  token_hash: Buffer;
  sealed: Buffer | null;
  /** Validity in milliseconds from the database's time. */
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

/**
 * Finds the application of a link, within the link's scope, and locks it until the transaction ends. Returns null after
 * a day.
 */
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

/** Marks an application confirmed after its doctor's account was created. */
export async function completeConfirmation(tx: Tx, id: string, doctorId: string): Promise<void> {
  await tx
    .updateTable('signup_confirmations')
    .set({ sealed: null, doctor_id: doctorId, confirmed_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute();
}

/** Clears applications that were not confirmed in time. Returns how many. */
export async function clearApplications(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT forget_applications() AS count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** True if an open account has the license number, by a database function. */
export async function isLicenseTaken(tx: Reader, licenseNumber: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`SELECT is_license_taken(${licenseNumber}) AS taken`.execute(tx);
  return rows[0]?.taken ?? false;
}
