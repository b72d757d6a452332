import * as z from 'zod';
import { calendarDate, optional, paging } from '../common.ts';
import { cents } from './amounts.ts';

export const receivedPaymentsQuery = z.object({ ...paging, day: optional(calendarDate()) });
export type ReceivedPaymentsQuery = z.output<typeof receivedPaymentsQuery>;

/** Money that came in, from whom, and what it paid. */
export const receivedPayment = z.object({
  id: z.string(),
  receivedOn: z.iso.date(),
  /** `hand`: recorded by an administrator; `bank`: by a file of the bank; `stripe`: by card. */
  driver: z.enum(['hand', 'bank', 'stripe']),
  /** The account; null of money that belongs to none. */
  userId: z.string().nullable(),
  name: z.string(),
  cents,
  /** It was undone: it is in no sum. */
  isUndone: z.boolean(),
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
  /** Numbers of the invoices that it paid, at most 5. */
  paid: z.array(z.string()),
  /** What came in on that day in all. */
  dayCents: cents,
});
export type ReceivedPayment = z.infer<typeof receivedPayment>;
