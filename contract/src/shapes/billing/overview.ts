import * as z from 'zod';
import { subscriptionStates } from '../../choices.ts';
import { cents } from './amounts.ts';
import { invoice } from './invoices.ts';
import { billingParty } from './party.ts';

export type SubscriptionState = (typeof subscriptionStates)[number];

/** What is owed now, and how to transfer it. */
export const openDue = z.object({
  id: z.string(),
  /** What is left to pay, tax included. */
  amountCents: cents,
  netCents: cents,
  vatCents: cents,
  dueOn: z.iso.date(),
  from: z.iso.date(),
  to: z.iso.date(),
  /** Nothing is owed: the subscription has ended, and its payment starts it again on that day. */
  startsAgain: z.boolean(),
  /** No access runs: the period begins with the payment, and nothing is late. */
  startsWithPayment: z.boolean(),
  /** ISO 11649, without blanks. */
  rf: z.string(),
  /** Null where the operator has named no account. */
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  holder: z.string().nullable(),
  /**
   * The QR code of the European Payments Council (EPC069-12) as an SVG path, a unit a module, in a square of `size`, its
   * light border included.
   */
  qr: z.object({ size: z.number().int(), path: z.string() }).nullable(),
});
export type OpenDue = z.infer<typeof openDue>;

/** What doctors and centers see of their own billing, beside their plan. */
export const billingOverview = {
  state: z.enum(subscriptionStates),
  method: z.enum(['bank', 'card']).nullable(),
  /** No renewal is asked for at the period's end. */
  cancelAtEnd: z.boolean(),
  /**
   * What cancelling now leaves: the last day (null: the paid days are over, and it ends at once), and what stays to pay of
   * an invoice. Null if there is nothing to cancel.
   */
  cancellation: z.object({ lastDay: z.iso.date().nullable(), owedCents: cents }).nullable(),
  /** The portal has a payment provider. */
  cardPayments: z.boolean(),
  /** The card that renewals are charged to. `problem`: it was refused for good, or its charge disputed. Null: none. */
  savedCard: z.enum(['ok', 'problem']).nullable(),
  /** A payment by card is under way, and its end is not known. */
  isChecking: z.boolean(),
  /** The payment of `due` that is checked: it is paid no second time meanwhile. */
  checking: z.object({ amountCents: cents, on: z.iso.date() }).nullable(),
  /** The portal runs for evaluation: its documents are no invoices. */
  isEvaluation: z.boolean(),
  party: billingParty.nullable(),
  /** Paid in advance or too much: it pays the next invoice. */
  credit: z.object({ amountCents: cents }),
  /** The last day of access while something is overdue. */
  grace: z.object({ until: z.iso.date() }).nullable(),
  due: openDue.nullable(),
  /** Something is to be paid, but not before there are billing details. */
  needsDetails: z.boolean(),
  /** The latest 50. */
  invoices: z.array(invoice),
} as const;

const overview = z.object(billingOverview);
export type BillingOverview = z.infer<typeof overview>;

/** Ends the subscription at the end of its period, or resumes it. */
export const cancellation = z.object({ cancel: z.boolean() });
