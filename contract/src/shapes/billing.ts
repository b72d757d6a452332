import * as z from 'zod';
import { limits } from '../limits.ts';
import { issueCode } from '../validation-codes.ts';
import { doctorPrice, doctorPrices } from './billing/listed-prices.ts';
import { billingOverview } from './billing/overview.ts';
import { centerPlanChange } from './billing/plan-change.ts';
import { line, lines, optional, text } from './common.ts';

export const doctorPlanNames = ['yearly', 'monthly'] as const;

const brand = line(30);
const last4 = z.string().regex(/^\d{4}$/, { error: issueCode('card_last4_invalid') });
const expiry = z.string().regex(/^\d{2}\/\d{2}$/, { error: issueCode('card_expiry_invalid') });
const address = {
  address: optional(lines(limits.addressMax)),
  city: optional(line()),
  postalCode: optional(line(20)),
  country: optional(line(60)),
};

/**
 * The card data that the browser sends: brand, last four digits and expiry, never the number or cvv (product, doctor's
 * path 1).
 */
export const cardFacts = z.object({
  cardholderName: line(200),
  brand: optional(brand),
  last4,
  expiry,
  ...address,
});
export type CardFacts = z.output<typeof cardFacts>;

/** Changes the stored payment method. Without `last4` and `expiry`, only the card's holder and address change. */
export const paymentMethodUpdate = z
  .object({
    cardholderName: text(issueCode('required'), 200),
    brand: optional(brand),
    last4: optional(last4),
    expiry: optional(expiry),
    ...address,
  })
  .refine((form) => (form.last4 === undefined) === (form.expiry === undefined), {
    path: ['expiry'],
    error: issueCode('required'),
  });
export type PaymentMethodUpdate = z.output<typeof paymentMethodUpdate>;

export const planChange = z.object({ plan: z.enum(doctorPlanNames, { error: issueCode('plan_unknown') }) });

const day = z.iso.date().nullable();

/** A doctor's plan, next payment, payment method and invoices (specification 2, billing; product, other decisions). */
export const doctorBilling = z.object({
  plan: z.enum(doctorPlanNames),
  status: z.enum(['active', 'pending', 'inactive']),
  /** Euros with decimals, as in the price list. */
  monthlyFee: z.number(),
  /** What the current plan costs. */
  price: doctorPrice,
  /** What each plan costs from the next period on. */
  prices: doctorPrices,
  subscriptionEndDate: day,
  /** The last paid day: the next period is charged on it, and a transfer due by it. Null if none follows. */
  nextBilling: day,
  /** Amount due on that day, for the plan of that day. */
  nextAmountCents: z.number().int().nullable(),
  pendingChange: z.object({ plan: z.enum(doctorPlanNames), from: z.iso.date() }).nullable(),
  paymentMethod: z
    .object({
      cardholderName: z.string(),
      brand: z.string().nullable(),
      last4: z.string(),
      expiry: z.string(),
      address: z.string().nullable(),
      city: z.string().nullable(),
      postalCode: z.string().nullable(),
      country: z.string().nullable(),
    })
    .nullable(),
  /** The subscription has ended, and nothing is asked for: to resume it asks for the first payment of a new period. */
  canStartAgain: z.boolean(),
  ...billingOverview,
});
export type DoctorBilling = z.infer<typeof doctorBilling>;

/** A center's plan, next payment and invoices. Its subscription gates nothing (product, "Centers"). */
export const centerBilling = z.object({
  plan: z.enum(['basic', 'premium', 'enterprise']),
  status: z.enum(['active', 'pending', 'inactive', 'expired']),
  /** What a quarter costs, tax included; null if it is charged by other months, or by agreement. */
  quarterCents: z.number().int().nullable(),
  /** What the plan costs, of Enterprise as agreed; null if nothing was agreed yet. */
  price: z
    .object({ monthCents: z.number().int(), grossCents: z.number().int(), periodMonths: z.number().int() })
    .nullable(),
  quotaBytes: z.number().int().nullable(),
  subscriptionEndDate: day,
  nextBilling: day,
  nextAmountCents: z.number().int().nullable(),
  planChange: centerPlanChange,
  ...billingOverview,
});
export type CenterBilling = z.infer<typeof centerBilling>;
