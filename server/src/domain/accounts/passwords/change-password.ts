import { issueCode } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { newPasswordScope } from '../../authorization/authorize.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AccountScope } from '../../authorization/scope.ts';
import type { SendContext } from '../../core/context.ts';
import { rotateSession } from '../sessions/rotate-session.ts';
import { hashSessionSecrets, newSessionSecrets, type SessionSecrets } from '../sessions/session-secrets.ts';
import { revokeAllSessions } from '../sessions/store.ts';
import type { SignInPorts } from '../sign-in/sign-in.ts';
import { checkPassword } from '../sign-in/step-up.ts';
import { updatePassword } from '../store.ts';
import { revokeUserTokens } from '../tokens/store.ts';
import { checkPasswordStrength } from './check-password-strength.ts';
import { listPersonalWords } from './list-personal-words.ts';
import { sendPasswordChangedMail } from './send-password-changed-mail.ts';
import { supersedeResets } from './store.ts';

/**
 * Changes the caller's own password, given the current one. Revokes all sessions, API tokens and mailed links. Creates
 * a new session in the same transaction and notifies the account's owner by mail. Throws `invalid_current_password`,
 * `validation` (too short for the posture, or unchanged) or `rate_limited`.
 */
export async function changePassword(
  context: SendContext,
  ports: SignInPorts,
  scope: AccountScope,
  request: RequestContext<AuthenticatedPrincipal>,
  change: { currentPassword: string; newPassword: string },
): Promise<SessionSecrets> {
  const { principal } = request;
  checkPasswordStrength(context, change.newPassword, {
    field: 'newPassword',
    personalWords: await listPersonalWords(context, scope, principal),
  });
  const account = await checkPassword(context, ports, scope, request, change.currentPassword, 'change_password');
  if (change.newPassword === change.currentPassword) throw createFieldFault('newPassword', issueCode('password_same'));
  const hashes = { currentHash: account.passwordHash, newHash: await ports.passwords.hash(change.newPassword) };
  const secrets = newSessionSecrets(context.random);
  return await context.db.within(newPasswordScope(scope, hashSessionSecrets(secrets), hashes.newHash), async (tx) => {
    if (!(await updatePassword(tx, principal.userId, hashes))) throw new Fault('invalid_current_password');
    await supersedeResets(tx, principal.userId);
    const tokens = await revokeUserTokens(tx, principal.userId);
    await record(tx, { event: 'password_changed', ...toAuditFields(request), details: { tokens } });
    const id = await rotateSession(context, tx, request, secrets);
    await sendPasswordChangedMail(context, tx, account);
    // Must come last: the database accepts a session and a message only from a session that is still valid.
    await revokeAllSessions(tx, principal.userId, 'password_changed', id);
    return secrets;
  });
}
