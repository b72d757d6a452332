import type { CenterBilling } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { dayAfter } from '../../platform/time/days.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import { type AppContext, type TimeContext, today } from '../core/context.ts';
import type { Reader } from '../database.ts';
import { readOverview } from './overview/read-overview.ts';
import { readPlanChange } from './plan-change/read-plan-change.ts';
import { findChargedPrice, findRenewalPrice } from './prices/find-renewal-price.ts';
import { findCenterPlan } from './reads.ts';
import { findNextPayment } from './subscriptions/next-payment.ts';
import { shownStatus } from './subscriptions/subscription-period.ts';

/** Describes a center's plan, what it owes, its billing details and invoices. */
export async function describeCenterBilling(
  context: TimeContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
): Promise<CenterBilling> {
  return await context.db.within(scope, (tx) => readCenterBilling(context, tx, request.principal.payerId));
}

/** Reads the same in the caller's transaction. Throws `not_found` if there is no such center. */
export async function readCenterBilling(
  context: Pick<AppContext, 'clock' | 'settings'>,
  tx: Reader,
  userId: string,
): Promise<CenterBilling> {
  const row = await findCenterPlan(tx, userId);
  if (row === null) throw new Fault('not_found');
  const day = today(context);
  const overview = await readOverview(context, tx, userId);
  const nextBilling = overview.state === 'none' ? null : await findNextPayment(tx, userId, row.subscription, day);
  const account = { userId, plan: `center.${row.plan}`, centerId: row.centerId } as const;
  const charged = await findChargedPrice(tx, userId);
  const price = charged?.plan === account.plan ? charged : await findRenewalPrice(tx, account, day);
  const renewing = { ...account, plan: `center.${row.nextPlan ?? row.plan}` } as const;
  const next = nextBilling === null ? null : await findRenewalPrice(tx, renewing, dayAfter(nextBilling));
  return {
    plan: row.plan,
    status: shownStatus(row.subscription, day),
    quarterCents: price?.periodMonths === 3 ? price.grossCents : null,
    price: price && { monthCents: price.monthCents, grossCents: price.grossCents, periodMonths: price.periodMonths },
    quotaBytes: row.quotaBytes,
    subscriptionEndDate: row.subscription.end,
    nextBilling,
    nextAmountCents: next?.grossCents ?? null,
    planChange: await readPlanChange(context, tx, userId),
    ...overview,
  };
}
