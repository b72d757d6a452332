import { issueCode, type User } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { isUuid, newId } from '../../../platform/ids/ids.ts';
import { dayAfter } from '../../../platform/time/days.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import { type AppContext, type TimeContext, today } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { causeOf } from '../cause.ts';
import { withdrawRequests } from '../dues/store.ts';
import { endUpgrade } from '../plan-change/end-upgrade.ts';
import { findContract } from './contract-store.ts';
import { cutPeriods, insertPeriod } from './period-store.ts';
import { findUser, type UserRow } from './reads.ts';
import { setAccess } from './set-access.ts';
import { showUser } from './show.ts';
import { lockSubscription } from './store.ts';
import { addMonths, endOfPeriod, extendEnd, renewalDay } from './subscription-period.ts';

type BillingContext = TimeContext & Pick<AppContext, 'events' | 'random'>;

const maxMonthsAhead = 36; // security 2, row 18

/**
 * Sets the dates and status of a center's or doctor's subscription. Throws `not_manageable` for an administrator,
 * `not_found` for an unknown user.
 */
export async function setSubscription(
  context: BillingContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  update: { userId: string; startDate: string; endDate: string; status: 'active' | 'inactive' | 'expired' },
): Promise<User> {
  if (isTooFar(context, update.endDate)) throw createFieldFault('endDate', issueCode('end_too_far'));
  const next = { status: update.status, start: update.startDate, end: update.endDate };
  const setEnd = (tx: Tx) =>
    context.events.emit(tx, 'period_end_set', { userId: update.userId, end: next.end, today: today(context) });
  const period = { kind: 'manual' as const, from: next.start };
  return await changeSubscription(context, scope, request, update.userId, () => ({ ...next, period }), setEnd);
}

/**
 * Extends a doctor's subscription by `months` from the later of today and its end. Throws `not_manageable` for any
 * other user.
 */
export async function renewSubscription(
  context: BillingContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  renewal: { userId: string; months: 1 | 3 | 6 | 12 },
): Promise<User> {
  return await changeSubscription(context, scope, request, renewal.userId, (user) => {
    if (user.role !== 'doctor') throw new Fault('not_manageable');
    const next = renewPeriod(user, renewal.months, today(context));
    if (isTooFar(context, next.end)) throw createFieldFault('months', issueCode('end_too_far'));
    return { ...next, period: { kind: 'granted', from: next.from } };
  });
}

function isTooFar(context: Pick<AppContext, 'clock' | 'settings'>, end: string): boolean {
  return end > addMonths(today(context), maxMonthsAhead);
}

/** Extends a running period; an ended one starts again today. The end day is included. */
function renewPeriod({ status: current, start, end }: UserRow, months: number, day: string) {
  const status = 'active' as const;
  if (end === null || end < day) return { status, start: day, end: endOfPeriod(day, months), from: day };
  const currentPeriod = { start: start ?? day, end };
  return {
    status,
    start: currentPeriod.start,
    end: extendEnd(currentPeriod, months),
    from: current === 'active' ? dayAfter(end) : day,
  };
}

/** The stored subscription, and the period that it adds. */
interface NextSubscription {
  status: 'active' | 'inactive' | 'expired';
  start: string;
  end: string;
  period: { kind: 'manual' | 'granted'; from: string };
}

type SubscriptionChange = (user: UserRow) => NextSubscription;

async function changeSubscription(
  context: BillingContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  userId: string,
  change: SubscriptionChange,
  afterChange: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<User> {
  if (!isUuid(userId)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    await withIdempotency(tx, request, async () => {
      await applyChange(context, tx, request, userId, change);
      await afterChange(tx);
      return userId;
    });
    const after = await findUser(tx, userId);
    if (after === null) throw new Fault('not_found');
    return showUser(after, today(context));
  });
}

async function applyChange(
  context: BillingContext,
  tx: Tx,
  request: RequestContext<AdminPrincipal>,
  userId: string,
  change: SubscriptionChange,
): Promise<void> {
  await lockSubscription(tx, userId);
  const user = await findUser(tx, userId);
  if (user === null) throw new Fault('not_found');
  if (user.role === 'admin' || user.role === 'member') throw new Fault('not_manageable');
  const { period, ...next } = change(user);
  await storePeriod(context, tx, userId, { ...period, to: next.status === 'active' ? next.end : null });
  await context.events.emit(tx, 'subscription_changed', { userId, ...next });
  await moveContract(context, tx, request, userId, next);
  await record(tx, {
    event: 'subscription_changed',
    ...toAuditFields(request),
    object: { kind: 'user', id: userId },
    details: { before: { status: user.status, start: user.start, end: user.end }, after: next },
  });
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
}

/** A billed account is asked for the next payment before the new end; what was asked for before is withdrawn. */
async function moveContract(
  context: BillingContext,
  tx: Tx,
  request: RequestContext<AdminPrincipal>,
  userId: string,
  { status, end }: Pick<NextSubscription, 'status' | 'end'>,
): Promise<void> {
  const contract = await findContract(tx, userId);
  if (contract === null) return;
  await withdrawRequests(tx, userId);
  await endUpgrade(context, tx, userId, 'withdrawn');
  const act = status === 'active' && end >= today(context) ? 'activate' : 'end';
  await setAccess(context, tx, causeOf(request), {
    ...{ userId, act, contract: { ...contract, nextDueOn: act === 'end' ? null : renewalDay(end) } },
  });
}

/** Stores a period that an administrator set: it replaces those it overlaps and later ones. Null: it only ends them. */
async function storePeriod(
  context: BillingContext,
  tx: Tx,
  userId: string,
  { kind, from, to }: { kind: 'manual' | 'granted'; from: string; to: string | null },
): Promise<void> {
  await cutPeriods(tx, userId, from, today(context));
  if (to === null || to < from) return;
  const id = newId(context.clock, context.random);
  await insertPeriod(tx, { id, user_id: userId, from_day: from, to_day: to, kind });
}
