import { newId } from '../../../../platform/ids/ids.ts';
import type { EventSubject } from '../../../../platform/outbound/payments/payment-driver.ts';
import { record } from '../../../audit/record/record.ts';
import { type AppContext, today } from '../../../core/context.ts';
import { notifyClients } from '../../../core/notify-clients.ts';
import type { Tx } from '../../../database.ts';
import { portalCause } from '../../cause.ts';
import { receiptPostings, reversePostings } from '../../ledger/postings.ts';
import { insertEntry } from '../../ledger/store.ts';
import { lockSubscription } from '../../subscriptions/store.ts';
import { findCardPayment, findProviderAccount, setMethod } from '../provider-store.ts';
import { followDispute } from '../review/follow-dispute.ts';
import { settleAccount } from '../settle-account.ts';
import { reopenInvoices } from '../undo-payment.ts';
import { closeDispute, findDispute, insertDispute } from './dispute-store.ts';

type DisputeContext = Pick<AppContext, 'clock' | 'random' | 'settings' | 'events' | 'queue' | 'keys'>;
type Dispute = Omit<EventSubject & { kind: 'dispute' }, 'ids'>;

/**
 * Stores what the provider says of a dispute. Opened: the money leaves, the invoice is open again, and access stays. Won: the
 * money is back and pays it. Lost: nothing more is booked. Returns whether the payment is one of the portal's.
 */
export async function settleDispute(context: DisputeContext, tx: Tx, dispute: Dispute): Promise<boolean> {
  const payment = await findCardPayment(tx, dispute.paymentRef);
  if (payment === null) return await followDispute(context, tx, dispute);
  const { userId } = payment;
  await lockSubscription(tx, userId);
  const known = await findDispute(tx, dispute.ref);
  const id =
    known?.id ??
    (await openDispute(context, tx, { ...dispute, cents: Math.min(dispute.cents, payment.cents) }, payment));
  if (dispute.state !== 'open' && known?.state !== 'won' && known?.state !== 'lost')
    await endDispute(
      context,
      tx,
      { id, userId, cents: known?.cents ?? Math.min(dispute.cents, payment.cents) },
      dispute.state,
    );
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
  return true;
}

async function openDispute(
  context: DisputeContext,
  tx: Tx,
  { ref, cents }: Dispute,
  { id: paymentId, userId }: { id: string; userId: string },
): Promise<string> {
  const { clock, random } = context;
  const id = newId(clock, random);
  await insertDispute(tx, { id, provider_ref: ref, payment_id: paymentId, cents });
  const entry = { day: today(context), userId, source: 'dispute', sourceId: id, actor: null } as const;
  const postings = reversePostings(receiptPostings(userId, cents, 'card_clearing'));
  await insertEntry(tx, { ...entry, id: newId(clock, random), kind: 'returned', postings });
  await reopenInvoices(context, tx, entry);
  // a card whose charge was disputed is not charged again by itself
  const card = (await findProviderAccount(tx, { userId }))?.method ?? null;
  if (card !== null) await setMethod(tx, userId, { ref: card, state: 'problem' });
  await context.events.emit(tx, 'payment_unsettled', { userId });
  await record(tx, {
    event: 'chargeback_opened',
    ...portalCause.audit,
    object: { kind: 'payment', id: paymentId },
    details: { user: userId, cents },
  });
  return id;
}

async function endDispute(
  context: DisputeContext,
  tx: Tx,
  { id, userId, cents }: { id: string; userId: string; cents: number },
  state: 'won' | 'lost',
): Promise<void> {
  await closeDispute(tx, id, state);
  await record(tx, {
    event: 'chargeback_closed',
    ...portalCause.audit,
    object: { kind: 'dispute', id },
    details: { user: userId, cents, state },
  });
  if (state === 'lost') {
    await context.events.emit(tx, 'payment_unsettled', { userId });
    return;
  }
  const entry = { id: newId(context.clock, context.random), day: today(context), userId, sourceId: id, actor: null };
  const postings = receiptPostings(userId, cents, 'card_clearing');
  await insertEntry(tx, { ...entry, source: 'dispute', kind: 'received', postings });
  await settleAccount(context, tx, portalCause, { userId, source: 'dispute', sourceId: id });
}
