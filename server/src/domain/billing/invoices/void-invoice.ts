import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import { type AppContext, today } from '../../core/context.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { causeOf } from '../cause.ts';
import { enqueueReport } from '../fiscal/create-fiscal-document.ts';
import { findFiscal } from '../fiscal/reads.ts';
import { moveFiscal } from '../fiscal/store.ts';
import { findOpenCents } from '../ledger/reads.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { type Document, findDocument, sumCreditNotes } from './document-reads.ts';

/**
 * Voids an invoice of today of which nothing is paid: the tax authority is asked to cancel it, and then it leaves the
 * books. Throws `not_found`; `fiscal_pending` while the authority has not accepted it; `invalid_state` for a credit
 * note, a paid, credited or earlier invoice, or one that was not sent: those are corrected by a credit note.
 */
export async function voidInvoice(
  context: Pick<AppContext, 'db' | 'queue' | 'clock' | 'settings'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new Fault('not_found');
  await context.db.within(scope, async (tx) => {
    await withIdempotency(tx, request, async () => {
      const invoice = await findDocument(tx, id);
      if (invoice === null) throw new Fault('not_found');
      await lockSubscription(tx, invoice.userId);
      await checkVoidable(tx, invoice, today(context));
      if (!(await moveFiscal(tx, id, 'void'))) throw new Fault('invalid_state');
      await enqueueReport(context, tx, id);
      await record(tx, {
        event: 'invoice_voided',
        ...causeOf(request).audit,
        object: { kind: 'invoice', id },
        details: { user: invoice.userId, cents: invoice.grossCents },
      });
      return id;
    });
  });
}

async function checkVoidable(tx: Tx, invoice: Document, day: string): Promise<void> {
  const fiscal = await findFiscal(tx, invoice.id);
  if (invoice.kind !== 'invoice' || fiscal === null || fiscal.driver === 'file') throw new Fault('invalid_state');
  if (fiscal.state === 'cancelling' || fiscal.state === 'cancelled') throw new Fault('invalid_state');
  if (fiscal.state !== 'accepted') throw new Fault('fiscal_pending');
  const credited = await sumCreditNotes(tx, invoice.id);
  const isUntouched = credited.netCents === 0 && (await findOpenCents(tx, invoice.id)) === invoice.grossCents;
  if (invoice.issuedOn !== day || !isUntouched) throw new Fault('invalid_state');
}
