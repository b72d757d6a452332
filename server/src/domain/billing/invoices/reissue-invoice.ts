import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { type BillingCause, causeOf } from '../cause.ts';
import { findDueOfInvoice } from '../dues/reads.ts';
import { moveDues, reopenWithdrawn, setDuePrice } from '../dues/store.ts';
import { writtenOffPart } from '../ledger/postings.ts';
import { findOpenCents } from '../ledger/reads.ts';
import { type SettleContext, settleAccount } from '../payments/settle-account.ts';
import { giveUp } from '../payments/write-off.ts';
import { setPeriodKind } from '../subscriptions/period-store.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { type Document, findDocument, findInvoiceParts } from './document-reads.ts';
import { findHindrance } from './find-hindrance.ts';
import { issueInvoice } from './issue-invoice.ts';
import { mailDocument } from './mail-document.ts';
import { writeCreditNote } from './write-credit-note.ts';

type ReissueContext = SettleContext & Pick<AppContext, 'db'>;

/**
 * Corrects the buyer of an issued invoice: a credit note over what earlier ones left of it, and a new invoice over the same
 * part of the price, for the same period, with the account's billing details of now, taxed by them and by today's rates.
 * Money that paid the first pays the second, and what is left of it the account's other invoices. Throws `not_found`;
 * `invalid_state` for a credit note, a voided invoice, or one of which all is credited; `vat_check_pending` until VIES has answered today about the new buyer;
 * `fiscal_pending`, `issuing_off`. Returns the new invoice's id.
 */
export async function reissueInvoice(
  context: ReissueContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  reason: string,
): Promise<string> {
  if (!isUuid(id)) throw new Fault('not_found');
  const issued = await context.db.within(scope, async (tx) => {
    const invoice = await findDocument(tx, id);
    if (invoice === null) throw new Fault('not_found');
    await lockSubscription(tx, invoice.userId);
    const hindrance = await findHindrance(context, tx, invoice.userId);
    if (hindrance === 'seller') throw new Fault('issuing_off');
    // committed, so that VIES is asked
    if (hindrance === 'vat') return null;
    return await withIdempotency(tx, request, () => replace(context, tx, causeOf(request), invoice, reason));
  });
  if (issued === null) throw new Fault('vat_check_pending');
  return issued.id;
}

async function replace(
  context: SettleContext,
  tx: Tx,
  cause: BillingCause,
  invoice: Document,
  reason: string,
): Promise<string> {
  const { userId, grossCents } = invoice;
  const due = await findDueOfInvoice(tx, invoice.id);
  const parts = await findInvoiceParts(tx, invoice);
  const cents = parts.leftCents;
  if (invoice.kind !== 'invoice' || due === null || cents === 0) throw new Fault('invalid_state');
  const noteId = await writeCreditNote(context, tx, cause, invoice, { cents, reason });
  await setPeriodKind(tx, await moveDues(tx, [invoice.id], { from: 'paid', to: 'open' }), 'invoiced');
  await reopenWithdrawn(tx, invoice.id);
  const price = { ...due.price, grossCents: Math.round((due.price.grossCents * cents) / grossCents) };
  if (cents < grossCents) await setDuePrice(tx, due.id, price.grossCents);
  const issued = await issueInvoice(context, tx, cause, { ...due, price, from: invoice.from, to: invoice.to });
  await settleAccount(context, tx, cause, { userId, source: 'invoice', sourceId: noteId, dueId: due.id });
  // what was given up of the first is not asked for again
  const givenUp = Math.min(writtenOffPart(cents, parts), await findOpenCents(tx, issued.id));
  if (givenUp > 0) await giveUp(context, tx, cause, { userId, invoiceId: issued.id, cents: givenUp, reason });
  await mailDocument(context, tx, noteId);
  await mailDocument(context, tx, issued.id);
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
  return issued.id;
}
