import { Fault } from '@medcloud/contract/faults';
import type { Role } from '@medcloud/contract/shapes/accounts';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { mailedScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import { emailIndex } from '../email-index.ts';
import { revokeAllSessions } from '../sessions/store.ts';
import { type SignInIdentifier, type SignInPorts, signInThrottleKey } from '../sign-in/sign-in.ts';
import { updatePassword } from '../store.ts';
import { revokeUserTokens } from '../tokens/store.ts';
import { checkPasswordStrength } from './check-password-strength.ts';
import { listPersonalWords } from './list-personal-words.ts';
import { sendPasswordChangedMail } from './send-password-changed-mail.ts';
import { consumeReset, findResetAccount, type ResetAccount, supersedeResets } from './store.ts';

/**
 * Sets a new password by a mailed link, once: every session and API token of the account and every other link end with it, and its
 * owner is told by mail. Answers the account's role. Fails with `invalid_or_expired`, and with `validation` where the
 * password is too short for the posture (the link stays good).
 */
export async function resetPassword(
  context: AppContext,
  ports: SignInPorts,
  request: RequestContext,
  { token, password }: { token: string; password: string },
): Promise<Role> {
  const scope = mailedScope('recovery', token);
  const tokenHash = hashSecret(token);
  const account = await context.db.within(scope, (tx) => getResetAccount(context, tx, tokenHash));
  checkPasswordStrength(context, password, {
    field: 'password',
    personalWords: await listPersonalWords(context, account),
  });
  const passwordHash = await ports.passwords.hash(password);
  await context.db.within(scope, async (tx) => {
    await getResetAccount(context, tx, tokenHash);
    if (!(await consumeReset(tx, tokenHash))) throw new Fault('invalid_or_expired');
    await setPassword(context, tx, request, account, passwordHash);
  });
  // whoever guessed at this account before does not keep its owner out
  await ports.throttle.resetSignIn({
    account: signInThrottleKey(toSignInIdentifier(account)),
    by: { block: request.addressBlock },
  });
  return account.role;
}

/** Whose link this is. A link that went to an address which the account has left since opens nothing: others may read mail there. */
async function getResetAccount({ keys }: AppContext, tx: Tx, tokenHash: Buffer): Promise<ResetAccount> {
  const account = await findResetAccount(tx, tokenHash);
  if (account === null || !emailIndex(keys, account.email).equals(account.mailedTo))
    throw new Fault('invalid_or_expired');
  return account;
}

async function setPassword(
  context: AppContext,
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
  return { kind: role === 'admin' ? 'admin' : 'doctor', email };
}
