import { Fault } from '@medcloud/contract/faults';
import type { RowScope } from '../../platform/db/row-scope.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AccountScope } from '../authorization/scope.ts';
import type { Asking, SignedIn } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { beginAnew } from './begin-anew.ts';
import type { SessionSecrets } from './secrets.ts';
import { revokeSession } from './session-store.ts';
import type { SignInPorts } from './sign-in.ts';
import { type Account, findAccountById, holdAccount } from './store.ts';

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
  await checkPassword(portal, ports, scope, asking, password, 'step_up');
}

/**
 * Takes the password once more for the acts of the next ten minutes: a new session, with new secrets, stands in the place of
 * the one that asks. Fails with `invalid_current_password`, `rate_limited`.
 */
export async function stepUpSession(
  portal: Portal,
  ports: SignInPorts,
  scope: AccountScope,
  asking: Asking<SignedIn>,
  password: string,
): Promise<SessionSecrets> {
  const account = await checkPassword(portal, ports, scope, asking, password, 'step_up');
  return await portal.db.within(scope, async (tx) => {
    if (!(await holdAccount(tx, account.userId, account.passwordHash))) throw new Fault('invalid_current_password');
    const { id, secrets } = await beginAnew(portal, tx, asking);
    await record(tx, { event: 'stepped_up', ...askedBy(asking), object: { kind: 'session', id } });
    // afterwards: the database lets a session be begun for as long as the one that asks stands
    if (!(await revokeSession(tx, asking.who.sessionId, 'stepped_up'))) throw new Fault('unauthenticated');
    return secrets;
  });
}

/**
 * Compares the password of whoever is signed in, counted like a sign-in, and leaves an event for a wrong one: by which act
 * it was asked. Fails with `invalid_current_password`, `rate_limited`.
 */
export async function checkPassword(
  portal: Pick<Portal, 'db'>,
  ports: SignInPorts,
  scope: RowScope,
  asking: Asking<SignedIn>,
  password: string,
  act: 'step_up' | 'change_password',
): Promise<Account> {
  const { who } = asking;
  const attempt = { account: who.userId, by: { known: who.sessionId } };
  await ports.throttle.attemptSignIn(attempt);
  const account = await portal.db.within(scope, (tx) => findAccountById(tx, who.userId));
  const right = await ports.passwords.matches(account?.passwordHash ?? null, password);
  if (!right || account === null) {
    const details = { code: 'invalid_current_password', act };
    await portal.db.within(scope, (tx) =>
      record(tx, { event: 'denied', outcome: 'denied', ...askedBy(asking), details }),
    );
    throw new Fault('invalid_current_password');
  }
  await ports.throttle.succeededSignIn(attempt);
  return account;
}
