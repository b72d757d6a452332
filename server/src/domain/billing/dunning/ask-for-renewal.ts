import type { CenterPlan } from '@medcloud/contract';
import { sql } from 'kysely';
import { dayAfter } from '../../../platform/time/days.ts';
import type { Reader, Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import type { Price } from '../dues/reads.ts';
import { requestPayment } from '../payments/request-payment.ts';
import type { SettleContext } from '../payments/settle-account.ts';
import { findRenewalPrice } from '../prices/find-renewal-price.ts';
import { endOfPeriod, planOn } from '../subscriptions/subscription-period.ts';
import type { AccountRow } from './accounts.ts';

/**
 * Asks for an account's next period, payable by the last day of this one, and pays it with the account's money if that is
 * enough. Returns false without a price.
 */
export async function askForRenewal(
  context: SettleContext,
  tx: Tx,
  cause: BillingCause,
  { userId, end }: AccountRow,
  day: string,
): Promise<boolean> {
  const from = end === null ? day : dayAfter(end);
  const price = await findNextPrice(tx, userId, from);
  if (price === null) return false;
  const period = { from, to: endOfPeriod(from, price.periodMonths), dueOn: end ?? day };
  await requestPayment(context, tx, cause, { userId, kind: 'renewal', price, ...period });
  return true;
}

/** Finds the price of an account's next period, which begins on a day: that of the plan of that day. */
export async function findNextPrice(tx: Reader, userId: string, day: string): Promise<Price | null> {
  const doctor = await tx
    .selectFrom('doctors')
    .select(['plan', 'next_plan as nextPlan', 'next_plan_from as nextPlanFrom'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (doctor) return await findRenewalPrice(tx, { userId, plan: `doctor.${planOn(doctor, day)}`, centerId: null }, day);
  const center = await tx
    .selectFrom('medical_centers as c')
    .leftJoin('subscriptions as s', 's.user_id', 'c.user_id')
    .select(['c.id', sql<CenterPlan>`coalesce(s.next_plan, c.plan)`.as('plan')])
    .where('c.user_id', '=', userId)
    .executeTakeFirst();
  if (!center) return null;
  const centerId = center.plan === 'enterprise' ? center.id : null;
  return await findRenewalPrice(tx, { userId, plan: `center.${center.plan}`, centerId }, day);
}
