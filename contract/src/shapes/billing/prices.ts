import * as z from 'zod';
import { issueCode } from '../../validation-codes.ts';
import { calendarDate, optional, paging, strictObject } from '../common.ts';
import { amount, cents } from './amounts.ts';

export const planNames = ['yearly', 'monthly', 'basic', 'premium', 'enterprise'] as const;
export type PlanName = (typeof planNames)[number];

/** `replaced`: another version took its place before it began. */
export const priceStates = ['coming', 'current', 'past', 'replaced'] as const;
export type PriceState = (typeof priceStates)[number];

/** A version of a price. Amounts are what is charged, tax of the operator's home rate included. */
export const priceVersion = z.object({
  id: z.string(),
  plan: z.enum(planNames),
  /** Whose price it is alone, of Enterprise. */
  center: z.object({ id: z.string(), name: z.string() }).nullable(),
  version: z.number().int(),
  from: z.iso.date(),
  periodMonths: z.number().int(),
  /** As listed for a month. */
  monthCents: cents,
  /** What is charged for a period. */
  grossCents: cents,
  state: z.enum(priceStates),
  /** The version that a new one follows. */
  isLatest: z.boolean(),
});
export type PriceVersion = z.infer<typeof priceVersion>;

export const pricesQuery = z.object({ ...paging, plan: optional(z.enum(planNames)) });
export type PricesQuery = z.output<typeof pricesQuery>;

/**
 * The next version of a price, from a later day on. `after`: the version that the administrator saw as the latest. A
 * listed price keeps its period; of Enterprise, `centerId` and `months` are required, and the month's price follows.
 */
export const priceChange = strictObject({
  plan: z.enum(planNames),
  centerId: optional(z.string().max(100)),
  after: z.number().int().min(1).max(1_000_000),
  from: calendarDate(),
  grossCents: amount,
  monthCents: optional(amount),
  months: optional(z.number().int().min(1).max(12)),
}).superRefine(({ plan, centerId, monthCents, months }, context) => {
  const isAgreed = plan === 'enterprise';
  const check = (path: string, isWrong: boolean, code: 'required' | 'price_enterprise_only') => {
    if (isWrong) context.addIssue({ code: 'custom', path: [path], message: issueCode(code) });
  };
  check('centerId', isAgreed === (centerId === undefined), isAgreed ? 'required' : 'price_enterprise_only');
  check('months', isAgreed === (months === undefined), isAgreed ? 'required' : 'price_enterprise_only');
  check('monthCents', !isAgreed && monthCents === undefined, 'required');
});
export type PriceChange = z.output<typeof priceChange>;
