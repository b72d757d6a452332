import type { Language } from '@medcloud/contract/languages';
import { sql } from 'kysely';
import type { RoleName } from '../../core/column-values.ts';
import type { Reader, Tx } from '../../database.ts';

export interface NewReset {
  id: string;
  user_id: string | null;
  email_index: Buffer;
  token_hash: Buffer;
  /** Validity in milliseconds from the database's time. */
  validMs: number;
}

export async function insertReset(tx: Tx, { validMs, ...reset }: NewReset): Promise<void> {
  const expires_at = sql<Date>`app_now() + ${validMs}::float8 * interval '1 ms'`;
  await tx
    .insertInto('password_resets')
    .values({ ...reset, expires_at })
    .execute();
}

/** The account of a password link. */
export interface ResetAccount {
  userId: string;
  email: string;
  role: RoleName;
  language: Language;
  passwordHash: string;
  centerId: string | null;
  /** Blind index of the address that the link was mailed to. */
  mailedTo: Buffer;
}

/** Finds the account of a link, within the link's scope. Returns null once the link is used, replaced or expired. */
export async function findResetAccount(tx: Reader, tokenHash: Buffer): Promise<ResetAccount | null> {
  const row = await tx
    .selectFrom('password_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('medical_centers as c', 'c.user_id', 'u.id')
    .select(['u.id as userId', 'u.email', 'u.role', 'u.language', 'r.email_index as mailedTo'])
    .select([sql<string>`own_password_hash()`.as('passwordHash'), 'c.center_id as centerId'])
    .where('r.token_hash', '=', tokenHash)
    .where('r.used_at', 'is', null)
    .where('r.superseded_at', 'is', null)
    .where('r.expires_at', '>', sql<Date>`app_now()`)
    .where('u.closed_at', 'is', null)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Marks a link used. Returns false if it is already used, replaced or expired. */
export async function consumeReset(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable('password_resets')
    .set({ used_at: sql<Date>`app_now()` })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Supersedes all open links of an account after its password was set. */
export async function supersedeResets(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ superseded_at: sql<Date>`app_now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .execute();
}
