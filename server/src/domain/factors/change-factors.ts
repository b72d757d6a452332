import { Fault } from '@medcloud/contract/faults';
import type { Throttle } from '../../platform/throttle/throttle.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { ownFactorsScope } from '../authorization/authorize.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AccountScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { checkFactorLeft } from './factor-setup.ts';
import { findTotp, hasFactor } from './reads.ts';
import { computeRecoveryMac, createRecoveryCodes } from './recovery-codes.ts';
import { type SecurityMailContext, sendSecurityMail } from './send-security-mail.ts';
import {
  deleteTotp,
  deleteUselessRecoveryCodes,
  lockAccount,
  replaceRecoveryCodes,
  replaceUnconfirmedTotp,
} from './store.ts';
import { createTotpSecret, findStep } from './totp.ts';
import { useOwnStep } from './use-factor.ts';

export type FactorContext = SecurityMailContext & Pick<AppContext, 'db'>;
export type FactorRequest = RequestContext<AuthenticatedPrincipal>;

interface FactorPorts {
  throttle: Pick<Throttle, 'attemptFactor' | 'resetFactor'>;
}

/**
 * Creates the secret of an authenticator app, which counts once a code confirms it. Throws `invalid_state` if the account
 * has an app.
 */
export async function beginTotp(
  context: FactorContext,
  scope: AccountScope,
  { principal }: FactorRequest,
): Promise<{ secret: string; uri: string }> {
  const { encrypted, secret, uri } = createTotpSecret(context, principal.userId, principal.email);
  await context.db.within(ownFactorsScope(scope), async (tx) => {
    if ((await findTotp(tx, principal.userId))?.confirmedAt != null) throw new Fault('invalid_state');
    await replaceUnconfirmedTotp(tx, principal.userId, encrypted);
  });
  return { secret, uri };
}

/**
 * Makes the app a second factor of the account by its first code. The first factor comes with recovery codes. Throws
 * `invalid_factor` for a wrong code, `invalid_state` without an app that waits for one, or after ten minutes, and `rate_limited`.
 */
export async function confirmTotp(
  context: FactorContext,
  { throttle }: FactorPorts,
  scope: AccountScope,
  request: FactorRequest,
  code: string,
): Promise<string[] | undefined> {
  const { userId } = request.principal;
  await throttle.attemptFactor(userId);
  const codes = await context.db.within(ownFactorsScope(scope), async (tx) => {
    await lockAccount(tx, userId);
    const isFirst = !(await hasFactor(tx));
    const totp = await findTotp(tx, userId);
    if (totp === null || totp.confirmedAt !== null) throw new Fault('invalid_state');
    const step = findStep(context, userId, totp.encryptedSecret, code);
    if (step === null) throw new Fault('invalid_factor');
    if (!(await useOwnStep(tx, step))) throw new Fault('invalid_state');
    await record(tx, { event: 'factor_added', ...toAuditFields(request), details: { kind: 'totp' } });
    await sendSecurityMail(context, tx, request.principal, 'added');
    return isFirst ? await createRecoveryCodeSet(context, tx, request) : undefined;
  });
  await throttle.resetFactor(userId);
  return codes;
}

/**
 * Removes the account's app, and with the last factor its recovery codes. Again: no effect. Throws `rate_limited`, and
 * `last_factor` where one is required.
 */
export async function removeTotp(
  context: FactorContext,
  { throttle }: FactorPorts,
  scope: AccountScope,
  request: FactorRequest,
): Promise<void> {
  await throttle.attemptFactor(request.principal.userId);
  await context.db.within(ownFactorsScope(scope), async (tx) => {
    await lockAccount(tx, request.principal.userId);
    if (!(await deleteTotp(tx, request.principal.userId))) return;
    await checkFactorLeft(context, tx, request.principal);
    await deleteUselessRecoveryCodes(tx, request.principal.userId);
    await record(tx, { event: 'factor_removed', ...toAuditFields(request), details: { kind: 'totp' } });
    await sendSecurityMail(context, tx, request.principal, 'removed', { isAlone: !(await hasFactor(tx)) });
  });
}

/** Creates new recovery codes; earlier ones end. Throws `invalid_state` without a second factor, and `rate_limited`. */
export async function makeRecoveryCodes(
  context: FactorContext,
  { throttle }: FactorPorts,
  scope: AccountScope,
  request: FactorRequest,
): Promise<string[]> {
  await throttle.attemptFactor(request.principal.userId);
  return await context.db.within(ownFactorsScope(scope), async (tx) => {
    await lockAccount(tx, request.principal.userId);
    if (!(await hasFactor(tx))) throw new Fault('invalid_state');
    await sendSecurityMail(context, tx, request.principal, 'codes_made');
    return await createRecoveryCodeSet(context, tx, request);
  });
}

/** Creates ten recovery codes in place of the account's earlier ones, in the caller's transaction. */
export async function createRecoveryCodeSet(context: FactorContext, tx: Tx, request: FactorRequest): Promise<string[]> {
  const { userId } = request.principal;
  const codes = createRecoveryCodes(context.random);
  const macs = codes.map((code) => computeRecoveryMac(context.keys.codes, userId, code));
  await replaceRecoveryCodes(context, tx, userId, macs);
  await record(tx, { event: 'recovery_codes_made', ...toAuditFields(request) });
  return codes;
}
