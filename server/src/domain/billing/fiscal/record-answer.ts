import type { FiscalMark } from '../../../platform/outbound/fiscal/fiscal-gateway.ts';
import { record } from '../../audit/record/record.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { logEvent } from '../../system-log/log-event.ts';
import { enqueueInvoiceFiles } from '../invoices/document/make-invoice-files.ts';
import { findDocument } from '../invoices/document-reads.ts';
import { enqueueHeldMail } from '../invoices/mail-document.ts';
import type { FiscalRow } from './reads.ts';
import { moveFiscal } from './store.ts';

type RecordContext = Pick<AppContext, 'queue' | 'clock' | 'random' | 'settings' | 'events'>;

/** Records that the authority has a document: its mark, with one a new file of the document, and its mail leaves. */
export async function recordAccepted(
  context: RecordContext,
  tx: Tx,
  { invoiceId, driver, mailAt }: FiscalRow,
  accepted: FiscalMark,
): Promise<void> {
  if (!(await moveFiscal(tx, invoiceId, 'accept', { accepted }))) return;
  await record(tx, {
    event: 'fiscal_accepted',
    actor: { kind: 'system' },
    object: { kind: 'invoice', id: invoiceId },
    details: { driver, ...(accepted.mark === null ? {} : { mark: accepted.mark }) },
  });
  if (accepted.mark !== null) await enqueueInvoiceFiles(context, tx, invoiceId);
  if (mailAt !== null) await enqueueHeldMail(context, tx, invoiceId);
  await notifyClients(tx, { kind: 'account', ids: [invoiceId], to: { admins: true } });
}

/** Records that the authority refuses a document by its content. An administrator, whom an alarm tells, decides; nothing repeats it. */
export async function recordRefused(
  context: RecordContext,
  tx: Tx,
  { invoiceId, driver }: FiscalRow,
  errorCode: string,
): Promise<void> {
  if (!(await moveFiscal(tx, invoiceId, 'refuse', { errorCode }))) return;
  await record(tx, {
    event: 'fiscal_rejected',
    outcome: 'failure',
    actor: { kind: 'system' },
    object: { kind: 'invoice', id: invoiceId },
    details: { driver, code: errorCode },
  });
  const invoice = await findDocument(tx, invoiceId);
  if (invoice === null) throw new Error('A reported document is stored.');
  await context.events.emit(tx, 'document_refused', { userId: invoice.userId });
  await logEvent(context, tx, 'fiscal-rejected', { error: errorCode });
  await notifyClients(tx, { kind: 'account', ids: [invoiceId], to: { admins: true } });
}
