import type { DoctorBilling } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { dayAfter } from '../../platform/time/days.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import { type AppContext, type TimeContext, today } from '../core/context.ts';
import type { Reader } from '../database.ts';
import { readOverview } from './overview/read-overview.ts';
import { readDoctorPrices } from './prices/own-prices.ts';
import { findPlan } from './reads.ts';
import { showBilling } from './show.ts';
import { findPaymentMethod } from './store.ts';
import { findNextPayment } from './subscriptions/next-payment.ts';
import { canStartAgain } from './subscriptions/requests/start-again.ts';
import { planOn } from './subscriptions/subscription-period.ts';

/** Describes a doctor's plan, what is owed, billing details, payment method and invoices. */
export async function describeBilling(context: TimeContext, scope: DoctorScope): Promise<DoctorBilling> {
  return await context.db.within(scope, (tx) => readBilling(context, tx, scope.doctorId));
}

/** Reads the same in the caller's transaction. Throws `not_found` if there is no such doctor. */
export async function readBilling(
  context: Pick<AppContext, 'clock' | 'settings'>,
  tx: Reader,
  doctorId: string,
): Promise<DoctorBilling> {
  const plan = await findPlan(tx, doctorId);
  if (plan === null) throw new Fault('not_found');
  const day = today(context);
  const overview = await readOverview(context, tx, plan.userId);
  const current = { userId: plan.userId, plan: planOn(plan, day) };
  const nextBilling = await findNextPayment(tx, plan.userId, plan.subscription, day);
  const canStart = await canStartAgain(context, tx, plan.userId);
  const prices = await readDoctorPrices(tx, current, nextBilling === null ? day : dayAfter(nextBilling));
  const method = await findPaymentMethod(tx, doctorId);
  return showBilling(plan, { method, overview, prices, nextBilling, canStartAgain: canStart }, day);
}
