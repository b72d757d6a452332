import { sentences, type User } from '@medcloud/contract';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AdminPerson, Asking } from '../authorization/who.ts';
import { announce } from '../portal/announce.ts';
import { once } from '../portal/once.ts';
import { type Portal, today } from '../portal/portal.ts';
import { addMonths, dayAfter, endOfPeriod, endWhenLonger } from './effective.ts';
import { showUser } from './show.ts';
import { findUser, lockUser, movePlanChange, type UserRow, updateSubscription } from './store.ts';

const longestAheadMonths = 36; // security 2, row 18

/** Sets the dates and status of a center's or doctor's subscription. Fails with `not_manageable` for an administrator, `not_found` for none. */
export async function setSubscription(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  update: { userId: string; startDate: string; endDate: string; status: 'active' | 'inactive' | 'expired' },
): Promise<User> {
  if (isTooFar(portal, update.endDate)) throw fieldFault('endDate', sentences.endTooFar);
  const next = { status: update.status, start: update.startDate, end: update.endDate };
  // the running period itself has another end now; a renewal only adds one after it
  const movePlan = (tx: Tx) => movePlanChange(tx, update.userId, dayAfter(update.endDate), today(portal));
  return await manage(portal, scope, asking, update.userId, () => next, movePlan);
}

/** Lengthens a doctor's subscription by `months` from the later of today and its end. Fails with `not_manageable` for anybody else. */
export async function renewSubscription(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  renewal: { userId: string; months: 1 | 3 | 6 | 12 },
): Promise<User> {
  return await manage(portal, scope, asking, renewal.userId, (user) => {
    if (user.role !== 'doctor') throw new Fault('not_manageable');
    const next = renewed(user, renewal.months, today(portal));
    if (isTooFar(portal, next.end)) throw fieldFault('months', sentences.endTooFar);
    return next;
  });
}

function isTooFar(portal: Portal, end: string): boolean {
  return end > addMonths(today(portal), longestAheadMonths);
}

/** The end day is included: a period that runs goes on, one that is over begins today. */
function renewed({ start, end }: UserRow, months: number, day: string) {
  const status = 'active' as const;
  if (end === null || end < day) return { status, start: day, end: endOfPeriod(day, months) };
  const running = { start: start ?? day, end };
  return { status, start: running.start, end: endWhenLonger(running, months) };
}

type Change = (user: UserRow) => { status: 'active' | 'inactive' | 'expired'; start: string; end: string };

async function manage(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  userId: string,
  change: Change,
  besides: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<User> {
  if (!isUuid(userId)) throw new Fault('not_found');
  return await portal.db.within(scope, async (tx) => {
    await once(tx, asking, async () => {
      await apply(tx, asking, userId, change);
      await besides(tx);
      return userId;
    });
    const after = await findUser(tx, userId);
    if (after === null) throw new Fault('not_found');
    return showUser(after, today(portal));
  });
}

async function apply(tx: Tx, asking: Asking<AdminPerson>, userId: string, change: Change): Promise<void> {
  await lockUser(tx, userId);
  const user = await findUser(tx, userId);
  if (user === null) throw new Fault('not_found');
  if (user.role === 'admin') throw new Fault('not_manageable');
  const next = change(user);
  await updateSubscription(tx, userId, next);
  await record(tx, {
    event: 'subscription_changed',
    ...askedBy(asking),
    object: { kind: 'user', id: userId },
    details: { before: { status: user.status, start: user.start, end: user.end }, after: next },
  });
  await announce(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
}
