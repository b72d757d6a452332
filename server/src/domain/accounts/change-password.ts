import { sentences } from '@medcloud/contract';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AccountScope } from '../authorization/scope.ts';
import type { Asking, SignedIn } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { aboutOwner } from './about-owner.ts';
import { beginAnew } from './begin-anew.ts';
import { checkStrength } from './check-strength.ts';
import { supersedeResets } from './reset-store.ts';
import type { SessionSecrets } from './secrets.ts';
import { revokeSessionsOf } from './session-store.ts';
import type { SignInPorts } from './sign-in.ts';
import { checkPassword } from './step-up.ts';
import { updatePassword } from './store.ts';
import { tellPasswordChanged } from './tell-password-changed.ts';
import { endTokensOf } from './token-store.ts';

/**
 * Changes one's own password: needs the current one, ends every session, API token and mailed link, begins a new session in the
 * same transaction, and tells the account's owner by mail.
 * Fails with `invalid_current_password`, `validation` (too short for the posture, or the same), `rate_limited`.
 */
export async function changePassword(
  portal: Portal,
  ports: SignInPorts,
  scope: AccountScope,
  asking: Asking<SignedIn>,
  change: { currentPassword: string; newPassword: string },
): Promise<SessionSecrets> {
  const { who } = asking;
  checkStrength(portal, change.newPassword, { field: 'newPassword', about: await aboutOwner(portal, who) });
  const account = await checkPassword(portal, ports, scope, asking, change.currentPassword, 'change_password');
  if (change.newPassword === change.currentPassword) throw fieldFault('newPassword', sentences.passwordSame);
  const hashes = { compared: account.passwordHash, chosen: await ports.passwords.hash(change.newPassword) };
  return await portal.db.within(scope, async (tx) => {
    if (!(await updatePassword(tx, who.userId, hashes))) throw new Fault('invalid_current_password');
    await supersedeResets(tx, who.userId);
    const tokens = await endTokensOf(tx, who.userId);
    await record(tx, { event: 'password_changed', ...askedBy(asking), details: { tokens } });
    const { id, secrets } = await beginAnew(portal, tx, asking);
    // afterwards: the database lets a session be begun for as long as the one that asks stands
    await revokeSessionsOf(tx, who.userId, 'password_changed', id);
    await tellPasswordChanged(portal, tx, account);
    return secrets;
  });
}
