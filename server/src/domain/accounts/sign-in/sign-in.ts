import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { SignInAttempt, Throttle } from '../../../platform/throttle/throttle.ts';
import { type AuditEntry, record } from '../../audit/record/record.ts';
import { signedInScope, signInScope, systemScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { RoleName } from '../../core/column-values.ts';
import type { AppContext, DbContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { type CenterOfUser, type DoctorOfUser, findCenterOfUser, findDoctorOfUser } from '../account-holder.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { parseDevice } from '../sessions/device.ts';
import { hashSessionSecrets, newSessionSecrets, type SessionSecrets } from '../sessions/session-secrets.ts';
import { findActiveSessionWithin, insertSession, revokeOldestSessions, revokeSession } from '../sessions/store.ts';
import { type Account, findNamedAccount, lockAccountWithPassword } from '../store.ts';
import { findKnownDevice, rememberDevice } from './known-device.ts';

/** The three kinds of sign-in. A center signs in with its center ID, the others with their email. */
export type SignInIdentifier =
  | { kind: 'center'; centerId: string }
  | { kind: 'doctor'; email: string }
  | { kind: 'admin'; email: string };

export interface SignInPorts {
  passwords: PasswordHasher;
  throttle: Pick<Throttle, 'attemptSignIn' | 'resetSignIn'>;
}

export interface SignInResult {
  account: Account;
  secrets: SessionSecrets;
  center: CenterOfUser | null;
  doctor: DoctorOfUser | null;
}

/** The secrets of a sign-in: the password, the browser's current session and its device cookie. */
export interface SignInCredentials {
  password: string;
  session: string | null;
  device: string | null;
}

/** Idle and absolute limits of a session in seconds (product, "Sessions"). */
export const sessionLimits = {
  admin: { idleSeconds: 15 * 60, absoluteSeconds: 8 * 3_600 },
  doctor: { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3_600 },
  medical_center: { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3_600 },
} as const;

const maxSessionsPerUser = { admin: 5, doctor: 5, medical_center: 10 } as const; // security 2.5

/**
 * Signs in. Throws `invalid_credentials` for an unknown account, a wrong password, an account of another role and a
 * closed account, after the same work; `rate_limited` during a delay; `account_held` for the right password of an
 * account that an alarm holds. `device` in the result is the new device cookie.
 */
export async function signIn(
  context: Pick<AppContext, 'db' | 'events' | 'keys' | 'clock' | 'random'>,
  ports: SignInPorts,
  request: RequestContext,
  identifier: SignInIdentifier,
  credentials: SignInCredentials,
): Promise<SignInResult & { device: string }> {
  const accountKey = signInThrottleKey(identifier);
  const known = findKnownDevice(context, credentials.device, accountKey);
  const attempt = { account: accountKey, by: known === null ? { block: request.addressBlock } : { known } };
  await registerAttempt(context, ports, request, attempt);
  const named = await context.db.within(accountScope(identifier), (tx) => findNamedAccount(tx, roles[identifier.kind]));
  const passwordHash = await ports.passwords.hashLike(named?.hashSettings ?? null, credentials.password);
  const given = { userId: named?.userId ?? newId(context.clock, context.random), passwordHash };
  const { session: previous } = credentials;
  const result = await createSession(context, request, given, { previous, isNewBrowser: known === null });
  if (result === 'held') return await refuseHeld(context, request, given);
  if (result === 'refused') {
    await recordFailure(context, request, named);
    throw new Fault('invalid_credentials');
  }
  await ports.throttle.resetSignIn(attempt);
  return { ...result, device: rememberDevice(context, credentials.device, accountKey) };
}

/** Counts one password attempt. An attempt during a delay is recorded, for known and unknown accounts. */
async function registerAttempt(
  { db }: DbContext,
  { throttle }: SignInPorts,
  { requestId, addressBlock }: RequestContext,
  attempt: SignInAttempt,
): Promise<void> {
  try {
    await throttle.attemptSignIn(attempt);
  } catch (error) {
    const details = { code: 'rate_limited' };
    if (error instanceof Fault && error.code === 'rate_limited')
      await db.within(systemScope('log'), (tx) =>
        record(tx, { event: 'login', outcome: 'denied', actor: { kind: 'nobody' }, requestId, addressBlock, details }),
      );
    throw error;
  }
}

/** Computes the key that counts attempts for one account, known or unknown. */
export function signInThrottleKey(identifier: SignInIdentifier): string {
  // Upper case, as in the account lookup: another letter case gives no extra attempts.
  const name = `${identifier.kind}:${identifier.kind === 'center' ? identifier.centerId.toUpperCase() : identifier.email}`;
  return hashSecret(name).toString('base64url');
}

function accountScope(identifier: SignInIdentifier) {
  return signInScope(identifier.kind === 'center' ? { centerId: identifier.centerId } : { email: identifier.email });
}

const roles = {
  center: 'medical_center',
  doctor: 'doctor',
  admin: 'admin',
} as const satisfies Record<SignInIdentifier['kind'], RoleName>;

async function recordFailure(
  context: DbContext,
  request: RequestContext,
  named: { userId: string } | null,
): Promise<void> {
  await context.db.within(systemScope('log'), (tx) =>
    record(tx, {
      event: 'login',
      outcome: 'failure',
      actor: named ? { kind: 'nobody', personId: named.userId } : { kind: 'nobody' },
      requestId: request.requestId,
      addressBlock: request.addressBlock,
    }),
  );
}

/** Refuses a sign-in with the right password while an alarm holds the account. */
async function refuseHeld(context: DbContext, request: RequestContext, { userId }: { userId: string }): Promise<never> {
  const { requestId, addressBlock } = request;
  const actor = { kind: 'nobody', personId: userId } as const;
  const details = { code: 'account_held' };
  await context.db.within(systemScope('log'), (tx) =>
    record(tx, { event: 'login', outcome: 'denied', actor, requestId, addressBlock, details }),
  );
  throw new Fault('account_held');
}

/**
 * Creates the session and revokes an earlier one that the browser still presents. The database compares the password:
 * `refused` if it is wrong or expired, or the account unknown; `held` if it is right and an alarm holds the account.
 */
async function createSession(
  context: Pick<AppContext, 'db' | 'events' | 'clock' | 'random'>,
  request: RequestContext,
  given: { userId: string; passwordHash: string },
  { previous: previousSecret, isNewBrowser }: { previous: string | null; isNewBrowser: boolean },
): Promise<SignInResult | 'refused' | 'held'> {
  const secrets = newSessionSecrets(context.random);
  const previousSession = previousSecret === null ? null : hashSecret(previousSecret);
  const newSession = hashSessionSecrets(secrets);
  return await context.db.within(signedInScope({ ...given, previousSession, newSession }), async (tx) => {
    const account = await lockAccountWithPassword(tx, given.userId, given.passwordHash);
    if (account?.isHeld) return 'held';
    if (account === null || account.initialPasswordExpired) return 'refused';
    const center = account.role === 'medical_center' ? await findCenterOfUser(tx, account.userId) : null;
    const doctor = account.role === 'doctor' ? await findDoctorOfUser(tx, account.userId) : null;
    const replaced = previousSecret === null ? [] : await revokePreviousSession(tx, previousSecret);
    const id = newId(context.clock, context.random);
    const device = parseDevice(request.userAgent);
    await insertSession(tx, {
      id,
      userId: account.userId,
      role: account.role,
      centerId: center?.id ?? null,
      doctorId: doctor?.id ?? null,
      ...newSession,
      ...sessionLimits[account.role],
      addressBlock: request.addressBlock,
      device,
    });
    const oldest = await revokeOldestSessions(tx, account.userId, maxSessionsPerUser[account.role]);
    if (center) await context.events.emit(tx, 'center_signed_in', { centerId: center.id });
    const by = {
      actor: {
        kind: account.role === 'medical_center' ? ('center' as const) : account.role,
        personId: account.userId,
        sessionId: id,
        ...(center ? { centerId: center.id } : {}),
        ...(doctor ? { doctorId: doctor.id } : {}),
      },
      requestId: request.requestId,
      addressBlock: request.addressBlock,
    };
    // the alarm rules watch the browsers of administrators
    const details = account.role === 'admin' && isNewBrowser ? { ...device, newBrowser: true } : { ...device };
    await record(tx, { event: 'login', ...by, details });
    await recordEndedSessions(tx, by, 'signed_in_again', replaced);
    await recordEndedSessions(tx, by, 'too_many', oldest);
    return { account, secrets, center, doctor };
  });
}

/** Revokes the session that the browser still presents, of any user. Returns its id if it was valid. */
async function revokePreviousSession(tx: Tx, secret: string): Promise<string[]> {
  const session = await findActiveSessionWithin(tx, 'bearer_hash', hashSecret(secret));
  if (session === null || !(await revokeSession(tx, session.sessionId, 'signed_in_again'))) return [];
  return [session.sessionId];
}

/** Records one audit event for each session that the new one ended. */
async function recordEndedSessions(
  tx: Tx,
  by: Pick<AuditEntry, 'actor' | 'requestId' | 'addressBlock'>,
  cause: 'signed_in_again' | 'too_many',
  ids: readonly string[],
): Promise<void> {
  for (const id of ids)
    await record(tx, { event: 'session_ended', ...by, object: { kind: 'session', id }, details: { cause } });
}
