import { screens, type User } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { mailTexts } from '../../texts/mail.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AdminPerson, Asking } from '../authorization/who.ts';
import { writeMail } from '../messages/write-message.ts';
import { announce } from '../portal/announce.ts';
import { type Portal, today } from '../portal/portal.ts';
import { showUser } from '../subscriptions/show.ts';
import { findUser, lockUser, type UserRow } from '../subscriptions/store.ts';
import { noteEvent } from '../system-log/note-event.ts';
import {
  anyOtherAdministrator,
  disableAccount,
  enableAccount,
  endAccess,
  lockAdministrators,
} from './disable-store.ts';
import { revokeSessionsOf } from './session-store.ts';

/**
 * Shuts a center or another administrator out: no sign-in, no upload; sessions and API tokens end in the same transaction,
 * and the account is written to. Again: no effect. Fails with `own_account` for one's own, `last_administrator` where none
 * would be left, `doctor_account` for a doctor, who is suspended instead, `not_found` for none.
 */
export async function disableUser(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  id: string,
  reason: string | undefined,
): Promise<User> {
  if (id === asking.who.userId) throw new Fault('own_account');
  return await decide(portal, scope, id, async (tx, user) => {
    if (user.disabledAt !== null) return;
    if (user.role === 'admin' && !(await anyOtherAdministrator(tx, id))) throw new Fault('last_administrator');
    if (!(await disableAccount(tx, id, asking.who.userId, reason ?? null))) throw new Fault('invalid_state');
    const ended = await endAccess(tx, id, 'disabled');
    await record(tx, { event: 'account_disabled', ...askedBy(asking), object: { kind: 'user', id }, details: ended });
    await noteEvent(portal, tx, 'account-disabled');
    const texts = mailTexts[user.language].disabled({
      name: nameOf(user),
      reason: reason ?? null,
      contact: contactOf(portal),
    });
    await writeMail(portal, tx, { to: user.email, ...texts }, { kind: 'disabled', validMs: null });
    await announce(tx, { kind: 'account', ids: [id], to: { admins: true } });
  });
}

/** Lets a disabled account sign in again, and writes to it; its API tokens are made anew. Again: no effect. Fails as `disableUser` does. */
export async function enableUser(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  id: string,
): Promise<User> {
  return await decide(portal, scope, id, async (tx, user) => {
    if (!(await enableAccount(tx, id))) return;
    await record(tx, { event: 'account_enabled', ...askedBy(asking), object: { kind: 'user', id } });
    await noteEvent(portal, tx, 'account-enabled');
    const url = new URL(doorOf(user), portal.settings.publicUrl).href;
    const texts = mailTexts[user.language].enabled({ name: nameOf(user), url });
    await writeMail(portal, tx, { to: user.email, ...texts }, { kind: 'enabled', validMs: null });
    await announce(tx, { kind: 'account', ids: [id], to: { admins: true } });
  });
}

/** Ends every session of any user, streams at once, but the one that asks; returns how many. Fails with `not_found`. */
export async function revokeUserSessions(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  id: string,
): Promise<number> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await portal.db.within(scope, async (tx) => {
    // behind the row that a sign-in holds: one under way is ended too
    await lockUser(tx, id);
    if ((await findUser(tx, id)) === null) throw new Fault('not_found');
    const ended = await revokeSessionsOf(tx, id, 'ended_by_admin', asking.who.sessionId);
    const object = { kind: 'user', id } as const;
    if (ended > 0)
      await record(tx, { event: 'session_ended', ...askedBy(asking), object, details: { sessions: ended } });
    return ended;
  });
}

async function decide(
  portal: Portal,
  scope: AdminScope,
  id: string,
  act: (tx: Tx, user: UserRow) => Promise<void>,
): Promise<User> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await portal.db.within(scope, async (tx) => {
    await lockAdministrators(tx);
    await lockUser(tx, id);
    const user = await findUser(tx, id);
    if (user === null) throw new Fault('not_found');
    if (user.role === 'doctor') throw new Fault('doctor_account');
    await act(tx, user);
    return showUser((await findUser(tx, id)) ?? user, today(portal));
  });
}

const nameOf = ({ centerName, email }: UserRow): string => centerName ?? email;
const doorOf = ({ role }: UserRow): string => (role === 'admin' ? screens.adminLogin : screens.centerLogin);

/** Whom to ask, where the operator has said. */
const contactOf = ({ settings }: Portal): string | null => settings.operator.email ?? null;
