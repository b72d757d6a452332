import * as z from 'zod';
import { dueStates, invoiceStates, subscriptionStates } from '../../choices.ts';
import { limits } from '../../limits.ts';
import { issueCode } from '../../validation-codes.ts';
import { calendarDate, language, optional, paging, searchText, strictObject, text } from '../common.ts';
import { amount, cents } from './amounts.ts';
import { invoice } from './invoices.ts';
import { billingParty } from './party.ts';
import { undecidedPayment } from './undecided.ts';

const reason = text(issueCode('reason_required'), limits.reasonMax);

export const accountsQuery = z.object({
  ...paging,
  search: searchText,
  /** `owing`: something is left to pay; `overdue`: and its day has passed. */
  state: optional(z.enum([...subscriptionStates, 'owing', 'overdue'])),
});
export type AccountsQuery = z.output<typeof accountsQuery>;

/** One line of the list of accounts. */
export const billingAccount = z.object({
  userId: z.string(),
  role: z.enum(['doctor', 'medical_center']),
  name: z.string(),
  email: z.string(),
  plan: z.enum(['yearly', 'monthly', 'basic', 'premium', 'enterprise']),
  state: z.enum(subscriptionStates),
  cancelAtEnd: z.boolean(),
  /** The last day of the latest period. */
  periodEnd: z.iso.date().nullable(),
  /**
   * Of a doctor who is suspended or whose subscription ended: the last day of access. Of a center whose subscription ended:
   * that day, since it keeps its access.
   */
  endedOn: z.iso.date().nullable(),
  owedCents: cents,
  /** The earliest day by which something is due. */
  dueOn: z.iso.date().nullable(),
  creditCents: cents,
});
export type BillingAccount = z.infer<typeof billingAccount>;

/**
 * A document as administrators see it. `cardCents`: what can go back to the card that paid it; `creditedCents`: the sum of
 * its credit notes.
 */
export const refundableInvoice = invoice.extend({ cardCents: cents, creditedCents: cents });
export type RefundableInvoice = z.infer<typeof refundableInvoice>;

/**
 * From `request` on: mails. `ask`: a payment request is made; `extend`: access goes on until the payment. `upgrade_…`: of a
 * higher plan that is not paid; `next_plan`: a lower plan begins.
 */
export const dunningSteps = [
  'ask',
  'withdraw',
  'extend',
  'mark_late',
  'activate',
  'suspend',
  'end',
  'request',
  'soon',
  'due',
  'late',
  'last',
  'charge',
  'card_soon',
  'card_failed',
  'upgrade_request',
  'upgrade_soon',
  'upgrade_expire',
  'next_plan',
] as const;
export type DunningStep = (typeof dunningSteps)[number];

export const periodKinds = ['paid', 'invoiced', 'grace', 'trial', 'granted', 'manual'] as const;

/** An account with everything that was billed and paid, latest first, at most 50 of each. */
export const billingAccountDetails = billingAccount.extend({
  party: billingParty.nullable(),
  /** What proves the VAT number, in an administrator’s words. */
  vatProof: z.string().nullable(),
  /** The last day that was paid for. */
  paidUntil: z.iso.date().nullable(),
  /** What a doctor would be asked for by months, tax included; empty where nothing can be charged now. */
  charges: z.array(z.object({ months: z.number().int(), cents })),
  /** What dunning does next, and when, if nothing is paid or changed until then. */
  nextStep: z.object({ on: z.iso.date(), step: z.enum(dunningSteps) }).nullable(),
  periods: z.array(z.object({ from: z.iso.date(), to: z.iso.date(), kind: z.enum(periodKinds) })),
  dues: z.array(
    z.object({
      id: z.string(),
      from: z.iso.date(),
      to: z.iso.date(),
      grossCents: cents,
      openCents: cents,
      dueOn: z.iso.date(),
      rf: z.string(),
      /** The difference to a higher plan, for the days that were left. */
      isUpgrade: z.boolean(),
      state: z.enum(dueStates),
    }),
  ),
  invoices: z.array(refundableInvoice),
  payments: z.array(
    z.object({
      id: z.string(),
      driver: z.string(),
      receivedOn: z.iso.date(),
      cents,
      isUndone: z.boolean(),
      /** The card's bank took it back, for now or for good; `won`: it came back. Null: never. */
      dispute: z.enum(['open', 'won', 'lost']).nullable(),
    }),
  ),
  /** Credit notes whose amount the operator has to transfer. */
  refunds: z.array(z.object({ creditNoteId: z.string(), number: z.string(), cents })),
  /** Card payments about which an administrator decides. */
  undecided: z.array(undecidedPayment),
});
export type BillingAccountDetails = z.infer<typeof billingAccountDetails>;

