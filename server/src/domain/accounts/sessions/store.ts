import type { Language } from '@medcloud/contract/languages';
import type { CenterRole } from '@medcloud/contract/permissions';
import { sql } from 'kysely';
import { preparedMarker } from '../../../platform/db/prepared-statements.ts';
import type { Membership } from '../../authorization/principal.ts';
import type { VisibleExam } from '../../authorization/visible-exam.ts';
import type { ExamTypeName, ScanStateName, SessionRole } from '../../core/column-values.ts';
import type { DbContext } from '../../core/context.ts';
import { notifySessionsEnd } from '../../core/notify-clients.ts';
import type { Reader, Tx } from '../../database.ts';
import type { Device } from './device.ts';

export interface NewSession {
  id: string;
  userId: string;
  role: SessionRole;
  centerId: string | null;
  memberId: string | null;
  doctorId: string | null;
  bearerHash: Buffer;
  cookieHash: Buffer;
  idleSeconds: number;
  absoluteSeconds: number;
  addressBlock: string;
  isBound: boolean;
  device: Device;
}

/**
 * Inserts a session's row. By the database's clock it ends after `absoluteSeconds`, or after `idleSeconds` without use.
 */
export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      role: session.role,
      center_id: session.centerId,
      member_id: session.memberId,
      doctor_id: session.doctorId,
      bearer_hash: session.bearerHash,
      cookie_hash: session.cookieHash,
      idle_seconds: session.idleSeconds,
      address_block: session.addressBlock,
      is_bound: session.isBound,
      ...session.device,
      expires_at: sql<Date>`app_now() + make_interval(secs => ${session.absoluteSeconds})`,
    })
    .execute();
}

/** The account and limits of a valid session, read by its secret. */
export interface ActiveSession {
  sessionId: string;
  userId: string;
  role: SessionRole;
  email: string;
  language: Language;
  mustChangePassword: boolean;
  centerId: string | null;
  doctorId: string | null;
  doctorState: string | null;
  subscriptionStatus: string;
  subscriptionStart: string | null;
  subscriptionEnd: string | null;
  expiresAt: Date;
  staleSeconds: number;
  /** Seconds since the password was entered. */
  passwordAgeSeconds: number;
  /** Its Bearer is valid only beside its cookie. */
  isBound: boolean;
  hasFactor: boolean;
  /** When a second factor must be set up, for a doctor or a center's member of whom one is required. */
  factorDueOn: string | null;
  /** From when the session's center requires a second factor; null if it does not. */
  secondFactorFrom: string | null;
  /** The account that pays: a center's own for its members. */
  payerId: string;
  /** With what rights a person acts for a center; null for its own account. */
  member: Membership | null;
}

/** A row of `find_session()`. */
interface FoundSession {
  session_id: string;
  user_id: string;
  role: SessionRole;
  email: string;
  language: Language;
  must_change_password: boolean;
  center_id: string | null;
  doctor_id: string | null;
  doctor_state: string | null;
  subscription_status: string;
  subscription_start: string | null;
  subscription_end: string | null;
  expires_at: Date;
  stale_seconds: number;
  password_age_seconds: number;
  is_bound: boolean;
  has_factor: boolean;
  factor_due_on: string | null;
  second_factor_from: string | null;
  payer_id: string;
  member_id: string | null;
  member_username: string;
  member_name: string;
  member_roles: CenterRole[];
}

/** A row of `find_session_and_exam()`: the exam's columns are null unless the session may view it. */
type FoundSessionAndExam = FoundSession &
  (
    | { exam_id: null }
    | {
        exam_id: string;
        exam_center_id: string;
        patient_id: string;
        exam_type: ExamTypeName;
        scan_state: ScanStateName;
        grant_id: string | null;
        public_patient_id: string | null;
      }
  );

type SecretColumn = 'bearer_hash' | 'cookie_hash';

/**
 * Finds a session by the hash of its bearer or cookie secret, if neither its idle nor its absolute limit has passed.
 * `isIdleAllowed` skips the idle limit. Needs no transaction; see `findActiveSessionWithin`.
 */
export async function findActiveSession(
  { db }: DbContext,
  by: SecretColumn,
  secretHash: Buffer,
  isIdleAllowed = false,
): Promise<ActiveSession | null> {
  const [bearer, cookie] = argumentsOf(by, secretHash);
  return toActiveSession(
    await db.call<FoundSession>`SELECT * FROM find_session(${bearer}, ${cookie}, ${isIdleAllowed})`,
  );
}

/**
 * Finds a session like `findActiveSession`, and the exam if the session may view it now: a center its own, a doctor one
 * under an active grant. One statement, because each image of a scroll asks for both.
 */
