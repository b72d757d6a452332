import { screens, type User } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { mailTexts } from '../../texts/mail.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import { showUser } from '../billing/subscriptions/show.ts';
import { findUser, lockUser, type UserRow } from '../billing/subscriptions/store.ts';
import { type AppContext, today } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import { enqueueMail } from '../messages/enqueue-message.ts';
import { logEvent } from '../system-log/log-event.ts';
import {
  disableAccount,
  enableAccount,
  hasOtherAdministrator,
  lockAdministrators,
  revokeSessionsAndTokens,
} from './account-state.ts';
import { revokeAllSessions } from './sessions/store.ts';

/**
 * Shuts a center or another administrator out: no sign-in, no upload; sessions and API tokens end in the same transaction,
 * and the account is written to. Again: no effect. Fails with `own_account` for one's own, `last_administrator` where none
 * would be left, `doctor_account` for a doctor, who is suspended instead, `not_found` for none.
 */
export async function disableUser(
  context: AppContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  reason: string | undefined,
): Promise<User> {
  if (id === request.principal.userId) throw new Fault('own_account');
  return await withLockedUser(context, scope, id, async (tx, user) => {
    if (user.disabledAt !== null) return;
    if (user.role === 'admin' && !(await hasOtherAdministrator(tx, id))) throw new Fault('last_administrator');
    if (!(await disableAccount(tx, id, request.principal.userId, reason ?? null))) throw new Fault('invalid_state');
    const revoked = await revokeSessionsAndTokens(tx, id, 'disabled');
    await record(tx, {
      event: 'account_disabled',
      ...toAuditFields(request),
      object: { kind: 'user', id },
      details: revoked,
    });
    await logEvent(context, tx, 'account-disabled');
    const texts = mailTexts[user.language].disabled({
      name: getDisplayName(user),
      reason: reason ?? null,
      contact: getSupportContact(context),
    });
    await enqueueMail(context, tx, { to: user.email, ...texts }, { kind: 'disabled', validMs: null });
    await notifyClients(tx, { kind: 'account', ids: [id], to: { admins: true } });
  });
}

/** Lets a disabled account sign in again, and writes to it; its API tokens are made anew. Again: no effect. Fails as `disableUser` does. */
export async function enableUser(
  context: AppContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<User> {
  return await withLockedUser(context, scope, id, async (tx, user) => {
    if (!(await enableAccount(tx, id))) return;
    await record(tx, { event: 'account_enabled', ...toAuditFields(request), object: { kind: 'user', id } });
    await logEvent(context, tx, 'account-enabled');
    const url = new URL(getSignInPath(user), context.settings.publicUrl).href;
    const texts = mailTexts[user.language].enabled({ name: getDisplayName(user), url });
    await enqueueMail(context, tx, { to: user.email, ...texts }, { kind: 'enabled', validMs: null });
    await notifyClients(tx, { kind: 'account', ids: [id], to: { admins: true } });
  });
}

/** Ends every session of any user, streams at once, but the one that asks; returns how many. Fails with `not_found`. */
export async function revokeUserSessions(
  context: AppContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<number> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    // behind the row that a sign-in holds: one under way is ended too
    await lockUser(tx, id);
    if ((await findUser(tx, id)) === null) throw new Fault('not_found');
    const revoked = await revokeAllSessions(tx, id, 'ended_by_admin', request.principal.sessionId);
    const object = { kind: 'user', id } as const;
    if (revoked > 0)
      await record(tx, { event: 'session_ended', ...toAuditFields(request), object, details: { sessions: revoked } });
    return revoked;
  });
}

async function withLockedUser(
  context: AppContext,
  scope: AdminScope,
  id: string,
  act: (tx: Tx, user: UserRow) => Promise<void>,
): Promise<User> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    await lockAdministrators(tx);
    await lockUser(tx, id);
    const user = await findUser(tx, id);
    if (user === null) throw new Fault('not_found');
    if (user.role === 'doctor') throw new Fault('doctor_account');
    await act(tx, user);
    return showUser((await findUser(tx, id)) ?? user, today(context));
  });
}

const getDisplayName = ({ centerName, email }: UserRow): string => centerName ?? email;
const getSignInPath = ({ role }: UserRow): string => (role === 'admin' ? screens.adminLogin : screens.centerLogin);

/** Whom to ask, where the operator has said. */
const getSupportContact = ({ settings }: AppContext): string | null => settings.operator.email ?? null;
