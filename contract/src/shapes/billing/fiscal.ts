import * as z from 'zod';
import { optional, paging } from '../common.ts';
import { invoiceKinds } from './invoices.ts';

/**
 * States of a document at the tax authority. `unknown`: it may have arrived, and the authority is asked; `rejected`:
 * refused by content, an administrator decides.
 */
export const fiscalStates = [
  'waiting',
  'sending',
  'unknown',
  'accepted',
  'rejected',
  'cancelling',
  'cancelled',
] as const;
export type FiscalState = (typeof fiscalStates)[number];

/** An issued document with what became of it at the tax authority. */
export const fiscalDocument = z.object({
  invoiceId: z.string(),
  userId: z.string(),
  /** `A-2026-000123`. */
  number: z.string(),
  kind: z.enum(invoiceKinds),
  buyer: z.string(),
  date: z.iso.date(),
  grossCents: z.number().int(),
  /** `file`: written to a folder, and not sent. */
  driver: z.enum(['file', 'mydata']),
  state: z.enum(fiscalStates),
  mark: z.string().nullable(),
  /** Mark of its cancellation. */
  cancelMark: z.string().nullable(),
  uid: z.string(),
  tries: z.number().int(),
  /** Code of the last failure: the authority's, `http_503` or of the connection. */
  errorCode: z.string().nullable(),
  /** When it is tried again. */
  nextTryAt: z.iso.datetime().nullable(),
  /** An accepted invoice of today of which nothing is paid or credited: it can be cancelled. */
  isVoidable: z.boolean(),
});
export type FiscalDocument = z.infer<typeof fiscalDocument>;

/** How documents are reported now. `none`: there is no seller, or no Greek one. */
export const fiscalReporting = z.object({
  driver: z.enum(['none', 'file', 'mydata']),
  /** The folder of the files, or the authority's `dev` or `prod`. */
  where: z.string().nullable(),
  /** A backup was restored: nothing is issued before the authority was asked. */
  isCheckNeeded: z.boolean(),
  /** Documents of the portal's series that only the authority has; nothing of these series is issued. */
  unknownCount: z.number().int(),
  /** The first 50 of them. */
  unknown: z.array(
    z.object({ mark: z.string(), number: z.string(), date: z.iso.date(), grossCents: z.number().int() }),
  ),
});
export type FiscalReporting = z.infer<typeof fiscalReporting>;

/** `pending`: neither accepted nor cancelled. */
export const fiscalQuery = z.object({ ...paging, state: optional(z.enum([...fiscalStates, 'pending'])) });
export type FiscalQuery = z.output<typeof fiscalQuery>;
