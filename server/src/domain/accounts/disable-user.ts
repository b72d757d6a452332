import { screens, type User } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import { findUser, type UserRow } from '../billing/subscriptions/reads.ts';
import { showUser } from '../billing/subscriptions/show.ts';
import { type AppContext, type DbContext, type SendContext, type TimeContext, today } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';
import { enqueueMail } from '../messages/enqueue-message.ts';
import { mailTexts } from '../messages/mail-texts.ts';
import { logEvent } from '../system-log/log-event.ts';
import {
  disableAccount,
  enableAccount,
  hasOtherAdministrator,
  lockAccount,
  lockAdministrators,
  revokeSessionsAndTokens,
} from './account-state.ts';
import { revokeAllSessions } from './sessions/store.ts';

/**
 * Disables the account of a center or of another administrator: no sign-in and no upload. Revokes its sessions and API
 * tokens in the same transaction and sends it a mail. A repeated call has no effect. Throws `own_account` for the
 * caller's own; `last_administrator` if none would be left; `doctor_account` for a doctor, who can only be suspended;
 * `not_found` for an unknown account.
 */
export async function disableUser(
  context: SendContext,
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
    const texts = mailTexts(user.language).disabled({
      name: getDisplayName(user),
      reason: reason ?? null,
      contact: getSupportContact(context),
    });
    await enqueueMail(context, tx, { to: user.email, ...texts }, { kind: 'disabled', validMs: null });
    await notifyClients(tx, { kind: 'account', ids: [id], to: { admins: true } });
  });
}

/**
 * Enables a disabled account and sends it a mail. Its API tokens stay revoked; the user creates new ones. A repeated
 * call has no effect. Throws as `disableUser` does.
 */
export async function enableUser(
  context: SendContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<User> {
  return await withLockedUser(context, scope, id, async (tx, user) => {
    if (!(await enableAccount(tx, id))) return;
    await record(tx, { event: 'account_enabled', ...toAuditFields(request), object: { kind: 'user', id } });
    await logEvent(context, tx, 'account-enabled');
    const url = new URL(getSignInPath(user), context.settings.publicUrl).href;
    const texts = mailTexts(user.language).enabled({ name: getDisplayName(user), url });
    await enqueueMail(context, tx, { to: user.email, ...texts }, { kind: 'enabled', validMs: null });
    await notifyClients(tx, { kind: 'account', ids: [id], to: { admins: true } });
  });
}

/**
 * Revokes a user's sessions except the caller's own; open streams end at once. Returns how many. Throws `not_found`.
 */
export async function revokeUserSessions(
  context: DbContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<number> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    // A sign-in locks the same row, so a session it is creating ends too.
    await lockAccount(tx, id);
    if ((await findUser(tx, id)) === null) throw new Fault('not_found');
    const revoked = await revokeAllSessions(tx, id, 'ended_by_admin', request.principal.sessionId);
    const object = { kind: 'user', id } as const;
    if (revoked > 0)
      await record(tx, { event: 'session_ended', ...toAuditFields(request), object, details: { sessions: revoked } });
    return revoked;
  });
}

async function withLockedUser(
  context: TimeContext,
  scope: AdminScope,
  id: string,
  act: (tx: Tx, user: UserRow) => Promise<void>,
): Promise<User> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    await lockAdministrators(tx);
    await lockAccount(tx, id);
    const user = await findUser(tx, id);
    if (user === null) throw new Fault('not_found');
    if (user.role === 'doctor') throw new Fault('doctor_account');
    await act(tx, user);
    return showUser((await findUser(tx, id)) ?? user, today(context));
  });
}

const getDisplayName = ({ centerName, memberName, email }: UserRow): string => centerName ?? memberName ?? email;
const getSignInPath = ({ role }: UserRow): string => (role === 'admin' ? screens.adminLogin : screens.centerLogin);

/** Returns the operator's email address for questions; null if it is not configured. */
const getSupportContact = ({ settings }: Pick<AppContext, 'settings'>): string | null =>
  settings.operator.email ?? null;
