/**
 * Plans and the first version of their prices (specification, section 9). Later ones are rows of `prices`. Money is
 * integer cents of EUR.
 */
export const doctorPlans = {
  yearly: { monthlyCents: 3_999, chargedCents: 48_000, chargedEveryMonths: 12 },
  monthly: { monthlyCents: 4_999, chargedCents: 14_997, chargedEveryMonths: 3 },
} as const;
export type DoctorPlan = keyof typeof doctorPlans;

/**
 * Returns the yearly plan's saving per year over the monthly plan, in cents, rounded to the euro as in the price list:
 * 12 x 49.99 - 480.00.
 */
export function calculateYearlySavingCents({
  yearly,
  monthly,
}: {
  yearly: { chargedCents: number };
  monthly: { monthlyCents: number };
}): number {
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

const basisPointsOfOne = 10_000;

/**
 * Splits what is charged, in cents, at a VAT rate in basis points. The net is rounded half up and VAT is the rest, so
 * that the charge stays what was promised; VAT is at most a cent from rate times net.
 */
export function splitVat(grossCents: number, basisPoints = vatPercent * 100): { netCents: number; vatCents: number } {
  const netCents = Math.round((grossCents * basisPointsOfOne) / (basisPointsOfOne + basisPoints));
  return { netCents, vatCents: grossCents - netCents };
}
