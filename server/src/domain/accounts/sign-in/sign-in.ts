import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { SignInAttempt, Throttle } from '../../../platform/throttle/throttle.ts';
import { type AuditEntry, record } from '../../audit/record/record.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import {
  type CenterOfUser,
  type DoctorOfUser,
  findCenterOfUser,
  findDoctorOfUser,
  touchCenter,
} from '../account-holder.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { parseDevice } from '../sessions/device.ts';
import { newSessionSecrets, type SessionSecrets } from '../sessions/session-secrets.ts';
import { findActiveSession, insertSession, revokeOldestSessions, revokeSession } from '../sessions/store.ts';
import { type Account, findAccountByCenterId, findAccountByEmail, lockAccountWithPassword } from '../store.ts';
import { findKnownDevice, rememberDevice } from './known-device.ts';

/** The three doors. A center knocks with its center ID, the others with their e-mail. */
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

/** What a sign-in presents: the password, the session that the browser still has, and the cookie that names the browser. */
export interface SignInCredentials {
  password: string;
  session: string | null;
  device: string | null;
}

/** Seconds a session may idle and last (product, "Sessions"). */
export const sessionLimits = {
  admin: { idleSeconds: 15 * 60, absoluteSeconds: 8 * 3_600 },
  doctor: { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3_600 },
  medical_center: { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3_600 },
} as const;

const maxSessionsPerUser = { admin: 5, doctor: 5, medical_center: 10 } as const; // security 2.5

/**
 * Signs in through one door. Fails with `invalid_credentials` alike for an unknown account, a wrong password, another
 * role's account and one that was closed, after the same work; with `rate_limited` while a delay lasts. `device` of the
 * answer is the cookie by which this browser is known from now on.
 */
export async function signIn(
  context: AppContext,
  ports: SignInPorts,
  request: RequestContext,
  identifier: SignInIdentifier,
  credentials: SignInCredentials,
): Promise<SignInResult & { device: string }> {
  const accountKey = signInThrottleKey(identifier);
  const known = findKnownDevice(context, credentials.device, accountKey);
  const attempt = { account: accountKey, by: known === null ? { block: request.addressBlock } : { known } };
  await registerAttempt(context, ports, request, attempt);
  const account = await context.db.within(systemScope('sign-in'), (tx) => findAccount(tx, identifier));
  const isMatch = await ports.passwords.matches(account?.passwordHash ?? null, credentials.password);
  const result =
    account === null || !isMatch || account.initialPasswordExpired
      ? null
      : await createSession(context, request, account, credentials.session);
  if (result === null) {
    await recordFailure(context, request, account);
    throw new Fault('invalid_credentials');
  }
  await ports.throttle.resetSignIn(attempt);
  return { ...result, device: rememberDevice(context, credentials.device, accountKey) };
}

/** Takes one attempt at the password. One that comes too soon leaves an event, alike for a known and an unknown account. */
async function registerAttempt(
  { db }: AppContext,
  { throttle }: SignInPorts,
  { requestId, addressBlock }: RequestContext,
  attempt: SignInAttempt,
): Promise<void> {
  try {
    await throttle.attemptSignIn(attempt);
  } catch (error) {
    const details = { code: 'rate_limited' };
    if (error instanceof Fault && error.code === 'rate_limited')
      await db.within(systemScope('sign-in'), (tx) =>
        record(tx, { event: 'login', outcome: 'denied', actor: { kind: 'nobody' }, requestId, addressBlock, details }),
      );
    throw error;
  }
}

/** By what the attempts at one account are counted, known or unknown. */
export function signInThrottleKey(identifier: SignInIdentifier): string {
  // in capitals, as the account is looked for: another letter case is no further attempt
  const name = `${identifier.kind}:${identifier.kind === 'center' ? identifier.centerId.toUpperCase() : identifier.email}`;
  return hashSecret(name).toString('base64url');
}

function findAccount(tx: Tx, identifier: SignInIdentifier): Promise<Account | null> {
  switch (identifier.kind) {
    case 'center':
      return findAccountByCenterId(tx, identifier.centerId);
    case 'doctor':
      return findAccountByEmail(tx, 'doctor', identifier.email);
    case 'admin':
      return findAccountByEmail(tx, 'admin', identifier.email);
  }
}

async function recordFailure(context: AppContext, request: RequestContext, account: Account | null): Promise<void> {
  await context.db.within(systemScope('sign-in'), (tx) =>
    record(tx, {
      event: 'login',
      outcome: 'failure',
      actor: account ? { kind: 'nobody', personId: account.userId } : { kind: 'nobody' },
      requestId: request.requestId,
      addressBlock: request.addressBlock,
    }),
  );
}

/** Makes the session's row; an earlier session that the browser still presents ends with it. Null if the password was changed since it was compared. */
async function createSession(
  context: AppContext,
  request: RequestContext,
  account: Account,
  previousSecret: string | null,
): Promise<SignInResult | null> {
  const secrets = newSessionSecrets(context.random);
  return await context.db.within(systemScope('sign-in'), async (tx) => {
    if (!(await lockAccountWithPassword(tx, account.userId, account.passwordHash))) return null;
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
      bearerHash: hashSecret(secrets.sessionId),
      cookieHash: hashSecret(secrets.cookie),
      ...sessionLimits[account.role],
      addressBlock: request.addressBlock,
      device,
    });
    const oldest = await revokeOldestSessions(tx, account.userId, maxSessionsPerUser[account.role]);
    if (center) await touchCenter(tx, center.id);
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
    await record(tx, { event: 'login', ...by, details: { ...device } });
    await recordEndedSessions(tx, by, 'signed_in_again', replaced);
    await recordEndedSessions(tx, by, 'too_many', oldest);
    return { account, secrets, center, doctor };
  });
}

/** Ends the session that the browser still shows, whose ever it is; answers its id where it lived. */
async function revokePreviousSession(tx: Tx, secret: string): Promise<string[]> {
  const session = await findActiveSession(tx, 'bearer_hash', hashSecret(secret));
  if (session === null || !(await revokeSession(tx, session.sessionId, 'signed_in_again'))) return [];
  return [session.sessionId];
}

/** One event for each session that the new one ended. */
async function recordEndedSessions(
  tx: Tx,
  by: Pick<AuditEntry, 'actor' | 'requestId' | 'addressBlock'>,
  cause: 'signed_in_again' | 'too_many',
  ids: readonly string[],
): Promise<void> {
  for (const id of ids)
    await record(tx, { event: 'session_ended', ...by, object: { kind: 'session', id }, details: { cause } });
}
