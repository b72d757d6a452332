import type { FactorMethod } from '@medcloud/contract/shapes/factors';
import { sql } from 'kysely';
import type { Reader } from '../database.ts';

/** Whether the account has a second factor whose session the scope has, or whose password was given. */
export async function hasFactor(tx: Reader): Promise<boolean> {
  const { rows } = await sql<{ hasFactor: boolean }>`SELECT scope_has_factor() AS "hasFactor"`.execute(tx);
  return rows[0]?.hasFactor === true;
}

/** Whether a center requires a second factor of the scope's account: its own, or one of which it is a member. */
export async function doesCenterRequireFactor(tx: Reader): Promise<boolean> {
  const query = sql<{ isRequired: boolean }>`SELECT scope_center_requires_factor() AS "isRequired"`;
  return (await query.execute(tx)).rows[0]?.isRequired === true;
}

/** Lists how that account proves its second factor, strongest first; empty if it has none. */
export async function listFactorMethods(tx: Reader): Promise<FactorMethod[]> {
  const { rows } = await sql<{ methods: FactorMethod[] }>`SELECT scope_factor_methods() AS methods`.execute(tx);
  return rows[0]?.methods ?? [];
}

const passkeyColumns = [
  'id',
  'name',
  'credential_id as credentialId',
  'public_key as publicKey',
  'sign_count as signCount',
  'transports',
  'is_device_bound as isDeviceBound',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'suspect_at as suspectAt',
] as const;

export interface PasskeyRow {
  id: string;
  name: string;
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
  isDeviceBound: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
  suspectAt: Date | null;
}

/** Maximum number of passkeys of an account. */
export const maxPasskeys = 20;

/** Lists the passkeys of the scope's own account, newest first. */
export async function listPasskeys(tx: Reader, userId: string): Promise<PasskeyRow[]> {
  return await tx
    .selectFrom('passkeys')
    .select(passkeyColumns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxPasskeys)
    .execute();
}

/** Finds how passkeys name the scope's own account. */
export async function findHandle(tx: Reader, userId: string): Promise<Buffer> {
  const query = tx.selectFrom('users').select('handle').where('id', '=', userId);
  return (await query.executeTakeFirstOrThrow()).handle;
}

/** Counts the passkeys of another domain, which do not work, and names the newest's, in the scope of the health check. */
export async function countForeignPasskeys(
  tx: Reader,
  domain: string,
): Promise<{ count: number; other: string | null }> {
  const { rows } = await sql<{ count: number; other: string | null }>`
    SELECT count, other FROM passkeys_of_other_domains(${domain})`.execute(tx);
  return rows[0] ?? { count: 0, other: null };
}

/** Counts the verified doctors, and those of them who have a second factor, in the scope of the health check. */
export async function countDoctorsWithFactor(tx: Reader): Promise<{ doctors: number; protected: number }> {
  const { rows } = await sql<{ doctors: number; protected: number }>`
    SELECT doctors, protected FROM doctors_with_factor()`.execute(tx);
  return rows[0] ?? { doctors: 0, protected: 0 };
}

/** Counts the administrators who have no second factor, in the scope of the health check. */
export async function countAdministratorsWithoutFactor(tx: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT administrators_without_factor() AS count`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface TotpRow {
  encryptedSecret: Buffer;
  confirmedAt: Date | null;
}

/** Finds an account's authenticator app, confirmed or not. */
export async function findTotp(tx: Reader, userId: string): Promise<TotpRow | null> {
  const row = await tx
    .selectFrom('totp_secrets')
    .select(['encrypted_secret as encryptedSecret', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Counts an account's unused recovery codes; null if it has none, used or not. */
export async function countRecoveryCodes(tx: Reader, userId: string): Promise<{ left: number; since: Date } | null> {
  const row = await tx
    .selectFrom('recovery_codes')
    .select([
      sql<number>`count(*) FILTER (WHERE used_at IS NULL)`.as('left'),
      sql<Date | null>`min(created_at)`.as('since'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined || row.since === null ? null : { left: row.left, since: row.since };
}
