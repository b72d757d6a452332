import type { Language } from '@medcloud/contract/languages';
import { sql } from 'kysely';
import type { RoleName } from '../core/column-values.ts';
import type { Reader, Tx } from '../database.ts';

/** An account with its password hash and the facts for its session. */
export interface Account {
  userId: string;
  email: string;
  role: RoleName;
  language: Language;
  passwordHash: string;
  mustChangePassword: boolean;
  initialPasswordExpired: boolean;
  /** An alarm holds the account: a sign-in with the right password is refused with a reason. */
  isHeld: boolean;
}

const accountColumns = [
  'users.id as userId',
  'users.email',
  'users.role',
  'users.language',
  'users.password_hash as passwordHash',
  'users.must_change_password as mustChangePassword',
] as const;

const isHeld = sql<boolean>`users.held_at IS NOT NULL`.as('isHeld');

const initialExpired = sql<boolean>`coalesce(users.initial_password_expires_at < app_now(), false)`.as(
  'initialPasswordExpired',
);

/** Finds an account of one role by its email; null if it is closed or disabled. */
export async function findAccountByEmail(tx: Reader, role: RoleName, email: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('users')
    .select([...accountColumns, initialExpired, isHeld])
    .where('users.email', '=', email)
    .where('users.role', '=', role)
    .where('users.closed_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds a center's account by its center ID, in any letter case; null if it is closed or disabled. */
export async function findAccountByCenterId(tx: Reader, centerId: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('medical_centers')
    .innerJoin('users', 'users.id', 'medical_centers.user_id')
    .select([...accountColumns, initialExpired, isHeld])
    .where(sql<boolean>`any_case(medical_centers.center_id) = any_case(${centerId})`)
    .where('users.closed_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds an account by its id; null if it is closed or disabled. */
export async function findAccountById(tx: Reader, userId: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('users')
    .select([...accountColumns, initialExpired, isHeld])
    .where('users.id', '=', userId)
    .where('users.closed_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Locks an account's row until the transaction ends, if its password is still the one compared and no alarm holds it.
 * Returns false otherwise. A concurrent password change waits and then ends the session created here. A concurrent sign-in waits too,
 * so each counts the sessions of the one before.
 */
export async function lockAccountWithPassword(tx: Tx, userId: string, expectedHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '=', expectedHash)
    .where('closed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('held_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sets a password chosen by the user and clears the initial-password state. Returns false if `currentHash` is no longer
 * current.
 */
export async function updatePassword(
  tx: Tx,
  userId: string,
  hashes: { currentHash: string; newHash: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ password_hash: hashes.newHash, must_change_password: false, initial_password_expires_at: null })
    .where('id', '=', userId)
    .where('password_hash', '=', hashes.currentHash)
    .where('closed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
