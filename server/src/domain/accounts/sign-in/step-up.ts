import { Fault } from '@medcloud/contract/faults';
import type { RowScope } from '../../../platform/db/row-scope.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { renewingScope } from '../../authorization/authorize.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AccountScope } from '../../authorization/scope.ts';
import type { AppContext, DbContext } from '../../core/context.ts';
import { rotateSession } from '../sessions/rotate-session.ts';
import { hashSessionSecrets, newSessionSecrets, type SessionSecrets } from '../sessions/session-secrets.ts';
import { revokeSession } from '../sessions/store.ts';
import { type Account, findAccountById, lockAccountWithPassword } from '../store.ts';
import type { SignInPorts } from './sign-in.ts';

/**
 * Requires the password again before an act that could take over an account. Applies only in production (https)
 * (product, "Sessions": until there is a second factor, step-up asks for the password again). Throws `step_up_required`,
 * `invalid_current_password` or `rate_limited`.
 */
export async function checkStepUp(
  context: Pick<AppContext, 'db' | 'settings'>,
  ports: SignInPorts,
  scope: RowScope,
  request: RequestContext<AuthenticatedPrincipal>,
  password: string | undefined,
): Promise<void> {
  if (context.settings.posture !== 'production') return;
  if (password === undefined) throw new Fault('step_up_required');
  await checkPassword(context, ports, scope, request, password, 'step_up');
}

/**
 * Checks the password for the acts of the next ten minutes. A new session with new secrets replaces the current one.
 * Throws `invalid_current_password` or `rate_limited`.
 */
export async function stepUpSession(
  context: Pick<AppContext, 'db' | 'clock' | 'random'>,
  ports: SignInPorts,
  scope: AccountScope,
  request: RequestContext<AuthenticatedPrincipal>,
  password: string,
): Promise<SessionSecrets> {
  const account = await checkPassword(context, ports, scope, request, password, 'step_up');
  const secrets = newSessionSecrets(context.random);
  return await context.db.within(renewingScope(scope, hashSessionSecrets(secrets)), async (tx) => {
    const locked = await lockAccountWithPassword(tx, account.userId, account.passwordHash);
    if (locked === null || locked.isHeld) throw new Fault('invalid_current_password');
    const id = await rotateSession(context, tx, request, secrets);
    await record(tx, { event: 'stepped_up', ...toAuditFields(request), object: { kind: 'session', id } });
    // Must come last: the database accepts a new session only from a session that is still valid.
    if (!(await revokeSession(tx, request.principal.sessionId, 'stepped_up'))) throw new Fault('unauthenticated');
    return secrets;
  });
}

/**
 * Compares the password of the signed-in user. Counts the attempt like a sign-in and records a wrong one with its
 * `act`. Throws `invalid_current_password` or `rate_limited`.
 */
export async function checkPassword(
  context: DbContext,
  ports: SignInPorts,
  scope: RowScope,
  request: RequestContext<AuthenticatedPrincipal>,
  password: string,
  act: 'step_up' | 'change_password',
): Promise<Account> {
  const { principal } = request;
  const attempt = { account: principal.userId, by: { known: principal.sessionId } };
  await ports.throttle.attemptSignIn(attempt);
  const account = await context.db.within(scope, (tx) => findAccountById(tx, principal.userId));
  const isMatch = await ports.passwords.matches(account?.passwordHash ?? null, password);
  if (!isMatch || account === null) {
    const details = { code: 'invalid_current_password', act };
    await context.db.within(scope, (tx) =>
      record(tx, { event: 'denied', outcome: 'denied', ...toAuditFields(request), details }),
    );
    throw new Fault('invalid_current_password');
  }
  await ports.throttle.resetSignIn(attempt);
  return account;
}
