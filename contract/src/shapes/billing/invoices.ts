import * as z from 'zod';
import { invoiceStates } from '../../choices.ts';
import { language, optional, paging } from '../common.ts';
import { cents } from './amounts.ts';

export const invoiceKinds = ['invoice', 'credit_note'] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/** An issued document. Days are of the operator's time zone. */
export const invoice = z.object({
  id: z.string(),
  /** Series, year and number: `A-2026-000123`. */
  number: z.string(),
  date: z.iso.date(),
  dueDate: z.iso.date(),
  /** Euros with decimals, tax included (specification, billing). */
  amount: z.number(),
  /** `paid` also where nothing is left to pay after a credit note. */
  status: z.enum(['pending', 'paid']),
  kind: z.enum(invoiceKinds),
  state: z.enum(invoiceStates),
  netCents: cents,
  vatCents: cents,
  grossCents: cents,
  /** What is left to pay. */
  openCents: cents,
  /** The period it is for, both days included. */
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  /** The tax authority's mark. */
  mark: z.string().nullable(),
  /** Number of the invoice that a credit note corrects. */
  credits: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoice>;

export const invoicesQuery = z.object(paging);
export type InvoicesQuery = z.output<typeof invoicesQuery>;

/** Language of a document; absent for the one in which it was issued. */
export const invoiceFileQuery = z.object({ language: optional(language) });
