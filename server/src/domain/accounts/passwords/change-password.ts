import { validationMessages } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AccountScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { rotateSession } from '../sessions/rotate-session.ts';
import type { SessionSecrets } from '../sessions/session-secrets.ts';
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
 * Changes one's own password: needs the current one, ends every session, API token and mailed link, begins a new session in the
 * same transaction, and tells the account's owner by mail.
 * Fails with `invalid_current_password`, `validation` (too short for the posture, or the same), `rate_limited`.
 */
export async function changePassword(
  context: AppContext,
  ports: SignInPorts,
  scope: AccountScope,
  request: RequestContext<AuthenticatedPrincipal>,
  change: { currentPassword: string; newPassword: string },
): Promise<SessionSecrets> {
  const { principal } = request;
  checkPasswordStrength(context, change.newPassword, {
    field: 'newPassword',
    personalWords: await listPersonalWords(context, principal),
  });
  const account = await checkPassword(context, ports, scope, request, change.currentPassword, 'change_password');
  if (change.newPassword === change.currentPassword)
    throw createFieldFault('newPassword', validationMessages.passwordSame);
  const hashes = { currentHash: account.passwordHash, newHash: await ports.passwords.hash(change.newPassword) };
  return await context.db.within(scope, async (tx) => {
    if (!(await updatePassword(tx, principal.userId, hashes))) throw new Fault('invalid_current_password');
    await supersedeResets(tx, principal.userId);
    const tokens = await revokeUserTokens(tx, principal.userId);
    await record(tx, { event: 'password_changed', ...toAuditFields(request), details: { tokens } });
    const { id, secrets } = await rotateSession(context, tx, request);
    // afterwards: the database lets a session be begun for as long as the one that asks stands
    await revokeAllSessions(tx, principal.userId, 'password_changed', id);
    await sendPasswordChangedMail(context, tx, account);
    return secrets;
  });
}
