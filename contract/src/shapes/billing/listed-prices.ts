import * as z from 'zod';
import { cents } from './amounts.ts';

export const doctorPrice = z.object({
  /** As listed for a month. */
  monthlyCents: cents,
  /** What is charged for a period, tax included. */
  chargedCents: cents,
  chargedEveryMonths: z.number().int(),
});
const centerPrice = z.object({
  /** As listed for a month. */
  monthlyCents: cents,
  /** What is charged for a quarter, tax included. */
  quarterCents: cents,
  quotaBytes: z.number().int(),
});

/** A doctor's plans and what they cost. */
export const doctorPrices = z.object({ yearly: doctorPrice, monthly: doctorPrice });
export type DoctorPrices = z.infer<typeof doctorPrices>;

/** The prices of new subscriptions today. Enterprise is by agreement. */
export const listedPrices = z.object({
  doctor: doctorPrices,
  center: z.object({ basic: centerPrice, premium: centerPrice }),
});
export type ListedPrices = z.infer<typeof listedPrices>;
