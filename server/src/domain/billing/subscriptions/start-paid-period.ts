import { newId } from '../../../platform/ids/ids.ts';
import { addDays, dayAfter } from '../../../platform/time/days.ts';
import { type AppContext, today } from '../../core/context.ts';
import type { Reader, Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import type { DueRow } from '../dues/reads.ts';
import { findContract } from './contract-store.ts';
import { cutPeriods, findGrace, hasPeriod, insertPeriod, setPeriodKind } from './period-store.ts';
import { findUser } from './reads.ts';
import { setAccess } from './set-access.ts';
import { endOfPeriod, graceDays, renewalDay } from './subscription-period.ts';

type PeriodContext = Pick<AppContext, 'clock' | 'random' | 'settings' | 'events'>;

/**
 * Returns a due with the days that its payment buys: the account's access may have been changed since it was asked for.
 * While access runs, and within grace, they follow the last day before it; else they begin today, since days
 * without access are not paid for. Where a first due's period runs since the approval, it stays.
 */
export async function movePeriod(
  context: Pick<AppContext, 'clock' | 'settings'>,
  tx: Reader,
  due: DueRow,
): Promise<DueRow> {
  if (due.kind === 'first' && (await hasPeriod(tx, due.id))) return due;
  const day = today(context);
  const grace = await findGrace(tx, due.userId, day);
  const user = await findUser(tx, due.userId);
  const end = user?.status === 'active' ? user.end : null;
  const contract = await findContract(tx, due.userId);
  const lastFrom =
    contract?.state === 'ended' || contract?.state === 'suspended' ? end : end && addDays(end, graceDays);
  const from = grace ?? (end !== null && lastFrom !== null && day <= lastFrom ? dayAfter(end) : day);
  return { ...due, from, to: endOfPeriod(from, due.price.periodMonths) };
}

/** Starts the period of a due that was paid, whose days `movePeriod` set. */
export async function startPaidPeriod(context: PeriodContext, tx: Tx, cause: BillingCause, due: DueRow): Promise<void> {
  const { userId, price, from, to } = due;
  if (due.kind === 'first' && (await hasPeriod(tx, due.id))) return await setPeriodKind(tx, [due.id], 'paid');
  const ids = { id: newId(context.clock, context.random), due_id: due.id, price_id: price.id };
  await cutPeriods(tx, userId, from, today(context));
  await insertPeriod(tx, { ...ids, user_id: userId, from_day: from, to_day: to, kind: 'paid' });
  const method = (await findContract(tx, userId))?.method ?? 'bank';
  const contract = { priceId: price.id, method, nextDueOn: renewalDay(to) };
  const start = await findStart(tx, userId, from);
  const access = { status: 'active', start, end: to } as const;
  await setAccess(context, tx, cause, { userId, act: 'activate', contract, access });
}

/** Access that runs until the day stays as one with the period. */
export async function findStart(tx: Reader, userId: string, from: string): Promise<string> {
  const user = await findUser(tx, userId);
  if (user?.status !== 'active' || user.start === null || user.end === null) return from;
  return user.start < from && dayAfter(user.end) >= from ? user.start : from;
}