/** A document in the administrator's list. */
export const listedInvoice = refundableInvoice.extend({ userId: z.string(), buyer: z.string() });
export type ListedInvoice = z.infer<typeof listedInvoice>;

export const adminInvoicesQuery = z.object({
  ...paging,
  search: searchText,
  state: optional(z.enum(invoiceStates)),
  from: optional(z.iso.date()),
  to: optional(z.iso.date()),
});
export type AdminInvoicesQuery = z.output<typeof adminInvoicesQuery>;

/** A transfer seen on the bank's statement: for a reference, or for an account where the payer gave none. */
export const paymentRecord = strictObject({
  rf: optional(z.string().trim().max(40)),
  userId: optional(z.string().max(100)),
  cents: amount,
  receivedOn: calendarDate(),
  text: optional(z.string().trim().max(140)),
}).refine(({ rf, userId }) => (rf === undefined) !== (userId === undefined), {
  path: ['rf'],
  error: issueCode('required'),
});
export type PaymentRecord = z.output<typeof paymentRecord>;

/**
 * Begins to charge an account, from a day of today or later, at the price of its plan. `cents`: the agreed
 * price of an Enterprise center, tax included, for a period of `months`.
 */
export const billingStart = strictObject({
  firstDay: calendarDate(),
  cents: optional(amount),
  months: optional(z.number().int().min(1).max(12)),
}).refine(({ cents, months }) => (cents === undefined) === (months === undefined), {
  path: ['months'],
  error: issueCode('required'),
});
export type BillingStart = z.output<typeof billingStart>;

/** Days of an export or of figures, both included. */
export const billingDays = z.object({ from: calendarDate(), to: calendarDate() });
/** `language`: of headings' separators and decimal marks; absent for the administrator’s. */
export const exportQuery = billingDays.extend({ language: optional(language) });

/** What billing earns and is owed. Money is net cents at the home rate, but for what is owed. */
export const billingFigures = z.object({
  months: z.array(
    z.object({
      /** `YYYY-MM` */
      month: z.string(),
      /** Accounts with a paid, invoiced or grace period on the month's last day, or on today. */
      accounts: z.number().int(),
      mrrCents: cents,
      /** Those of the month's first day; `ended…` of them are gone on its last. */
      startAccounts: z.number().int(),
      startCents: cents,
      endedAccounts: z.number().int(),
      endedCents: cents,
    }),
  ),
  /** What is open of invoices, by the days since their issue. */
  owed: z.object({ days14: cents, days30: cents, days60: cents, older: cents }),
  /** Customers' money that pays for no invoice yet. */
  unallocatedCents: cents,
});
export type BillingFigures = z.infer<typeof billingFigures>;

/** Why a payment is undone or an invoice replaced. It stands in the books, and on the credit note. */
export const correctionReason = strictObject({ reason });
export const writeOff = strictObject({ invoiceId: z.string().max(100), cents: amount, reason });
/** The due that the account’s credit pays first. */
export const creditUse = strictObject({ dueId: z.string().max(100) });
export const invoiceCredit = strictObject({
  cents: amount,
  reason,
  /** Where a paid amount goes: back to the card that paid, or by a transfer of the operator. Absent: it stays the account’s. */
  refund: optional(z.enum(['card', 'bank'])),
});
