import { Fault } from '@medcloud/contract/faults';
import type { AppContext } from '../../core/context.ts';
import type { Reader, Tx } from '../../database.ts';
import type { TaxCase } from '../tax/decide-tax.ts';
import { computeUid, documentTypeOf, fiscalSeries } from './document-type.ts';
import { findFiscal } from './reads.ts';
import { insertFiscal } from './store.ts';

/** The job that reports a document. Its payload is `{ invoiceId }`. */
export const fiscalJob = 'fiscal';

export interface IssuedDocument {
  id: string;
  kind: 'invoice' | 'credit_note';
  taxCase: TaxCase;
  series: string;
  year: number;
  number: number;
  issuedOn: string;
  /** Of a credit note: the mark of the invoice that it corrects. */
  correctsMark: string | null;
}

/** Begins to report a document in the transaction that issues it. Only documents of Greek sellers have an authority. */
export async function createFiscalDocument(
  { queue, settings }: Pick<AppContext, 'queue' | 'settings'>,
  tx: Tx,
  document: IssuedDocument,
): Promise<void> {
  const { seller } = settings.billing;
  if (seller === null || seller.country !== 'GR') return;
  const { id, kind, taxCase, number, issuedOn, correctsMark } = document;
  const type = documentTypeOf(kind, taxCase, correctsMark);
  const uid = computeUid({ vatNumber: seller.vatNumber, issuedOn, type, series: fiscalSeries(document), number });
  const { driver } = settings.fiscal;
  await insertFiscal(tx, { invoice_id: id, driver, document_type: type, uid, corrects_mark: correctsMark });
  await enqueueReport({ queue }, tx, id);
}

export async function enqueueReport(
  { queue }: Pick<AppContext, 'queue'>,
  tx: Tx,
  invoiceId: string,
  runAt?: Date,
): Promise<void> {
  await queue.add(tx, { kind: fiscalJob, payload: { invoiceId }, key: invoiceId, ...(runAt ? { runAt } : {}) });
}

/**
 * Returns the mark of an invoice that is to be corrected; null if it was not sent to the authority. Throws
 * `fiscal_pending` while the authority has not accepted it, since a credit note names its mark; `invalid_state` for a
 * voided one.
 */
export async function getCorrectedMark(tx: Reader, invoiceId: string): Promise<string | null> {
  const fiscal = await findFiscal(tx, invoiceId);
  if (fiscal === null || fiscal.driver === 'file') return null;
  if (fiscal.state === 'cancelling' || fiscal.state === 'cancelled') throw new Fault('invalid_state');
  if (fiscal.state !== 'accepted') throw new Fault('fiscal_pending');
  return fiscal.mark;
}
