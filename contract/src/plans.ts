/** Plans and prices (specification, section 9). Money is integer cents of EUR. */
export const doctorPlans = {
  yearly: { monthlyCents: 3_999, chargedCents: 48_000, chargedEveryMonths: 12 },
  monthly: { monthlyCents: 4_999, chargedCents: 14_997, chargedEveryMonths: 3 },
} as const;
export type DoctorPlan = keyof typeof doctorPlans;

/**
 * Returns the yearly plan's saving per year over the monthly plan: 12 x 49.99 - 480.00, in cents, rounded to the euro
 * as in the price list.
 */
export function calculateYearlySavingCents(): number {
  const { yearly, monthly } = doctorPlans;
  return Math.round((12 * monthly.monthlyCents - yearly.chargedCents) / 100) * 100;
}

const GB = 1024 ** 3;

export const centerPlans = {
  basic: { monthlyCents: 15_000, quarterCents: 54_000, quotaBytes: 500 * GB },
  premium: { monthlyCents: 50_000, quarterCents: 180_000, quotaBytes: 2 * 1024 * GB },
  enterprise: { monthlyCents: null, quarterCents: null, quotaBytes: null },
} as const;
export type CenterPlan = keyof typeof centerPlans;

/** Default VAT rate in percent. Listed prices include VAT. */
export const vatPercent = 24;

/** Splits a gross amount in cents into net and VAT. */
export function splitVat(grossCents: number, percent = vatPercent): { netCents: number; vatCents: number } {
  const netCents = Math.round((grossCents * 100) / (100 + percent));
  return { netCents, vatCents: grossCents - netCents };
}
