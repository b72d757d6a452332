import { type DoctorPlan, doctorPlans } from '@medcloud/contract/plans';

/** The plan of `?plan=`, which preselects it; yearly where it names none (specification, section 2). */
export function planOf(search: URLSearchParams): DoctorPlan {
  return search.get('plan') === 'monthly' ? 'monthly' : 'yearly';
}

/** What a year costs less on the yearly plan than on the monthly one, in whole euros' cents: 12 x 49.99 - 480.00, rounded to the euro as the price list says it. */
export function yearlySavingCents(): number {
  const { yearly, monthly } = doctorPlans;
  return Math.round((12 * monthly.monthlyCents - yearly.chargedCents) / 100) * 100;
}
