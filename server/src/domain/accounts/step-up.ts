import { Fault } from '@medcloud/contract/faults';
import type { RowScope } from '../../platform/db/row-scope.ts';
import type { SignedIn } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import type { SignInPorts } from './sign-in.ts';
import { findAccountById } from './store.ts';

/**
 * Asks for the password once more before what could take an account over, on https alone (product, "Sessions": until there
 * is a second factor, step-up asks the password again). Fails with `step_up_required`, `invalid_current_password`, `rate_limited`.
 */
export async function stepUp(
  portal: Portal,
  ports: SignInPorts,
  scope: RowScope,
  who: SignedIn,
  password: string | undefined,
): Promise<void> {
  if (portal.settings.posture !== 'production') return;
  if (password === undefined) throw new Fault('step_up_required');
  const attempt = { account: who.userId, by: { known: who.sessionId } };
  await ports.throttle.attemptSignIn(attempt);
  const account = await portal.db.within(scope, (tx) => findAccountById(tx, who.userId));
  const right = await ports.passwords.matches(account?.passwordHash ?? null, password);
  if (!right) throw new Fault('invalid_current_password');
  await ports.throttle.succeededSignIn(attempt);
}
