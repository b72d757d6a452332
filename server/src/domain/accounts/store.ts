import type { Language } from '@medcloud/contract/languages';
import { sql } from 'kysely';
import type { JsonValue } from '../../platform/db/json.ts';
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
  'users.must_change_password as mustChangePassword',
] as const;

/** The hash of the scope's own account; the column itself cannot be read. */
const ownPasswordHash = sql<string>`own_password_hash()`.as('passwordHash');

const isHeld = sql<boolean>`users.held_at IS NOT NULL`.as('isHeld');

const initialExpired = sql<boolean>`coalesce(users.initial_password_expires_at < app_now(), false)`.as(
  'initialPasswordExpired',
);

/** An account that a sign-in named, before its password is known. */
export interface NamedAccount {
  userId: string;
  /** The parameters and the salt of the password's hash (`PasswordHasher.hashLike`). */
  hashSettings: string;
}

/** Finds the account that the scope of a sign-in names; null if it has another role, or is closed or disabled. */
export async function findNamedAccount(tx: Reader, role: RoleName): Promise<NamedAccount | null> {
  const { rows } = await sql<NamedAccount>`
    SELECT id AS "userId", hash_settings AS "hashSettings" FROM account_to_sign_in(${role})`.execute(tx);
  return rows[0] ?? null;
}

/** Finds the scope's own account by its id; null if it is closed or disabled. */
export async function findAccountById(tx: Reader, userId: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('users')
    .select([...accountColumns, ownPasswordHash, initialExpired, isHeld])
    .where('users.id', '=', userId)
    .where('users.closed_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Locks the row of the scope's own account until the transaction ends, and returns it, if this is the hash of its password.
 * Returns null otherwise. A concurrent password change waits and then ends the session created here. A concurrent
 * sign-in waits too, so each counts the sessions of the one before.
 */
export async function lockAccountWithPassword(tx: Tx, userId: string, passwordHash: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('users')
    .select([...accountColumns, initialExpired, isHeld])
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  // A statement of its own: after a wait for the lock, the one above would still see the hash of before.
  const { rows } = await sql<{ isRight: boolean }>`SELECT own_password_hash() = ${passwordHash} AS "isRight"`.execute(
    tx,
  );
  return rows[0]?.isRight ? { ...row, passwordHash } : null;
}

/**
 * Locks the row of the account whose factor the scope has, and returns it; null if the challenge is over, or if the initial
 * password has expired.
 */
export async function lockProvedAccount(tx: Tx): Promise<Account | null> {
  const row = await tx
    .selectFrom('users')
    .select([...accountColumns, ownPasswordHash, initialExpired, isHeld])
    .where('id', '=', sql<string>`scope_signed_in()`)
    .where('closed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined || row.initialPasswordExpired ? null : row;
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
  if ((await lockAccountWithPassword(tx, userId, hashes.currentHash)) === null) return false;
  const row = await tx
    .updateTable('users')
    .set({ password_hash: hashes.newHash, must_change_password: false, initial_password_expires_at: null })
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns what a user chose for the viewer, as stored; null if nothing. */
export async function findViewerSettings(tx: Reader, userId: string): Promise<JsonValue> {
  const query = tx.selectFrom('users').select('viewer_settings as settings').where('id', '=', userId);
  return (await query.executeTakeFirst())?.settings ?? null;
}
