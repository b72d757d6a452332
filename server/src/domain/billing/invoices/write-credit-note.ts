import { splitVat } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import * as z from 'zod';
import { newId } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { createFiscalDocument, getCorrectedMark } from '../fiscal/create-fiscal-document.ts';
import { checkSeries } from '../fiscal/series/check-series.ts';
import { creditPostings } from '../ledger/postings.ts';
import { insertEntry } from '../ledger/store.ts';
import { taxCases } from '../tax/decide-tax.ts';
import { describeCreditLine } from './describe-lines.ts';
import { enqueueInvoiceFiles } from './document/make-invoice-files.ts';
import { type Document, findInvoiceParts, sumCreditNotes } from './document-reads.ts';
import { formatNumber } from './format-number.ts';
import { insertDocument } from './insert-document.ts';
import type { IssueContext } from './issue-invoice.ts';
import { issueNumber } from './store.ts';

/**
 * Writes the credit note of an amount of an invoice, tax included: its number, document and entry. What was paid of it is
 * the account's money again. The caller has locked the account, and decides about the invoice's due and the money. Throws
 * `too_much`, `fiscal_pending`. Returns the note's id.
 */
export async function writeCreditNote(
  context: IssueContext,
  tx: Tx,
  cause: BillingCause,
  invoice: Document,
  { cents, reason }: { cents: number; reason: string },
): Promise<string> {
  const { clock, random, settings } = context;
  const { userId } = invoice;
  const parts = await findInvoiceParts(tx, invoice);
  const sums = splitCredit(cents, invoice, await sumCreditNotes(tx, invoice.id));
  const correctsMark = await getCorrectedMark(tx, invoice.id);
  const series = settings.billing.series.creditNote;
  await checkSeries(context, tx, series);
  const { year, number, issuedOn } = await issueNumber(tx, series);
  const id = newId(clock, random);
  const columns = { net_cents: sums.netCents, vat_cents: sums.vatCents, gross_cents: cents };
  const sha256 = await insertDocument(
    tx,
    {
      ...{ id, user_id: userId, kind: 'credit_note', series, year, number, issued_on: issuedOn, due_on: issuedOn },
      ...{ from_day: invoice.from, to_day: invoice.to, language: invoice.language, tax_case: invoice.taxCase },
      ...{ seller: JSON.stringify(invoice.seller), buyer: JSON.stringify(invoice.buyer), ...columns },
      ...{ credits_id: invoice.id, reason },
    },
    [
      {
        ...{ ...describeCreditLine(formatNumber(invoice)), quantity: 1, ...columns, basis_points: invoice.basisPoints },
        ...{ mydata_category: invoice.mydataCategory, exemption: invoice.exemption },
        ...{ income_category: invoice.incomeCategory, income_type: invoice.incomeType },
      },
    ],
  );
  await enqueueInvoiceFiles(context, tx, id);
  const taxed = { taxCase: z.enum(taxCases).parse(invoice.taxCase), correctsMark };
  await createFiscalDocument(context, tx, { id, kind: 'credit_note', series, year, number, issuedOn, ...taxed });
  const postings = creditPostings({ id, userId, ...sums, grossCents: cents }, invoice.id, parts);
  const entry = { id: newId(clock, random), day: issuedOn, userId, sourceId: id, actor: cause.actor };
  await insertEntry(tx, { ...entry, kind: 'credited', source: 'invoice', postings });
  await record(tx, {
    event: 'invoice_credited',
    ...cause.audit,
    object: { kind: 'invoice', id },
    details: { user: userId, invoice: invoice.id, series, year, number, cents, sha256 },
  });
  return id;
}

interface Sums {
  netCents: number;
  vatCents: number;
}

/** Splits a credit at the invoice's rate. What is credited last takes the rest of net and VAT. Throws `too_much`. */
function splitCredit(cents: number, invoice: Sums & { basisPoints: number }, earlier: Sums): Sums {
  const left = { netCents: invoice.netCents - earlier.netCents, vatCents: invoice.vatCents - earlier.vatCents };
  const leftCents = left.netCents + left.vatCents;
  if (cents > leftCents) throw new Fault('too_much');
  if (cents === leftCents) return left;
  // rounding of earlier parts must not leave less than nothing of either
  const vatCents = Math.min(splitVat(cents, invoice.basisPoints).vatCents, left.vatCents);
  const netCents = Math.min(cents - vatCents, left.netCents);
  return { netCents, vatCents: cents - netCents };
}
