import { issueCode, limits } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import type { StepUp } from '@medcloud/contract/shapes/factors';
import type { PasskeyRequestOptions } from '@medcloud/contract/shapes/passkeys';
import type { RowScope } from '../../../platform/db/row-scope.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { renewingScope } from '../../authorization/authorize.ts';
import type { PasskeyProof } from '../../authorization/given.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AccountScope } from '../../authorization/scope.ts';
import type { AppContext, DbContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { createRequestOptions } from '../../factors/passkey-options.ts';
import { findHandle, findTotp, hasFactor, listFactorMethods, listPasskeys } from '../../factors/reads.ts';
import { findStep } from '../../factors/totp.ts';
import { useOwnStep, usePasskey } from '../../factors/use-factor.ts';
import { readCredentialId, verifyAssertion } from '../../factors/verify-passkey.ts';
import { rotateSession } from '../sessions/rotate-session.ts';
import { hashSessionSecrets, newSessionSecrets, type SessionSecrets } from '../sessions/session-secrets.ts';
import { revokeSession } from '../sessions/store.ts';
import { type Account, findAccountById, lockAccountWithPassword } from '../store.ts';
import type { SignInPorts } from './sign-in.ts';
import { suspectCopy } from './sign-in-with-passkey.ts';

/**
 * Requires the password again before an act that could take over an account; of an account with a second factor, that
 * factor within the last ten minutes. Applies only in production (https). Throws `step_up_required`,
 * `invalid_current_password` or `rate_limited`.
 */
export async function checkStepUp(
  context: Pick<AppContext, 'db' | 'settings'>,
  ports: SignInPorts,
  scope: RowScope,
  request: RequestContext<AuthenticatedPrincipal>,
  password: string | undefined,
): Promise<void> {
  if (context.settings.posture !== 'production') return;
  if (await context.db.read(scope, hasFactor)) {
    if (request.principal.passwordAgeSeconds > limits.stepUpSeconds) throw new Fault('step_up_required');
    return;
  }
  if (password === undefined) throw new Fault('step_up_required');
  await checkPassword(context, ports, scope, request, password, 'step_up');
}

/**
 * Checks the user's strongest factor for the acts of the next ten minutes: a passkey, else the code of the authenticator app,
 * else the password. A new session with new secrets replaces the current one. Throws `invalid_current_password`,
 * `invalid_factor` or `rate_limited`; and `validation` on the field that is missing if another one was given.
 */
export async function stepUpSession(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'random' | 'settings'>,
  ports: SignInPorts,
  scope: AccountScope,
  request: RequestContext<AuthenticatedPrincipal>,
  entered: StepUp,
): Promise<SessionSecrets> {
  const { prove, passkey, isCode = false } = await checkStrongest(context, ports, scope, request, entered);
  const secrets = newSessionSecrets(context.random);
  await context.db.within(renewingScope(scope, hashSessionSecrets(secrets), passkey), async (tx) => {
    await prove(tx);
    const id = await rotateSession(context, tx, request, secrets);
    await record(tx, { event: 'stepped_up', ...toAuditFields(request), object: { kind: 'session', id } });
    // Must come last: the database accepts a new session only from a session that is still valid.
    if (!(await revokeSession(tx, request.principal.sessionId, 'stepped_up'))) throw new Fault('unauthenticated');
  });
  // A used code is right and does not get here.
  if (isCode) await ports.throttle.resetFactor(request.principal.userId);
  return secrets;
}

/** Creates options for a step-up by a passkey of the user. Throws `invalid_state` without one. */
export async function beginStepUp(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'random' | 'settings'>,
  scope: AccountScope,
  { principal }: RequestContext<AuthenticatedPrincipal>,
): Promise<PasskeyRequestOptions> {
  const passkeys = await context.db.read(scope, (tx) => listPasskeys(tx, principal.userId));
  const usable = passkeys.filter(({ suspectAt }) => suspectAt === null);
  if (usable.length === 0) throw new Fault('invalid_state');
  return createRequestOptions(context, { act: 'step-up', userId: principal.userId }, usable);
}

/** Proves in the transaction of the act what was checked before. Throws if it no longer holds. */
interface Proof {
  prove: (tx: Tx) => Promise<void>;
  /** The passkey that signed, for the scope of that transaction. */
  passkey?: PasskeyProof;
  /** Its attempts are counted, until one is right. */
  isCode?: boolean;
}

/** What checks a factor: the context, and the session that asks. */
type CheckContext = Pick<AppContext, 'db' | 'keys' | 'clock' | 'settings'>;

async function checkStrongest(
  context: CheckContext,
  ports: SignInPorts,
  scope: AccountScope,
  request: RequestContext<AuthenticatedPrincipal>,
  { response, code, password }: StepUp,
): Promise<Proof> {
  const [method] = await context.db.read(scope, listFactorMethods);
  if (method === undefined)
    return await checkPasswordToProve(context, ports, scope, request, getEntered('password', password));
  if (method === 'passkey') return await checkPasskey(context, scope, request, getEntered('response', response));
  return await checkCode(context, ports, scope, request, getEntered('code', code));
}

function getEntered<T>(field: string, value: T | undefined): T {
  if (value === undefined) throw createFieldFault(field, issueCode('required'));
  return value;
}

/** Verifies a passkey of the user. Records a wrong one. No attempts are counted: a signature cannot be guessed. */
async function checkPasskey(
  context: CheckContext,
  scope: AccountScope,
  request: RequestContext<AuthenticatedPrincipal>,
  response: NonNullable<StepUp['response']>,
): Promise<Proof> {
  const { userId } = request.principal;
  const credentialId = readCredentialId(response.id);
  const { passkeys, handle } = await context.db.read(scope, async (tx) => ({
    passkeys: await listPasskeys(tx, userId),
    handle: await findHandle(tx, userId),
  }));
  const passkey = passkeys.find((row) => row.suspectAt === null && row.credentialId.equals(credentialId));
  const purpose = { act: 'step-up', userId } as const;
  const proof =
    passkey === undefined ? null : await verifyAssertion(context, purpose, response, { ...passkey, handle });
  if (proof?.isBehind) await suspectCopy(context, request, userId, proof);
  if (proof === null || proof.isBehind)
    return await refuse(context, scope, request, { code: 'invalid_factor', act: 'step_up' });
  return {
    passkey: proof,
    prove: async (tx) => {
      if (!(await usePasskey(tx))) throw new Fault('invalid_factor');
    },
  };
}

async function checkPasswordToProve(
  context: DbContext,
  ports: SignInPorts,
  scope: AccountScope,
  request: RequestContext<AuthenticatedPrincipal>,
  password: string,
): Promise<Proof> {
  const { userId, passwordHash } = await checkPassword(context, ports, scope, request, password, 'step_up');
  return {
    prove: async (tx) => {
      const locked = await lockAccountWithPassword(tx, userId, passwordHash);
      if (locked === null || locked.isHeld) throw new Fault('invalid_current_password');
    },
  };
}

/** Compares a code of the user's authenticator app. Counts the attempt of the account and records a wrong one. */
async function checkCode(
  context: Pick<AppContext, 'db' | 'keys' | 'clock'>,
  ports: SignInPorts,
  scope: AccountScope,
  request: RequestContext<AuthenticatedPrincipal>,
  code: string,
): Promise<Proof> {
  const { userId } = request.principal;
  await ports.throttle.attemptFactor(userId);
  const totp = await context.db.read(scope, (tx) => findTotp(tx, userId));
  const step = totp && findStep(context, userId, totp.encryptedSecret, code);
  if (step === null) return await refuse(context, scope, request, { code: 'invalid_factor', act: 'step_up' });
  return {
    isCode: true,
    prove: async (tx) => {
      if (!(await useOwnStep(tx, step))) throw new Fault('invalid_factor');
    },
  };
}

/**
 * Compares the password of the signed-in user. Counts the attempt like a sign-in and records a wrong one with its
 * `act`. Throws `invalid_current_password` or `rate_limited`.
 */
export async function checkPassword(
  context: DbContext,
  ports: SignInPorts,
  scope: RowScope,
  request: RequestContext<AuthenticatedPrincipal>,
  password: string,
  act: 'step_up' | 'change_password',
): Promise<Account> {
  const { principal } = request;
  const attempt = { account: principal.userId, by: { known: principal.sessionId } };
  await ports.throttle.attemptSignIn(attempt);
  const account = await context.db.within(scope, (tx) => findAccountById(tx, principal.userId));
  const isMatch = await ports.passwords.matches(account?.passwordHash ?? null, password);
  if (!isMatch || account === null) {
    return await refuse(context, scope, request, { code: 'invalid_current_password', act });
  }
  await ports.throttle.resetSignIn(attempt);
  return account;
}

async function refuse(
  { db }: DbContext,
  scope: RowScope,
  request: RequestContext<AuthenticatedPrincipal>,
  details: { code: 'invalid_current_password' | 'invalid_factor'; act: string },
): Promise<never> {
  await db.within(scope, (tx) =>
    record(tx, { event: 'denied', outcome: 'denied', ...toAuditFields(request), details }),
  );
  throw new Fault(details.code);
}
