import { Fault } from '@medcloud/contract/faults';
import type { Role } from '@medcloud/contract/shapes/accounts';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { mailedScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import { shownRole } from '../../core/column-values.ts';
import type { AppContext, SendContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { emailIndex } from '../email-index.ts';
import { revokeAllSessions } from '../sessions/store.ts';
import { rememberDevice } from '../sign-in/known-device.ts';
import type { SignInPorts } from '../sign-in/sign-in.ts';
import { type SignInIdentifier, signInThrottleKey } from '../sign-in/sign-in-identifier.ts';
import { updatePassword } from '../store.ts';
import { revokeUserTokens } from '../tokens/store.ts';
import { checkPasswordStrength } from './check-password-strength.ts';
import { listPersonalWords } from './list-personal-words.ts';
import { sendPasswordChangedMail } from './send-password-changed-mail.ts';
import { consumeReset, findResetAccount, type ResetAccount, supersedeResets } from './store.ts';

/**
 * Sets a new password by a mailed link, which works once. Revokes all sessions, API tokens and other links of the
 * account and notifies its owner by mail. Returns the account's role and the device cookie: no wrong passwords of others keep
 * this browser from signing in. Throws `invalid_or_expired`, or `validation` if
 * the password is too short for the posture (the link stays valid).
 */
export async function resetPassword(
  context: SendContext,
  ports: SignInPorts,
  request: RequestContext,
  { token, password, device }: { token: string; password: string; device: string | null },
): Promise<RememberedBrowser> {
  const scope = mailedScope('recovery', token);
  const tokenHash = hashSecret(token);
  const account = await context.db.within(scope, (tx) => getResetAccount(context, tx, tokenHash));
  checkPasswordStrength(context, password, {
    field: 'password',
    personalWords: await listPersonalWords(context, scope, account),
  });
  const passwordHash = await ports.passwords.hash(password);
  await context.db.within(scope, async (tx) => {
    await getResetAccount(context, tx, tokenHash);
    if (!(await consumeReset(tx, tokenHash))) throw new Fault('invalid_or_expired');
    await setPassword(context, tx, request, account, passwordHash);
  });
  // Earlier failed attempts must not delay the owner's sign-in.
  await ports.throttle.resetSignIn({
    account: signInThrottleKey(toSignInIdentifier(account)),
    by: { block: request.addressBlock },
  });
  return rememberFor(context, account, device);
}

/** What a mailed link gives the browser that opens it. */
export interface RememberedBrowser {
  /** Selects the sign-in page. */
  role: Role;
  /** The new device cookie. */
  device: string;
}

export const rememberFor = (
  context: Pick<AppContext, 'keys' | 'clock' | 'random'>,
  account: ResetAccount,
  device: string | null,
): RememberedBrowser => ({
  role: shownRole(account.role),
  device: rememberDevice(context, device, signInThrottleKey(toSignInIdentifier(account))),
});

/**
 * Finds the account of a link. Throws `invalid_or_expired` if the account has changed its address since: others may
 * read mail at the old one.
 */
export async function getResetAccount(
  { keys }: Pick<AppContext, 'keys'>,
  tx: Tx,
  tokenHash: Buffer,
): Promise<ResetAccount> {
  const account = await findResetAccount(tx, tokenHash);
  if (account === null || !emailIndex(keys, account.email).equals(account.mailedTo))
    throw new Fault('invalid_or_expired');
  return account;
}

async function setPassword(
  context: Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  request: RequestContext,
  account: ResetAccount,
  newHash: string,
): Promise<void> {
  const isUpdated = await updatePassword(tx, account.userId, { currentHash: account.passwordHash, newHash });
  if (!isUpdated) throw new Fault('invalid_or_expired');
  await supersedeResets(tx, account.userId);
  await revokeAllSessions(tx, account.userId, 'password_reset');
  const tokens = await revokeUserTokens(tx, account.userId);
  const auditFields = toAuditFields(request);
  const actor = { ...auditFields.actor, personId: account.userId };
  await record(tx, { event: 'password_reset', ...auditFields, actor, details: { tokens } });
  await sendPasswordChangedMail(context, tx, account);
}

function toSignInIdentifier({ role, email, centerId }: ResetAccount): SignInIdentifier {
  if (centerId !== null) return { kind: 'center', centerId };
  if (role === 'member') return { kind: 'center', centerId: email };
  return { kind: role === 'admin' ? 'admin' : 'doctor', email };
}
