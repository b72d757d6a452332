import type { Language } from '@medcloud/contract/languages';
import * as z from 'zod';
import type { BankAccount, Seller } from '../../../../platform/config/billing/billing-settings.ts';
import type { TaxCase } from '../../tax/decide-tax.ts';

const line = z.string().nullable();

/** The seller as `invoices.seller` stores it: the operator's facts of the day. */
export const invoiceSeller = z.object({
  legalName: z.string(),
  country: z.string(),
  region: z.literal('islands').nullable(),
  vatNumber: z.string(),
  taxOffice: line,
  registryNumber: line,
  address: z.string(),
}) satisfies z.ZodType<Seller>;

/** The buyer as `invoices.buyer` stores it. The VAT number has no prefix; countries are ISO 3166 codes. */
export const invoiceBuyer = z.object({
  legalName: z.string(),
  country: z.string(),
  vatNumber: line,
  taxOffice: line,
  activity: line,
  address: line,
  city: line,
  postalCode: line,
});
export type InvoiceBuyer = z.infer<typeof invoiceBuyer>;

/** Amounts are cents, with the sign of an invoice in credit notes too; the rate is in basis points. */
export interface InvoiceLine {
  readonly text: string;
  readonly quantity: number;
  readonly netCents: number;
  readonly basisPoints: number;
  readonly vatCents: number;
  readonly grossCents: number;
}

/** What the tax authority gave a document: its mark, and an address at which anybody can look it up. */
export interface PrintedMark {
  readonly mark: string;
  readonly uid: string;
  readonly authCode: string | null;
  readonly qrUrl: string | null;
}

/** An invoice or credit note as it is printed. Days are `YYYY-MM-DD`, both days of the period included. */
export interface InvoiceDocument {
  readonly kind: 'invoice' | 'credit_note';
  /** `A-2026-000123`. */
  readonly number: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly from: string;
  readonly to: string;
  readonly seller: Seller;
  readonly buyer: InvoiceBuyer;
  readonly lines: readonly InvoiceLine[];
  readonly taxCase: TaxCase;
  /** VAT of the buyer's country by the One Stop Shop. */
  readonly isOss: boolean;
  /** Of a credit note: the number of the invoice that it corrects, and why. */
  readonly credits: string | null;
  readonly reason: string | null;
  /** What is left to pay when the file is made, in cents. */
  readonly openCents: number;
  /** How to pay it. Null: there is no account, or the document has no reference. */
  readonly transfer: (BankAccount & { rf: string }) | null;
  /** Null: the tax authority has given none yet, or there is none. */
  readonly report: PrintedMark | null;
  /** Of a portal on loopback: it only shows what an invoice would be. */
  readonly isTest: boolean;
  readonly language: Language;
  readonly createdAt: Date;
}
