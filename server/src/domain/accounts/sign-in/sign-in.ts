import { Fault } from '@medcloud/contract/faults';
import type { FactorMethod } from '@medcloud/contract/shapes/factors';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { randomToken } from '../../../platform/ids/random.ts';
import type { SignInAttempt, Throttle } from '../../../platform/throttle/throttle.ts';
import { record } from '../../audit/record/record.ts';
import { signedInScope, signInScope, systemScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext, DbContext } from '../../core/context.ts';
import { listFactorMethods } from '../../factors/reads.ts';
import { beginChallenge } from '../../factors/use-factor.ts';
import { findMembership } from '../account-holder.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { SentSession } from '../sessions/find-sent-session.ts';
import { hashSessionSecrets, newSessionSecrets } from '../sessions/session-secrets.ts';
import { findNamedAccount, lockAccountWithPassword } from '../store.ts';
import { beginFactorGrace } from './begin-factor-grace.ts';
import { beginSession, type SessionContext, type SignInResult } from './begin-session.ts';
import { findKnownDevice, rememberDevice } from './known-device.ts';
import { roles, type SignInIdentifier, signInThrottleKey } from './sign-in-identifier.ts';

export interface SignInPorts {
  passwords: PasswordHasher;
  throttle: Pick<Throttle, 'attemptSignIn' | 'resetSignIn' | 'attemptFactor' | 'resetFactor'>;
}

/** The password was right; the account's second factor is missing. */
export interface Challenge {
  challengeId: string;
  /** How it may be proved, strongest first. */
  methods: FactorMethod[];
  expiresAt: Date;
}

/** The secrets of a sign-in: the password, the browser's current session and its device cookie. */
export interface SignInCredentials {
  password: string;
  session: SentSession | null;
  device: string | null;
}

/**
 * Signs in. Throws `invalid_credentials` for an unknown account, a wrong password, an account of another role and a
 * closed account, after the same work; `rate_limited` during a delay; `account_held` for the right password of an
 * account that an alarm holds. `device` in the result is the new device cookie. The right password of an account with a
 * second factor yields no session but a challenge.
 */
export async function signIn(
  context: SessionContext & Pick<AppContext, 'db'>,
  ports: SignInPorts,
  request: RequestContext,
  identifier: SignInIdentifier,
  credentials: SignInCredentials,
): Promise<(SignInResult & { device: string }) | Challenge> {
  const accountKey = signInThrottleKey(identifier);
  const known = findKnownDevice(context, credentials.device, accountKey);
  const attempt = { account: accountKey, by: known === null ? { block: request.addressBlock } : { known } };
  await registerAttempt(context, ports, request, attempt);
  const named = await context.db.within(accountScope(identifier), (tx) => findNamedAccount(tx, roles[identifier.kind]));
  const passwordHash = await ports.passwords.hashLike(named?.hashSettings ?? null, credentials.password);
  const given = { userId: named?.userId ?? newId(context.clock, context.random), passwordHash };
  const result = await createSession(context, request, identifier, given, credentials);
  if (result === 'held') return await refuseHeld(context, request, given);
  if (result === 'refused') {
    await recordFailure(context, request, named);
    throw new Fault('invalid_credentials');
  }
  if ('challengeId' in result) return result;
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

function accountScope(identifier: SignInIdentifier) {
  return signInScope(identifier.kind === 'center' ? { centerId: identifier.centerId } : { email: identifier.email });
}

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
export async function refuseHeld(
  context: DbContext,
  request: RequestContext,
  { userId }: { userId: string },
): Promise<never> {
  const { requestId, addressBlock } = request;
  const actor = { kind: 'nobody', personId: userId } as const;
  const details = { code: 'account_held' };
  await context.db.within(systemScope('log'), (tx) =>
    record(tx, { event: 'login', outcome: 'denied', actor, requestId, addressBlock, details }),
  );
  throw new Fault('account_held');
}

/**
 * Creates the session, or for an account with a second factor the challenge. The database compares the password: `refused` if
 * it is wrong or expired, or the account unknown; `held` if it is right and an alarm holds the account.
 */
async function createSession(
  context: SessionContext & Pick<AppContext, 'db'>,
  request: RequestContext,
  identifier: SignInIdentifier,
  given: { userId: string; passwordHash: string },
  { session: previous, device }: SignInCredentials,
): Promise<SignInResult | Challenge | 'refused' | 'held'> {
  const secrets = newSessionSecrets(context.random);
  const challengeId = randomToken(context.random);
  const scope = signedInScope({
    ...given,
    previousSession: previous === null ? null : hashSecret(previous.bearer),
    newSession: hashSessionSecrets(secrets),
    challenge: hashSecret(challengeId),
  });
  return await context.db.within(scope, async (tx) => {
    const account = await lockAccountWithPassword(tx, given.userId, given.passwordHash);
    if (account?.isHeld) return 'held';
    if (account === null || account.initialPasswordExpired) return 'refused';
    const typed = identifier.kind === 'center' ? identifier.centerId : undefined;
    const isMember = identifier.kind === 'center' && account.role !== 'medical_center';
    const membership = isMember ? await findMembership(tx, account.userId, { typed }) : null;
    if (isMember && membership === null) return 'refused';
    const methods = await listFactorMethods(tx);
    if (methods.length === 0) {
      const factorSetup = await beginFactorGrace(context, tx, account, membership);
      const proved = { account, membership, secrets, previous, device, factorSetup };
      return await beginSession(context, tx, request, proved);
    }
    const challenge = { addressBlock: request.addressBlock, memberId: membership?.member.id ?? null };
    const expiresAt = await beginChallenge(tx, newId(context.clock, context.random), challenge);
    return expiresAt === null ? 'refused' : { challengeId, methods, expiresAt };
  });
}
