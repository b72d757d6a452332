import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { type BillingCause, causeOf } from '../cause.ts';
import { moveDues } from '../dues/store.ts';
import { findOpenCents } from '../ledger/reads.ts';
import { beginRefund, oweRefund } from '../payments/refunds/refund-invoice.ts';
import { type SettleContext, settleAccount } from '../payments/settle-account.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { type Document, findDocument } from './document-reads.ts';
import { mailDocument } from './mail-document.ts';
import { writeCreditNote } from './write-credit-note.ts';

export type CreditContext = SettleContext & Pick<AppContext, 'payments'>;

export interface Credit {
  cents: number;
  reason: string;
  /** Where what was paid goes; absent: it stays the account's. */
  refund?: 'card' | 'bank' | undefined;
}

/**
 * Corrects an invoice by a credit note of an amount, tax included. Less is owed of it; what was paid becomes the
 * account's money and pays its next invoice, or goes back to the card that paid or by transfer. Throws `not_found`, `invalid_state` for a
 * credit note, `too_much` above what earlier ones left or the card paid, `fiscal_pending` while the tax authority has not
 * accepted the invoice. Returns the note's id.
 */
export async function creditInvoice(
  context: CreditContext & Pick<AppContext, 'db'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  credit: Credit,
): Promise<string> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    const note = await withIdempotency(tx, request, async () => {
      const invoice = await findDocument(tx, id);
      if (invoice === null) throw new Fault('not_found');
      if (invoice.kind !== 'invoice') throw new Fault('invalid_state');
      await lockSubscription(tx, invoice.userId);
      return await issueCreditNote(context, tx, causeOf(request), invoice, credit);
    });
    return note.id;
  });
}

/** Does the same in the caller's transaction, which has locked the account. */
export async function issueCreditNote(
  context: CreditContext,
  tx: Tx,
  cause: BillingCause,
  invoice: Document,
  { cents, reason, refund }: Credit,
): Promise<string> {
  const { userId } = invoice;
  const openCents = await findOpenCents(tx, invoice.id);
  const id = await writeCreditNote(context, tx, cause, invoice, { cents, reason });
  const back = { userId, invoiceId: invoice.id, creditNoteId: id, cents, actor: cause.actor };
  if (refund === 'card') await beginRefund(context, tx, back);
  if (refund === 'bank') await oweRefund(context, tx, back);
  if (cents >= openCents) await moveDues(tx, [invoice.id], { from: 'open', to: 'withdrawn' });
  await mailDocument(context, tx, id);
  await settleAccount(context, tx, cause, { userId, source: 'invoice', sourceId: id });
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
  return id;
}
