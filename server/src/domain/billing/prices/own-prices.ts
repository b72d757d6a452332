import type { DoctorPrices } from '@medcloud/contract/shapes/billing/listed-prices';
import type { Reader } from '../../database.ts';
import type { PlanName } from '../subscriptions/subscription-period.ts';
import { findChargedPrice, type ListedPrice, listRenewalPrices } from './find-renewal-price.ts';

/** What a doctor pays. */
export interface OwnDoctorPrices {
  /** For the current plan. */
  current: DoctorPrices[PlanName];
  /** For each plan from the next period on. */
  next: DoctorPrices;
}

/** Reads what a doctor pays now for a plan, and from a day on for each. */
export async function readDoctorPrices(
  tx: Reader,
  { userId, plan }: { userId: string; plan: PlanName },
  nextDay: string,
): Promise<OwnDoctorPrices> {
  const charged = await findChargedPrice(tx, userId);
  const plans = ['doctor.yearly', 'doctor.monthly'] as const;
  const renewals = plans.map((each) => ({ userId, centerId: null, plan: each, day: nextDay }));
  const prices = await listRenewalPrices(tx, renewals);
  const find = (name: PlanName) => showDoctorPrice(prices.find((price) => price.plan === `doctor.${name}`));
  const next = { yearly: find('yearly'), monthly: find('monthly') };
  return { current: charged?.plan === `doctor.${plan}` ? showDoctorPrice(charged) : next[plan], next };
}

function showDoctorPrice(price: ListedPrice | undefined): DoctorPrices[PlanName] {
  if (price === undefined) throw new Error('A plan of doctors has no price.');
  const { monthCents, grossCents, periodMonths } = price;
  return { monthlyCents: monthCents, chargedCents: grossCents, chargedEveryMonths: periodMonths };
}
