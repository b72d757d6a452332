import type { DoctorProfile } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { DoctorScope } from '../authorization/scope.ts';
import { readDoctorPrices } from '../billing/prices/own-prices.ts';
import { findNextPayment } from '../billing/subscriptions/next-payment.ts';
import { planOn } from '../billing/subscriptions/subscription-period.ts';
import { type AppContext, type TimeContext, today } from '../core/context.ts';
import type { Reader } from '../database.ts';
import { findDoctor } from './reads.ts';
import { showProfile } from './show.ts';

/** Describes a doctor's own profile and subscription. */
export async function describeProfile(context: TimeContext, scope: DoctorScope): Promise<DoctorProfile> {
  return await context.db.within(scope, (tx) => readProfile(context, tx, scope.doctorId));
}

/** Reads the same in the caller's transaction. Throws `not_found` if there is no such doctor. */
export async function readProfile(
  context: Pick<AppContext, 'clock' | 'settings'>,
  tx: Reader,
  doctorId: string,
): Promise<DoctorProfile> {
  const row = await findDoctor(tx, doctorId);
  if (row === null) throw new Fault('not_found');
  const day = today(context);
  const prices = await readDoctorPrices(tx, { userId: row.userId, plan: planOn(row, day) }, day);
  const nextBilling = await findNextPayment(tx, row.userId, row.subscription, day);
  return showProfile(row, { prices, nextBilling }, day);
}
