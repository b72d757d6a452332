import * as z from 'zod';
import type { Reader } from '../../database.ts';
import { invoiceBuyer, invoiceSeller } from '../invoices/document/invoice-document.ts';
import { taxCases } from '../tax/decide-tax.ts';
import { type DocumentReport, paymentTypes } from './build-document-xml.ts';
import { fiscalSeries, isRetail } from './document-type.ts';
import { type FiscalRow, findReportedDocument } from './reads.ts';

/** Describes a stored document as it is reported. The same rows always give the same report. */
export async function describeReport(
  tx: Reader,
  { invoiceId, uid, type, correctsMark }: FiscalRow,
): Promise<DocumentReport> {
  const stored = await findReportedDocument(tx, invoiceId);
  const { vatNumber, country } = invoiceSeller.parse(stored.seller);
  const { legalName, ...buyer } = invoiceBuyer.parse(stored.buyer);
  const isNamed = !isRetail(z.enum(taxCases).parse(stored.taxCase));
  return {
    ...{ uid, type, correctsMark, series: fiscalSeries(stored), number: stored.number, issuedOn: stored.issuedOn },
    seller: { vatNumber, country },
    // outside the EU there may be no VAT number: the schema asks for a text
    buyer: isNamed ? { ...buyer, name: legalName, vatNumber: buyer.vatNumber ?? '000000000' } : null,
    paymentType: stored.isPaid ? paymentTypes.transfer : paymentTypes.onCredit,
    lines: stored.lines,
  };
}
