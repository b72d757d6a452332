import { Fault } from '@medcloud/contract/faults';
import { newId } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import type { DueRow } from '../dues/reads.ts';
import { setDueInvoice } from '../dues/store.ts';
import { createFiscalDocument } from '../fiscal/create-fiscal-document.ts';
import { checkSeries } from '../fiscal/series/check-series.ts';
import { issuePostings } from '../ledger/postings.ts';
import { insertEntry } from '../ledger/store.ts';
import { getBuyer } from '../parties/buyer.ts';
import { computeCharge } from '../tax/compute-charge.ts';
import { describeDueLine } from './describe-lines.ts';
import { enqueueInvoiceFiles } from './document/make-invoice-files.ts';
import { formatNumber } from './format-number.ts';
import { insertDocument } from './insert-document.ts';
import { issueNumber } from './store.ts';

export type IssueContext = Pick<AppContext, 'clock' | 'random' | 'settings' | 'queue'>;

export interface IssuedInvoice {
  id: string;
  /** `A-2026-000123`. */
  number: string;
  issuedOn: string;
  dueOn: string;
  grossCents: number;
}

/**
 * Issues the invoice of a due: its number, document and entry. Taxed by the rates of its day and the buyer's details of
 * now. It is payable on the due's day, or on the day of issue if that has passed. Holds the series until the transaction
 * ends. Throws `issuing_off` if the portal has no seller, `billing_details_required` if the account has no details,
 * `series_behind` while the tax authority has documents of the series that the portal has not.
 */
export async function issueInvoice(
  context: IssueContext,
  tx: Tx,
  cause: BillingCause,
  due: DueRow,
): Promise<IssuedInvoice> {
  const { clock, random, settings } = context;
  const { seller, hasOss, series } = settings.billing;
  if (seller === null) throw new Fault('issuing_off');
  const { userId } = due;
  const buyer = await getBuyer(tx, userId, settings.timeZone);
  await checkSeries(context, tx, series.invoice);
  const { year, number, issuedOn } = await issueNumber(tx, series.invoice);
  const charge = await computeCharge(tx, due.price.grossCents, { seller, hasOss }, buyer, issuedOn);
  const { netCents, vatCents, grossCents, tax } = charge;
  const proof = tax.taxCase === 'eu_reverse' ? { vatCheckedOn: buyer.vatCheckedOn, vatProof: buyer.vatProof } : {};
  const id = newId(clock, random);
  const dueOn = due.dueOn > issuedOn ? due.dueOn : issuedOn;
  const sums = { net_cents: netCents, vat_cents: vatCents, gross_cents: grossCents };
  const sha256 = await insertDocument(
    tx,
    {
      ...{ id, user_id: userId, kind: 'invoice', series: series.invoice, year, number, issued_on: issuedOn },
      ...{ due_on: dueOn, from_day: due.from, to_day: due.to, language: buyer.language, tax_case: tax.taxCase },
      ...{ seller: JSON.stringify(seller), buyer: JSON.stringify({ ...buyer.buyer, ...proof }), rf: due.rf, ...sums },
    },
    [
      {
        ...{ ...describeDueLine(due), quantity: 1, ...sums, basis_points: tax.basisPoints },
        ...{ mydata_category: tax.mydataCategory, exemption: tax.exemption },
        ...{ income_category: tax.incomeCategory, income_type: tax.incomeType },
      },
    ],
  );
  await enqueueInvoiceFiles(context, tx, id);
  const taxed = { taxCase: tax.taxCase, correctsMark: null };
  await createFiscalDocument(context, tx, {
    id,
    kind: 'invoice',
    series: series.invoice,
    year,
    number,
    issuedOn,
    ...taxed,
  });
  await setDueInvoice(tx, due.id, id, charge);
  const postings = issuePostings({ id, userId, netCents, vatCents, grossCents });
  const entry = { id: newId(clock, random), day: issuedOn, userId, sourceId: id, actor: cause.actor };
  await insertEntry(tx, { ...entry, kind: 'issued', source: 'invoice', postings });
  await record(tx, {
    event: 'invoice_issued',
    ...cause.audit,
    object: { kind: 'invoice', id },
    details: { user: userId, series: series.invoice, year, number, cents: grossCents, sha256 },
  });
  return { id, number: formatNumber({ series: series.invoice, year, number }), issuedOn, dueOn, grossCents };
}
