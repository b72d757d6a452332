import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { preparedMarker } from '../../../platform/db/prepared-statements.ts';
import type { RoleName } from '../../../platform/db/schema/schema.ts';
import { notifySessionsEnd } from '../../core/notify-clients.ts';
import type { Device } from './device.ts';

export interface NewSession {
  id: string;
  userId: string;
  role: RoleName;
  centerId: string | null;
  doctorId: string | null;
  bearerHash: Buffer;
  cookieHash: Buffer;
  idleSeconds: number;
  absoluteSeconds: number;
  addressBlock: string;
  device: Device;
}

/** Adds a session's row; by the database's clock it ends after `absoluteSeconds`, or unused for `idleSeconds`. */
export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      role: session.role,
      center_id: session.centerId,
      doctor_id: session.doctorId,
      bearer_hash: session.bearerHash,
      cookie_hash: session.cookieHash,
      idle_seconds: session.idleSeconds,
      address_block: session.addressBlock,
      ...session.device,
      expires_at: sql<Date>`app_now() + make_interval(secs => ${session.absoluteSeconds})`,
    })
    .execute();
}

/** What a session's row says of whoever presents its secret; null unless it still stands. */
export interface ActiveSession {
  sessionId: string;
  userId: string;
  role: RoleName;
  email: string;
  language: 'en' | 'el';
  mustChangePassword: boolean;
  centerId: string | null;
  doctorId: string | null;
  doctorState: string | null;
  subscriptionStatus: string;
  subscriptionStart: string | null;
  subscriptionEnd: string | null;
  expiresAt: Date;
  staleSeconds: number;
  /** Seconds since the password was given. */
  passwordAgeSeconds: number;
}

/** The session of a secret's hash, by bearer or by cookie, if neither its idle limit (which `afterIdle` leaves out) nor its absolute limit has passed. */
export async function findActiveSession(
  tx: Reader,
  by: 'bearer_hash' | 'cookie_hash',
  secretHash: Buffer,
  isIdleAllowed = false,
): Promise<ActiveSession | null> {
  const isMatch = by === 'bearer_hash' ? sql`s.bearer_hash = ${secretHash}` : sql`s.cookie_hash = ${secretHash}`;
  const isRecent = isIdleAllowed ? sql`true` : sql`s.last_seen_at + make_interval(secs => s.idle_seconds) > app_now()`;
  // as text: every request asks it, and building it by parts took a fifth of a millisecond
  const { rows } = await sql<ActiveSession>`
    SELECT s.id AS "sessionId", s.user_id AS "userId", s.role, u.email, u.language, u.must_change_password AS "mustChangePassword",
      s.center_id AS "centerId", s.doctor_id AS "doctorId", d.state AS "doctorState",
      u.subscription_status AS "subscriptionStatus", u.subscription_start_date AS "subscriptionStart",
      u.subscription_end_date AS "subscriptionEnd",
      least(s.expires_at, s.last_seen_at + make_interval(secs => s.idle_seconds)) AS "expiresAt",
      extract(epoch FROM app_now() - s.last_seen_at)::float8 AS "staleSeconds",
      extract(epoch FROM app_now() - s.authenticated_at)::float8 AS "passwordAgeSeconds"
    FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN doctors d ON d.id = s.doctor_id
    WHERE ${isMatch} AND s.revoked_at IS NULL AND u.closed_at IS NULL AND u.disabled_at IS NULL AND s.expires_at > app_now()
      AND ${isRecent} ${preparedMarker}`.execute(tx);
  return rows[0] ?? null;
}

/** Whether the session that the transaction names has not been ended since its request was admitted. */
export async function isSignedIn(tx: Reader): Promise<boolean> {
  const { rows } = await sql<{ signedIn: boolean }>`SELECT scope_user() IS NOT NULL AS "signedIn"`.execute(tx);
  return rows[0]?.signedIn ?? false;
}

/** Holds one's own session until the transaction ends: whoever ends it meanwhile waits. False if it has ended. */
export async function lockSession(tx: Tx, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Moves the idle limit. */
export async function touchSession(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_seen_at: sql<Date>`app_now()` })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends one session; false if it had ended already. */
export async function revokeSession(tx: Tx, sessionId: string, cause: string): Promise<boolean> {
  const row = await tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`app_now()`, revoke_cause: cause })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (row !== undefined) await notifySessionsEnd(tx, [row.id]);
  return row !== undefined;
}

/** Ends all sessions of a user but the one to `keep`; returns how many. */
export async function revokeAllSessions(tx: Tx, userId: string, cause: string, exceptId?: string): Promise<number> {
  const rows = await tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`app_now()`, revoke_cause: cause })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? ''))
    .returning('id')
    .execute();
  await notifySessionsEnd(
    tx,
    rows.map((row) => row.id),
  );
  return rows.length;
}

/** Ends the oldest sessions of a user beyond the newest `keep`; answers their ids. */
export async function revokeOldestSessions(tx: Tx, userId: string, maxSessions: number): Promise<string[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`app_now()`, revoke_cause: 'too_many' })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('id', 'not in', (newest) =>
      newest
        .selectFrom('sessions as kept')
        .select('kept.id')
        .where('kept.user_id', '=', userId)
        .where('kept.revoked_at', 'is', null)
        .orderBy('kept.created_at', 'desc')
        .orderBy('kept.id', 'desc')
        .limit(maxSessions),
    )
    .returning('id')
    .execute();
  const ids = rows.map((row) => row.id);
  await notifySessionsEnd(tx, ids);
  return ids;
}

/** A session as its owner sees it. */
export interface SessionRow extends Device {
  id: string;
  addressBlock: string;
  createdAt: Date;
  lastSeenAt: Date;
}

const maxListed = 20; // a user has ten at most (security 2.5)

/** A person's sessions of which neither the idle nor the absolute limit has passed, the last seen first. */
export async function listActiveSessions(tx: Reader, userId: string): Promise<SessionRow[]> {
  return await tx
    .selectFrom('sessions')
    .select([
      'id',
      'browser',
      'system',
      'address_block as addressBlock',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
    ])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .where(sql<boolean>`last_seen_at + make_interval(secs => idle_seconds) > app_now()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
}

/** Ends a session of a person; null where the person has none such, false where it had been ended. */
export async function revokeUserSession(tx: Tx, userId: string, id: string): Promise<boolean | null> {
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return session === undefined ? null : await revokeSession(tx, session.id, 'ended_by_owner');
}