export async function findActiveSessionAndExam(
  { db }: DbContext,
  by: SecretColumn,
  secretHash: Buffer,
  examId: string,
): Promise<{ session: ActiveSession; exam: VisibleExam | undefined } | null> {
  const [bearer, cookie] = argumentsOf(by, secretHash);
  const rows = await db.call<FoundSessionAndExam>`SELECT * FROM find_session_and_exam(${bearer}, ${cookie}, ${examId})`;
  const session = toActiveSession(rows);
  return session && { session, exam: toVisibleExam(rows[0]) };
}

function toVisibleExam(row: FoundSessionAndExam | undefined): VisibleExam | undefined {
  if (row === undefined || row.exam_id === null) return undefined;
  const { exam_id: examId, exam_center_id: centerId, patient_id: patientUuid, exam_type: examType } = row;
  const { scan_state: scanState, grant_id: grantId, public_patient_id: publicPatientId } = row;
  const exam = { examId, centerId, patientUuid, examType, scanState };
  return grantId === null || publicPatientId === null ? exam : { ...exam, grantId, publicPatientId };
}

/** Finds a session like `findActiveSession`, as a transaction sees it that may have changed it. */
export async function findActiveSessionWithin(
  tx: Reader,
  by: SecretColumn,
  secretHash: Buffer,
  isIdleAllowed = false,
): Promise<ActiveSession | null> {
  const [bearer, cookie] = argumentsOf(by, secretHash);
  const statement = sql<FoundSession>`SELECT * FROM find_session(${bearer}, ${cookie}, ${isIdleAllowed}) ${preparedMarker}`;
  return toActiveSession((await statement.execute(tx)).rows);
}

function argumentsOf(by: SecretColumn, secretHash: Buffer): [bearer: Buffer | null, cookie: Buffer | null] {
  return by === 'bearer_hash' ? [secretHash, null] : [null, secretHash];
}

function toActiveSession([row]: FoundSession[]): ActiveSession | null {
  if (row === undefined) return null;
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    role: row.role,
    email: row.email,
    language: row.language,
    mustChangePassword: row.must_change_password,
    centerId: row.center_id,
    doctorId: row.doctor_id,
    doctorState: row.doctor_state,
    subscriptionStatus: row.subscription_status,
    subscriptionStart: row.subscription_start,
    subscriptionEnd: row.subscription_end,
    expiresAt: row.expires_at,
    staleSeconds: row.stale_seconds,
    passwordAgeSeconds: row.password_age_seconds,
    isBound: row.is_bound,
    hasFactor: row.has_factor,
    factorDueOn: row.factor_due_on,
    secondFactorFrom: row.second_factor_from,
    payerId: row.payer_id,
    member:
      row.member_id === null
        ? null
        : { id: row.member_id, username: row.member_username, displayName: row.member_name, roles: row.member_roles },
  };
}

/**
 * Returns whether an account was used before a session: it has an earlier one, or is so old that they may have been removed.
 */
export async function wasUsedBefore(tx: Reader, userId: string, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', userId)
    .where((where) =>
      where.or([
        where(sql<Date>`u.created_at`, '<', sql<Date>`app_now() - interval '30 days'`),
        where.exists(
          where
            .selectFrom('sessions as s')
            .select('s.id')
            .where('s.user_id', '=', userId)
            .where('s.id', '<>', sessionId),
        ),
      ]),
    )
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

/** Revokes one session; false if it had already ended. */
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

/** Revokes all sessions of a user except `exceptId`. Returns how many. */
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

/** Revokes a user's oldest sessions beyond the newest `maxSessions`. Returns their ids. */
export async function revokeOldestSessions(tx: Tx, userId: string, maxSessions: number): Promise<string[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`app_now()`, revoke_cause: 'too_many' })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('sessions as newest')
        .select('newest.id')
        .where('newest.user_id', '=', userId)
        .where('newest.revoked_at', 'is', null)
        .orderBy('newest.created_at', 'desc')
        .orderBy('newest.id', 'desc')
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

const maxListed = 20; // a user has at most ten (security 2.5)

/** Lists a user's sessions whose idle and absolute limits have not passed, most recently used first. */
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
    .where(
      sql<boolean>`last_seen_at + make_interval(secs => least(idle_seconds, own_idle_seconds(center_id))) > app_now()`,
    )
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
}

/** Revokes a session of a user; null if the user has no such session, false if it had already ended. */
export async function revokeUserSession(tx: Tx, userId: string, id: string): Promise<boolean | null> {
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return session === undefined ? null : await revokeSession(tx, session.id, 'ended_by_owner');
}
