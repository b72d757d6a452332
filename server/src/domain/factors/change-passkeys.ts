import { createHash } from 'node:crypto';
import { Fault } from '@medcloud/contract/faults';
import type {
  NewPasskey,
  Passkey,
  PasskeyCreationOptions,
  RemainingPasskeys,
} from '@medcloud/contract/shapes/passkeys';
import { isUuid, newId } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { ownFactorsScope } from '../authorization/authorize.ts';
import type { AccountScope } from '../authorization/scope.ts';
import { createRecoveryCodeSet, type FactorContext, type FactorRequest } from './change-factors.ts';
import { checkFactorLeft } from './factor-setup.ts';
import { createCreationOptions } from './passkey-options.ts';
import { findHandle, hasFactor, listPasskeys, maxPasskeys } from './reads.ts';
import { sendSecurityMail } from './send-security-mail.ts';
import { showPasskey } from './show.ts';
import { deletePasskey, deleteUselessRecoveryCodes, insertPasskey, lockAccount, updatePasskeyName } from './store.ts';
import { spendChallenge } from './use-factor.ts';
import { verifyAttestation } from './verify-passkey.ts';

/** Creates options for a new passkey. Throws `invalid_state` if the account has twenty. */
export async function beginPasskey(
  context: FactorContext,
  scope: AccountScope,
  { principal }: FactorRequest,
): Promise<PasskeyCreationOptions> {
  const { userId, email } = principal;
  return await context.db.read(scope, async (tx) => {
    const passkeys = await listPasskeys(tx, userId);
    if (passkeys.length >= maxPasskeys) throw new Fault('invalid_state');
    return createCreationOptions(context, { userId, email, handle: await findHandle(tx, userId) }, passkeys);
  });
}

/**
 * Adds a passkey. The first factor comes with recovery codes. Throws `invalid_factor` for a response that is not right, late or
 * used; `invalid_state` if an account has the passkey, or this one has twenty.
 */
export async function addPasskey(
  context: FactorContext,
  scope: AccountScope,
  request: FactorRequest,
  { name, response }: NewPasskey,
): Promise<Passkey & { recoveryCodes?: string[] }> {
  const { userId } = request.principal;
  const verified = await verifyAttestation(context, userId, response);
  if (verified === null) throw new Fault('invalid_factor');
  const { challengeHash, ...passkey } = verified;
  const keyHash = createHash('sha256').update(passkey.publicKey).digest();
  const factorsScope = ownFactorsScope(scope, { credentialId: passkey.credentialId, keyHash, challengeHash });
  return await context.db.within(factorsScope, async (tx) => {
    if (!(await spendChallenge(tx))) throw new Fault('invalid_factor');
    await lockAccount(tx, userId);
    const isFirst = !(await hasFactor(tx));
    if ((await listPasskeys(tx, userId)).length >= maxPasskeys) throw new Fault('invalid_state');
    const row = await insertPasskey(tx, {
      id: newId(context.clock, context.random),
      userId,
      name,
      domain: context.settings.passkeyDomain,
      ...passkey,
    });
    if (row === null) throw new Fault('invalid_state');
    await record(tx, {
      event: 'factor_added',
      ...toAuditFields(request),
      object: { kind: 'passkey', id: row.id },
      details: { kind: 'passkey' },
    });
    await sendSecurityMail(context, tx, request.principal, 'passkey_added');
    return {
      ...showPasskey(row),
      ...(isFirst ? { recoveryCodes: await createRecoveryCodeSet(context, tx, request) } : {}),
    };
  });
}

/** Renames a passkey of the caller. Throws `not_found`. */
export async function renamePasskey(
  { db }: Pick<FactorContext, 'db'>,
  scope: AccountScope,
  id: string,
  name: string,
): Promise<void> {
  if (!isUuid(id)) throw new Fault('not_found');
  const isRenamed = await db.within(ownFactorsScope(scope), (tx) => updatePasskeyName(tx, id, name));
  if (!isRenamed) throw new Fault('not_found');
}

/**
 * Removes a passkey of the caller, and with the last factor the recovery codes. Returns what is left. Throws `not_found`, and
 * `last_factor` where one is required.
 */
export async function removePasskey(
  context: FactorContext,
  scope: AccountScope,
  request: FactorRequest,
  id: string,
): Promise<RemainingPasskeys> {
  if (!isUuid(id)) throw new Fault('not_found');
  const { userId } = request.principal;
  return await context.db.within(ownFactorsScope(scope), async (tx) => {
    await lockAccount(tx, userId);
    if (!(await deletePasskey(tx, id))) throw new Fault('not_found');
    await checkFactorLeft(context, tx, request.principal);
    await deleteUselessRecoveryCodes(tx, userId);
    await record(tx, {
      event: 'factor_removed',
      ...toAuditFields(request),
      object: { kind: 'passkey', id },
      details: { kind: 'passkey' },
    });
    await sendSecurityMail(context, tx, request.principal, 'passkey_removed', { isAlone: !(await hasFactor(tx)) });
    const passkeys = await listPasskeys(tx, userId);
    return {
      domain: context.settings.passkeyDomain,
      handle: (await findHandle(tx, userId)).toString('base64url'),
      credentialIds: passkeys.map(({ credentialId }) => credentialId.toString('base64url')),
    };
  });
}
