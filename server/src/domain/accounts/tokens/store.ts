import { sql } from 'kysely';
import { preparedMarker } from '../../../platform/db/prepared-statements.ts';
import type { SessionRole } from '../../core/column-values.ts';
import type { Reader, Tx } from '../../database.ts';
import type { ActiveSession } from '../sessions/store.ts';

export interface TokenRow {
  id: string;
  name: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

export interface NewToken {
  id: string;
  userId: string;
  centerId: string | null;
  memberId: string | null;
  doctorId: string | null;
  name: string;
  tokenHash: Buffer;
  days: number;
}

const columns = [
  'id',
  'name',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'last_used_at as lastUsedAt',
] as const;

/** Inserts a token by its hash. Returns its row. */
export async function insertToken(tx: Tx, token: NewToken): Promise<TokenRow> {
  return await tx
    .insertInto('api_tokens')
    .values({
      id: token.id,
      user_id: token.userId,
      center_id: token.centerId,
      member_id: token.memberId,
      doctor_id: token.doctorId,
      name: token.name,
      token_hash: token.tokenHash,
      expires_at: sql<Date>`app_now() + make_interval(days => ${token.days})`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Lists a user's valid tokens, newest first. */
export async function listTokens(tx: Reader, userId: string, limit: number): Promise<TokenRow[]> {
  return await tx
    .selectFrom('api_tokens')
    .select(columns)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Revokes a token of a user; null if the user has no such token, false if it had already ended. */
export async function revokeToken(tx: Tx, userId: string, id: string): Promise<boolean | null> {
  const found = await tx
    .selectFrom('api_tokens')
    .select('revoked_at')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return null;
  if (found.revoked_at !== null) return false;
  await tx.updateTable('api_tokens').set({ revoked_at: sql<Date>`app_now()` }).where('id', '=', id).execute();
  return true;
}

/** Revokes all tokens of a user. Returns how many were valid. */
export async function revokeUserTokens(tx: Tx, userId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('api_tokens')
    .set({ revoked_at: sql<Date>`app_now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Updates a token's last use. */
export async function touchToken(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('api_tokens').set({ last_used_at: sql<Date>`app_now()` }).where('id', '=', id).execute();
}

export interface ActiveToken extends Omit<ActiveSession, 'isBound'> {
  /** The token was used from this network before. */
  isNetworkKnown: boolean;
}

/** Finds the account of a valid token by its hash, in the shape of a session; else null. */
export async function findActiveToken(tx: Reader, tokenHash: Buffer, network: string): Promise<ActiveToken | null> {
  const row = await tx
    .selectFrom('api_tokens as t')
    .innerJoin('users', 'users.id', 't.user_id')
    .leftJoin('doctors', 'doctors.id', 't.doctor_id')
    .leftJoin('center_members as m', 'm.id', 't.member_id')
    .leftJoin('center_settings as s', 's.center_id', 't.center_id')
    .select([
      't.id as sessionId',
      't.user_id as userId',
      sql<SessionRole>`CASE WHEN t.center_id IS NULL THEN 'doctor' ELSE 'medical_center' END`.as('role'),
      'users.email',
      'users.language',
      'users.must_change_password as mustChangePassword',
      't.center_id as centerId',
      't.doctor_id as doctorId',
      'doctors.state as doctorState',
      'users.subscription_status as subscriptionStatus',
      'users.subscription_start_date as subscriptionStart',
      'users.subscription_end_date as subscriptionEnd',
      't.expires_at as expiresAt',
      sql<number>`coalesce(extract(epoch FROM app_now() - t.last_used_at), 1e9)::float8`.as('staleSeconds'),
      sql<boolean>`EXISTS (SELECT FROM token_networks n WHERE n.token_id = t.id AND n.network = ${network})`.as(
        'isNetworkKnown',
      ),
      sql<boolean>`scope_accounts_have_factor()`.as('hasFactor'),
      'users.factor_due_on as factorDueOn',
      's.second_factor_from as secondFactorFrom',
      ...(['m.id as memberId', 'm.username', 'm.display_name as displayName', 'm.roles'] as const),
      sql<number>`1e9::float8`.as('passwordAgeSeconds'), // a token never counts as a recent password
    ])
    .where('t.token_hash', '=', tokenHash)
    .where('t.revoked_at', 'is', null)
    .where('t.expires_at', '>', sql<Date>`app_now()`)
    .where('users.closed_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .where('users.held_at', 'is', null)
    .where(sql<boolean>`(t.member_id IS NULL OR m.state = 'active')`)
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { memberId: id, username, displayName, roles, ...token } = row;
  const isMember = id !== null && username !== null && displayName !== null && roles !== null;
  const member = isMember ? { id, username, displayName, roles } : null;
  return { ...token, payerId: token.userId, member };
}

/**
 * Remembers a network of a token. Returns whether the token was used from another one before, or this one is its first
 * or already known. Concurrent requests from one network add it once.
 */
export async function addTokenNetwork(
  tx: Tx,
  tokenId: string,
  network: string,
): Promise<'first' | 'another' | 'known'> {
  const { rows } = await sql<{ isFirst: boolean }>`
    INSERT INTO token_networks (token_id, network) VALUES (${tokenId}::uuid, ${network}) ON CONFLICT DO NOTHING
    RETURNING NOT EXISTS (SELECT FROM token_networks n WHERE n.token_id = ${tokenId}::uuid) AS "isFirst"`.execute(tx);
  const [row] = rows;
  if (row === undefined) return 'known';
  return row.isFirst ? 'first' : 'another';
}
