import { Fault } from '@medcloud/contract/faults';
import type { FactorMethod, FactorSignIn } from '@medcloud/contract/shapes/factors';
import type { PasskeyAssertion, PasskeyRequestOptions } from '@medcloud/contract/shapes/passkeys';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { record } from '../../audit/record/record.ts';
import { factorScope, systemScope } from '../../authorization/authorize.ts';
import type { FactorProof } from '../../authorization/given.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import { createRequestOptions } from '../../factors/passkey-options.ts';
import { computeRecoveryMac } from '../../factors/recovery-codes.ts';
import { type SecurityMailContext, sendSecurityMail } from '../../factors/send-security-mail.ts';
import { findStep } from '../../factors/totp.ts';
import {
  countFactorTry,
  findChallengedMember,
  findClaimedPasskey,
  listChallengedPasskeys,
  useFactor,
} from '../../factors/use-factor.ts';
import { readCredentialId, verifyAssertion } from '../../factors/verify-passkey.ts';
import { findMembership } from '../account-holder.ts';
import { hashSessionSecrets, newSessionSecrets } from '../sessions/session-secrets.ts';
import { lockProvedAccount } from '../store.ts';
import { beginSession, type SignInResult } from './begin-session.ts';
import { type BrowserSecrets, rememberBrowser } from './browser.ts';
import { refuseHeld, type SignInPorts } from './sign-in.ts';
import { suspectCopy } from './sign-in-with-passkey.ts';

type FactorContext = SecurityMailContext & Pick<AppContext, 'db' | 'events'>;

/**
 * Finishes a sign-in whose password was right. Counts the attempt, and commits it, before anything is compared, so parallel
 * attempts cannot exceed five. A passkey's challenge, a code and a recovery code are good once. Throws `invalid_factor` for a
 * wrong or used one, `challenge_over` for an unknown, used or old challenge and after five attempts.
 */
export async function signInWithFactor(
  context: FactorContext,
  ports: Pick<SignInPorts, 'throttle'>,
  request: RequestContext,
  entered: FactorSignIn,
  browser: BrowserSecrets,
): Promise<SignInResult & { device: string }> {
  const tried = await context.db.within(factorScope(entered.challengeId), countFactorTry);
  if (tried === null) throw new Fault('challenge_over');
  const proof = await findProof(context, request, tried, entered);
  const result = proof && (await finish(context, request, entered, proof, browser));
  if (result === null) return await refuse(context, request, tried.userId);
  if ('heldUserId' in result) return await refuseHeld(context, request, { userId: result.heldUserId });
  return await rememberBrowser(context, ports, request, result, browser);
}

type Proof = FactorProof['factor'];

/**
 * Returns what the database uses up: a passkey that signed, the step of a right code, or the MAC of a recovery code, which the
 * database compares. Null for a wrong one.
 */
async function findProof(
  context: FactorContext,
  request: RequestContext,
  { userId, encryptedSecret }: { userId: string; encryptedSecret: Buffer | null },
  { challengeId, code, recoveryCode, response }: FactorSignIn,
): Promise<Proof | null> {
  if (recoveryCode !== undefined) return { mac: computeRecoveryMac(context.keys.codes, userId, recoveryCode) };
  if (response !== undefined) return await findPasskeyProof(context, request, { userId, challengeId, response });
  if (code === undefined || encryptedSecret === null) return null;
  const step = findStep(context, userId, encryptedSecret, code);
  return step === null ? null : { step };
}

async function findPasskeyProof(
  context: FactorContext,
  request: RequestContext,
  { userId, challengeId, response }: { userId: string; challengeId: string; response: PasskeyAssertion },
): Promise<Proof | null> {
  const scope = factorScope(challengeId, { credentialId: readCredentialId(response.id) });
  const passkey = await context.db.read(scope, findClaimedPasskey);
  const proof = passkey && (await verifyAssertion(context, { act: 'mfa', userId }, response, passkey));
  if (proof === null) return null;
  if (!proof.isBehind) return { passkey: proof };
  await suspectCopy(context, request, userId, proof);
  return null;
}

/** Creates options for a passkey that finishes a sign-in whose password was right. Throws `challenge_over`. */
export async function beginFactorSignIn(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'random' | 'settings'>,
  challengeId: string,
): Promise<PasskeyRequestOptions> {
  const passkeys = await context.db.read(factorScope(challengeId), listChallengedPasskeys);
  const [first] = passkeys;
  if (first === undefined) throw new Fault('challenge_over');
  return createRequestOptions(context, { act: 'mfa', userId: first.userId }, passkeys);
}

/** Uses the factor and begins the session in one transaction. Returns null if the factor was wrong or used. */
async function finish(
  context: FactorContext,
  request: RequestContext,
  { challengeId }: FactorSignIn,
  factor: Proof,
  { session: previous, device }: BrowserSecrets,
): Promise<SignInResult | { heldUserId: string } | null> {
  const secrets = newSessionSecrets(context.random);
  const scope = factorScope(challengeId, {
    factor,
    previousSession: previous === null ? null : hashSecret(previous.bearer),
    newSession: hashSessionSecrets(secrets),
  });
  return await context.db.within(scope, async (tx) => {
    const account = await lockProvedAccount(tx);
    if (account === null) throw new Fault('challenge_over');
    if (!(await useFactor(tx))) return null;
    if (account.isHeld) return { heldUserId: account.userId };
    const kind = methodOf(factor);
    const memberId = await findChallengedMember(tx);
    const membership = memberId === null ? null : await findMembership(tx, account.userId, { memberId });
    // the membership ended meanwhile
    if (memberId !== null && membership === null) throw new Fault('challenge_over');
    const proved = {
      account,
      membership,
      secrets,
      previous,
      device,
      factor: kind,
    } as const;
    const result = await beginSession(context, tx, request, proved);
    if (kind !== 'recovery') return result;
    await sendSecurityMail(context, tx, account, 'code_used');
    return result;
  });
}

function methodOf(factor: Proof): FactorMethod {
  if ('passkey' in factor) return 'passkey';
  return 'mac' in factor ? 'recovery' : 'totp';
}

async function refuse({ db }: FactorContext, request: RequestContext, userId: string): Promise<never> {
  const { requestId, addressBlock } = request;
  const details = { cause: 'factor_wrong' };
  await db.within(systemScope('log'), (tx) =>
    record(tx, {
      event: 'login',
      outcome: 'failure',
      actor: { kind: 'nobody', personId: userId },
      requestId,
      addressBlock,
      details,
    }),
  );
  throw new Fault('invalid_factor');
}
