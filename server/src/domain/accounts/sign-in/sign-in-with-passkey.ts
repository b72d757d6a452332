import { Fault } from '@medcloud/contract/faults';
import type { PasskeyRequestOptions, PasskeySignIn } from '@medcloud/contract/shapes/passkeys';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { record } from '../../audit/record/record.ts';
import { copiedPasskeyScope, passkeyScope, systemScope } from '../../authorization/authorize.ts';
import type { PasskeyProof, SignedChallenge } from '../../authorization/given.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { RoleName } from '../../core/column-values.ts';
import type { AppContext, DbContext } from '../../core/context.ts';
import { createRequestOptions } from '../../factors/passkey-options.ts';
import { findClaimedPasskey, suspectPasskey, usePasskey } from '../../factors/use-factor.ts';
import { readCredentialId, verifyAssertion } from '../../factors/verify-passkey.ts';
import { findMembership } from '../account-holder.ts';
import { hashSessionSecrets, newSessionSecrets } from '../sessions/session-secrets.ts';
import { lockProvedAccount } from '../store.ts';
import { beginSession, type SessionContext, type SignInResult } from './begin-session.ts';
import { type BrowserSecrets, rememberBrowser } from './browser.ts';
import { refuseHeld, type SignInPorts } from './sign-in.ts';
import { roles } from './sign-in-identifier.ts';

type PasskeyContext = SessionContext & Pick<AppContext, 'db'>;

/** Creates options for a sign-in in which the device names the account. Stores nothing. */
export function beginPasskeySignIn(
  context: Pick<AppContext, 'keys' | 'clock' | 'random' | 'settings'>,
): PasskeyRequestOptions {
  return createRequestOptions(context, { act: 'sign-in', userId: null });
}

/**
 * Signs in by a passkey, which is two factors in one. Throws the same `invalid_credentials` for an unknown, removed or suspect
 * passkey, a wrong signature, address or domain, a person that the device did not verify, a used, foreign or old challenge,
 * and an account of another kind; `account_held` if an alarm holds the account.
 */
export async function signInWithPasskey(
  context: PasskeyContext,
  ports: Pick<SignInPorts, 'throttle'>,
  request: RequestContext,
  { kind, response }: PasskeySignIn,
  browser: BrowserSecrets,
): Promise<SignInResult & { device: string }> {
  const credentialId = readCredentialId(response.id);
  const passkey = await context.db.read(passkeyScope({ credentialId }), findClaimedPasskey);
  if (passkey === null) return await refusePasskey(context, request, null);
  const proof = await verifyAssertion(context, { act: 'sign-in', userId: null }, response, passkey);
  if (proof === null || !maySignInAs(kind, passkey.role)) return await refusePasskey(context, request, passkey.userId);
  if (proof.isBehind) await suspectCopy(context, request, passkey.userId, proof);
  const result = proof.isBehind ? null : await finish(context, request, kind, proof, browser);
  if (result === null) return await refusePasskey(context, request, passkey.userId);
  if ('heldUserId' in result) return await refuseHeld(context, request, { userId: result.heldUserId });
  return await rememberBrowser(context, ports, request, result, browser);
}

/** A doctor or a member signs in to a center by a membership. */
const maySignInAs = (kind: PasskeySignIn['kind'], role: RoleName) =>
  role === roles[kind] || (kind === 'center' && role !== 'admin');

/** Uses the passkey and its challenge, and begins the session, in one transaction. Null if either was used meanwhile. */
async function finish(
  context: PasskeyContext,
  request: RequestContext,
  kind: PasskeySignIn['kind'],
  passkey: PasskeyProof,
  { session: previous, device }: BrowserSecrets,
): Promise<SignInResult | { heldUserId: string } | null> {
  const secrets = newSessionSecrets(context.random);
  const scope = passkeyScope({
    factor: { passkey },
    previousSession: previous === null ? null : hashSecret(previous.bearer),
    newSession: hashSessionSecrets(secrets),
  });
  return await context.db.within(scope, async (tx) => {
    const account = await lockProvedAccount(tx);
    if (account === null || !(await usePasskey(tx))) return null;
    if (account.isHeld) return { heldUserId: account.userId };
    const isMember = kind === 'center' && account.role !== 'medical_center';
    const membership = isMember ? await findMembership(tx, account.userId, {}) : null;
    if (isMember && membership === null) return null;
    return await beginSession(context, tx, request, {
      account,
      membership,
      secrets,
      previous,
      device,
      factor: 'passkey',
    });
  });
}

/**
 * Makes a passkey suspect whose counter went back, and records it, which raises the alarm `passkey_copied`. It signs in no more,
 * neither from the copy nor from the first device. No effect if the challenge is spent or older than the last use.
 */
export async function suspectCopy(
  { db }: DbContext,
  request: RequestContext,
  userId: string,
  { credentialId, signCount, challengeHash, givenOut }: SignedChallenge,
): Promise<void> {
  const scope = copiedPasskeyScope({ credentialId, signCount, challengeHash, givenOut });
  if (await db.within(scope, suspectPasskey)) await recordFailure({ db }, request, userId, { copiedPasskey: true });
}

async function refusePasskey(context: DbContext, request: RequestContext, userId: string | null): Promise<never> {
  await recordFailure(context, request, userId, { cause: 'passkey' });
  throw new Fault('invalid_credentials');
}

async function recordFailure(
  { db }: DbContext,
  { requestId, addressBlock }: RequestContext,
  personId: string | null,
  details: Record<string, string | boolean>,
): Promise<void> {
  const actor = { kind: 'nobody' as const, ...(personId !== null && { personId }) };
  await db.within(systemScope('log'), (tx) =>
    record(tx, { event: 'login', outcome: 'failure', actor, requestId, addressBlock, details }),
  );
}
