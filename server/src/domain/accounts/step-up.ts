import { Fault } from '@medcloud/contract/faults';
import type { RowScope } from '../../platform/db/row-scope.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Asking, SignedIn } from '../authorization/who.ts';
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
  asking: Asking<SignedIn>,
  password: string | undefined,
): Promise<void> {
  if (portal.settings.posture !== 'production') return;
  if (password === undefined) throw new Fault('step_up_required');
  const { who } = asking;
  const attempt = { account: who.userId, by: { known: who.sessionId } };
  await ports.throttle.attemptSignIn(attempt);
  const account = await portal.db.within(scope, (tx) => findAccountById(tx, who.userId));
  const right = await ports.passwords.matches(account?.passwordHash ?? null, password);
  if (!right) {
    await noteWrongPassword(portal, scope, asking, 'step_up');
    throw new Fault('invalid_current_password');
  }
  await ports.throttle.succeededSignIn(attempt);
}

/** Leaves one event for a wrong current password: by which act it was asked. */
export async function noteWrongPassword(
  portal: Pick<Portal, 'db'>,
  scope: RowScope,
  asking: Asking<SignedIn>,
  act: 'step_up' | 'change_password',
): Promise<void> {
  const details = { code: 'invalid_current_password', act };
  await portal.db.within(scope, (tx) =>
    record(tx, { event: 'denied', outcome: 'denied', ...askedBy(asking), details }),
  );
}
