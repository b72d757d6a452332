import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { keptPlan } from '../../platform/db/kept-plans.ts';
import type { RoleName } from '../../platform/db/schema.ts';
import { announceEnd } from '../portal/announce.ts';
import type { StoredSubscription } from '../subscriptions/effective.ts';
import type { Device } from './device.ts';

/** An account with the hash to compare, and what its session will be about. */
export interface Account {
  userId: string;
  email: string;
  role: RoleName;
  language: 'en' | 'el';
  passwordHash: string;
  mustChangePassword: boolean;
  initialPasswordExpired: boolean;
}

const accountColumns = [
  'users.id as userId',
  'users.email',
  'users.role',
  'users.language',
  'users.password_hash as passwordHash',
  'users.must_change_password as mustChangePassword',
] as const;

const initialExpired = sql<boolean>`coalesce(users.initial_password_expires_at < app_now(), false)`.as(
  'initialPasswordExpired',
);

/** A live account of one role by its e-mail; none that is disabled. */
export async function findAccountByEmail(tx: Reader, role: RoleName, email: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('users')
    .select([...accountColumns, initialExpired])
    .where('users.email', '=', email)
    .where('users.role', '=', role)
    .where('users.closed_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** A live account of a center by its center ID, in any letter case; none that is disabled. */
export async function findAccountByCenterId(tx: Reader, centerId: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('medical_centers')
    .innerJoin('users', 'users.id', 'medical_centers.user_id')
    .select([...accountColumns, initialExpired])
    .where(sql<boolean>`any_case(medical_centers.center_id) = any_case(${centerId})`)
    .where('users.closed_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function findAccountById(tx: Reader, userId: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('users')
    .select([...accountColumns, initialExpired])
    .where('users.id', '=', userId)
    .where('users.closed_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

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

/** Keeps a session's row; returns when it ends for want of use. */
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
export interface LiveSession {
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
export async function findLiveSession(
  tx: Reader,
  by: 'bearer_hash' | 'cookie_hash',
  secretHash: Buffer,
  afterIdle = false,
): Promise<LiveSession | null> {
  const isIts = by === 'bearer_hash' ? sql`s.bearer_hash = ${secretHash}` : sql`s.cookie_hash = ${secretHash}`;
  const isInUse = afterIdle ? sql`true` : sql`s.last_seen_at + make_interval(secs => s.idle_seconds) > app_now()`;
  // as text: every request asks it, and building it by parts took a fifth of a millisecond
  const { rows } = await sql<LiveSession>`
    SELECT s.id AS "sessionId", s.user_id AS "userId", s.role, u.email, u.language, u.must_change_password AS "mustChangePassword",
      s.center_id AS "centerId", s.doctor_id AS "doctorId", d.state AS "doctorState",
      u.subscription_status AS "subscriptionStatus", u.subscription_start_date AS "subscriptionStart",
      u.subscription_end_date AS "subscriptionEnd",
      least(s.expires_at, s.last_seen_at + make_interval(secs => s.idle_seconds)) AS "expiresAt",
      extract(epoch FROM app_now() - s.last_seen_at)::float8 AS "staleSeconds",
      extract(epoch FROM app_now() - s.authenticated_at)::float8 AS "passwordAgeSeconds"
    FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN doctors d ON d.id = s.doctor_id
    WHERE ${isIts} AND s.revoked_at IS NULL AND u.closed_at IS NULL AND u.disabled_at IS NULL AND s.expires_at > app_now()
      AND ${isInUse} ${keptPlan}`.execute(tx);
  return rows[0] ?? null;
}

/** The administrator who has been here longest. */
export async function findFirstAdministrator(tx: Reader): Promise<string | null> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('closed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether the session that the transaction names has not been ended since its request was admitted. */
export async function isSignedIn(tx: Reader): Promise<boolean> {
  const { rows } = await sql<{ signedIn: boolean }>`SELECT scope_user() IS NOT NULL AS "signedIn"`.execute(tx);
  return rows[0]?.signedIn ?? false;
}

/** Holds one's own session until the transaction ends: whoever ends it meanwhile waits. False if it has ended. */
export async function holdSession(tx: Tx, sessionId: string): Promise<boolean> {
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
  if (row !== undefined) await announceEnd(tx, [row.id]);
  return row !== undefined;
}

/** Ends all sessions of a user but the one to `keep`; returns how many. */
export async function revokeSessionsOf(tx: Tx, userId: string, cause: string, keep?: string): Promise<number> {
  const rows = await tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`app_now()`, revoke_cause: cause })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(keep !== undefined, (query) => query.where('id', '<>', keep ?? ''))
    .returning('id')
    .execute();
  await announceEnd(
    tx,
    rows.map((row) => row.id),
  );
  return rows.length;
}

/** Ends the oldest sessions of a user beyond the newest `keep`. */
export async function revokeOldestSessions(tx: Tx, userId: string, keep: number): Promise<void> {
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
        .limit(keep),
    )
    .returning('id')
    .execute();
  await announceEnd(
    tx,
    rows.map((row) => row.id),
  );
}

/**
 * Holds a live account's row until the transaction ends, if its password is still the one that was compared: a change
 * meanwhile waits for the session that is begun here, and ends it; one that came first leaves nothing to hold. Another sign-in waits
 * too, so that each counts the sessions of the one before.
 */
export async function holdAccount(tx: Tx, userId: string, comparedHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '=', comparedHash)
    .where('closed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets a password that the person chose: nothing is initial any more. False if the one compared is not the current one any more. */
export async function updatePassword(
  tx: Tx,
  userId: string,
  hashes: { compared: string; chosen: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ password_hash: hashes.chosen, must_change_password: false, initial_password_expires_at: null })
    .where('id', '=', userId)
    .where('password_hash', '=', hashes.compared)
    .where('closed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets the e-mail by which one signs in. Violates `users_email_live` if a live account has it. */
export async function updateEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.updateTable('users').set({ email }).where('id', '=', userId).execute();
}

/** Sets the language of what the portal writes to a person. */
export async function updateLanguage(tx: Tx, userId: string, language: 'en' | 'el'): Promise<void> {
  await tx.updateTable('users').set({ language }).where('id', '=', userId).execute();
}

export interface NewUser {
  id: string;
  email: string;
  passwordHash: string;
  role: RoleName;
  language: 'en' | 'el';
  /** The password was chosen by somebody else, so it must be changed; null days: it does not lapse. */
  initialPassword: { validDays: number | null } | null;
}

/** Adds a user. Violates `users_email_live` if a live account has the e-mail. */
export async function insertUser(tx: Tx, user: NewUser): Promise<void> {
  const days = user.initialPassword?.validDays ?? null;
  await tx
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      password_hash: user.passwordHash,
      role: user.role,
      language: user.language,
      must_change_password: user.initialPassword !== null,
      initial_password_expires_at: days === null ? null : sql<Date>`app_now() + make_interval(days => ${days})`,
    })
    .execute();
}

/** Lets one transaction at a time decide whether there is an administrator. */
export async function lockFirstAdministrator(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('medcloud first administrator'))`.execute(tx);
}

export async function anyAdministrator(tx: Reader): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface CenterOfUser {
  id: string;
  name: string;
  centerId: string;
  number: number;
}

export async function findCenterOfUser(tx: Reader, userId: string): Promise<CenterOfUser | null> {
  const row = await tx
    .selectFrom('medical_centers')
    .select(['id', 'name', 'center_id as centerId', 'number'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export interface DoctorOfUser {
  id: string;
  firstName: string;
  lastName: string;
  licenseNumber: string;
  specialization: string;
  state: string;
  subscription: StoredSubscription;
}

export async function findDoctorOfUser(tx: Reader, userId: string): Promise<DoctorOfUser | null> {
  const row = await tx
    .selectFrom('doctors')
    .innerJoin('users', 'users.id', 'doctors.user_id')
    .select([
      'doctors.id',
      'doctors.first_name as firstName',
      'doctors.last_name as lastName',
      'doctors.license_number as licenseNumber',
      'doctors.specialization',
      'doctors.state',
      'users.subscription_status as status',
      'users.subscription_start_date as start',
      'users.subscription_end_date as end',
    ])
    .where('doctors.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { status, start, end, ...doctor } = row;
  return { ...doctor, subscription: { status, start, end } };
}

/** Notes a center's sign-in or upload as its last activity. */
export async function touchCenter(tx: Tx, centerId: string): Promise<void> {
  await tx
    .updateTable('medical_centers')
    .set({ last_activity_at: sql<Date>`app_now()` })
    .where('id', '=', centerId)
    .execute();
}
