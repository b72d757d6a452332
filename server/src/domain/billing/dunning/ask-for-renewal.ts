import type { CenterPlan } from '@medcloud/contract';
import { sql } from 'kysely';
import { dayAfter } from '../../../platform/time/days.ts';
import type { Reader, Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { createDues, type DueContext, type NewDue } from '../dues/create-due.ts';
import type { DueRow, Price } from '../dues/reads.ts';
import { listRenewalPrices, type Renewal } from '../prices/find-renewal-price.ts';
import { endOfPeriod, planOn } from '../subscriptions/subscription-period.ts';
import type { AccountRow } from './accounts.ts';

/** Asks accounts for their next periods, payable by the last day of this one. An account without a price is not asked. */
export async function askForRenewals(
  context: DueContext,
  tx: Tx,
  cause: BillingCause,
  accounts: readonly AccountRow[],
  day: string,
): Promise<DueRow[]> {
  const firstDay = ({ end }: AccountRow) => (end === null ? day : dayAfter(end));
  const prices = await findNextPrices(tx, new Map(accounts.map((account) => [account.userId, firstDay(account)])));
  const inputs = accounts.flatMap((account): NewDue[] => {
    const { userId, end } = account;
    const [price, from] = [prices.get(userId), firstDay(account)];
    if (price === undefined) return [];
    const period = { from, to: endOfPeriod(from, price.periodMonths), dueOn: end ?? day };
    return [{ userId, kind: 'renewal', price, ...period }];
  });
  return await createDues(context, tx, cause, inputs);
}

/** Finds the price of an account's next period, which begins on a day: that of the plan of that day. */
export async function findNextPrice(tx: Reader, userId: string, day: string): Promise<Price | null> {
  return (await findNextPrices(tx, new Map([[userId, day]]))).get(userId) ?? null;
}

/** Finds the prices of accounts' next periods by the first days of those. */
async function findNextPrices(tx: Reader, days: ReadonlyMap<string, string>): Promise<Map<string, Price>> {
  const renewals = [...(await listDoctors(tx, days)), ...(await listCenters(tx, days))];
  const prices = await listRenewalPrices(tx, renewals);
  return new Map(prices.map(({ userId, ...price }) => [userId, price]));
}

async function listDoctors(tx: Reader, days: ReadonlyMap<string, string>): Promise<Renewal[]> {
  const doctors = await tx
    .selectFrom('doctors')
    .select(['user_id as userId', 'plan', 'next_plan as nextPlan', 'next_plan_from as nextPlanFrom'])
    .where('user_id', 'in', [...days.keys()])
    .execute();
  return doctors.map(({ userId, ...plan }) => {
    const day = days.get(userId) ?? '';
    return { userId, plan: `doctor.${planOn(plan, day)}`, centerId: null, day };
  });
}

async function listCenters(tx: Reader, days: ReadonlyMap<string, string>): Promise<Renewal[]> {
  const centers = await tx
    .selectFrom('medical_centers as c')
    .leftJoin('subscriptions as s', 's.user_id', 'c.user_id')
    .select(['c.id', 'c.user_id as userId', sql<CenterPlan>`coalesce(s.next_plan, c.plan)`.as('plan')])
    .where('c.user_id', 'in', [...days.keys()])
    .execute();
  return centers.map(({ id, userId, plan }) => {
    const centerId = plan === 'enterprise' ? id : null;
    return { userId, plan: `center.${plan}`, centerId, day: days.get(userId) ?? '' };
  });
}
