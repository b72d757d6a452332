import { Fault } from '@medcloud/contract/faults';
import { newId } from '../../../../platform/ids/ids.ts';
import { type AppContext, today } from '../../../core/context.ts';
import type { Tx } from '../../../database.ts';
import { refundBegunPostings } from '../../ledger/postings.ts';
import { findCredit } from '../../ledger/reads.ts';
import { insertEntry } from '../../ledger/store.ts';
import { insertAttempt } from '../attempt-store.ts';
import { listRefundable } from './refundable.ts';

/** The job kind that sends money back to a card, with the payload `{ attemptId }`. */
export const refundJob = 'refund-card';

type RefundContext = Pick<AppContext, 'clock' | 'random' | 'settings' | 'queue' | 'payments'>;

interface Refund {
  userId: string;
  invoiceId: string;
  creditNoteId: string;
  cents: number;
  actor: string | null;
}

/**
 * Keeps a credited amount for a transfer that the operator makes, so that it pays no other invoice (`recordRefund`). The
 * account is locked. Throws `too_much` above what the note freed.
 */
export async function oweRefund(
  { clock, random, settings }: Pick<AppContext, 'clock' | 'random' | 'settings'>,
  tx: Tx,
  { userId, creditNoteId, cents, actor }: Refund,
): Promise<void> {
  if (cents > (await findCredit(tx, userId))) throw new Fault('too_much');
  const entry = { id: newId(clock, random), day: today({ clock, settings }), userId, actor };
  const postings = refundBegunPostings(userId, cents);
  await insertEntry(tx, { ...entry, kind: 'refund_begun', source: 'refund', sourceId: creditNoteId, postings });
}

/**
 * Begins to send a credited amount back to the card that paid the invoice, in the transaction of the credit note. The
 * account is locked. Throws `no_card_payments` without a provider, `too_much` above what the card paid of it and what the
 * note freed.
 */
export async function beginRefund(
  { clock, random, settings, queue, payments }: RefundContext,
  tx: Tx,
  refund: Refund,
): Promise<void> {
  if (payments === null) throw new Fault('no_card_payments');
  const { userId, invoiceId, creditNoteId, cents, actor } = refund;
  const payment = (await listRefundable(tx, [invoiceId])).get(invoiceId);
  if (payment === undefined || cents > payment.cents || cents > (await findCredit(tx, userId)))
    throw new Fault('too_much');
  const id = newId(clock, random);
  await insertAttempt(tx, {
    ...{ id, user_id: userId, payment_id: payment.id, credit_note_id: creditNoteId, driver: payments.name },
    ...{ purpose: 'refund', cents, state: 'begun' },
  });
  const entry = { id: newId(clock, random), day: today({ clock, settings }), userId, actor };
  const postings = refundBegunPostings(userId, cents);
  await insertEntry(tx, { ...entry, kind: 'refund_begun', source: 'refund', sourceId: id, postings });
  await queue.add(tx, { kind: refundJob, payload: { attemptId: id }, key: id });
}
