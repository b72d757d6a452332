import type { FiscalAnswer, FiscalGateway } from '../../../platform/outbound/fiscal/fiscal-gateway.ts';
import { GatewayError } from '../../../platform/outbound/gateway-error.ts';
import { record } from '../../audit/record/record.ts';
import { systemScope } from '../../authorization/authorize.ts';
import { today } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { logEvent } from '../../system-log/log-event.ts';
import { findDocument } from '../invoices/document-reads.ts';
import { reverseInvoice } from '../invoices/reverse-invoice.ts';
import type { ReportContext } from './context.ts';
import { enqueueReport } from './create-fiscal-document.ts';
import { type FiscalRow, findReportedDocument } from './reads.ts';
import { moveFiscal } from './store.ts';

const timeoutMs = 60_000;
const waitMs = 60_000;

/** Cancels a document at the authority, and then takes it out of the books. Asks first whether it is cancelled
 * already. A refused cancellation leaves the document valid, and an alarm tells an administrator. */
export async function cancelDocument(
  { context, gateway }: { context: ReportContext; gateway: FiscalGateway },
  fiscal: FiscalRow,
  signal: AbortSignal,
): Promise<void> {
  const scope = systemScope('billing');
  const { issuedOn } = await context.db.read(scope, (tx) => findReportedDocument(tx, fiscal.invoiceId));
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const end = await callGateway(gateway, { mark: fiscal.mark ?? '', issuedOn }, limited);
  await context.db.within(scope, (tx) => recordEnd(context, tx, fiscal, end));
}

async function callGateway(
  gateway: FiscalGateway,
  { mark, issuedOn }: { mark: string; issuedOn: string },
  signal: AbortSignal,
): Promise<FiscalAnswer<string> | GatewayError> {
  try {
    const known = await gateway.findCancellation(mark, issuedOn, signal);
    return known === null ? await gateway.cancel(mark, signal) : { state: 'accepted', value: known };
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

async function recordEnd(
  context: ReportContext,
  tx: Tx,
  { invoiceId, driver }: FiscalRow,
  end: FiscalAnswer<string> | GatewayError,
): Promise<void> {
  const audit = { actor: { kind: 'system' }, object: { kind: 'invoice', id: invoiceId } } as const;
  if (end instanceof GatewayError) {
    await moveFiscal(tx, invoiceId, 'wait', { errorCode: end.code, nextTryMs: waitMs });
    return await enqueueReport(context, tx, invoiceId, new Date(context.clock.now().getTime() + waitMs));
  }
  if (end.state === 'refused') {
    if (!(await moveFiscal(tx, invoiceId, 'keep', { errorCode: end.code }))) return;
    await record(tx, { event: 'fiscal_rejected', outcome: 'failure', ...audit, details: { driver, code: end.code } });
    const invoice = await findDocument(tx, invoiceId);
    if (invoice === null) throw new Error('A voided invoice is stored.');
    await context.events.emit(tx, 'document_refused', { userId: invoice.userId });
    await logEvent(context, tx, 'fiscal-not-cancelled', { error: end.code });
  } else {
    if (!(await moveFiscal(tx, invoiceId, 'cancel', { cancelMark: end.value }))) return;
    await reverseInvoice(context, tx, { invoiceId, day: today(context) });
    await record(tx, { event: 'fiscal_cancelled', ...audit, details: { driver, mark: end.value } });
  }
  await notifyClients(tx, { kind: 'account', ids: [invoiceId], to: { admins: true } });
}
