import { newId } from '../../../../platform/ids/ids.ts';
import type { Facts } from '../../../../platform/outbound/payments/payment-driver.ts';
import { record } from '../../../audit/record/record.ts';
import { type AppContext, today } from '../../../core/context.ts';
import { notifyClients } from '../../../core/notify-clients.ts';
import type { Tx } from '../../../database.ts';
import { receiptPostings, refundBegunPostings, refundedPostings, reversePostings } from '../../ledger/postings.ts';
import { insertEntry } from '../../ledger/store.ts';
import type { AttemptState } from '../attempt-states.ts';
import { type AttemptRow, endAttempt, updateAttempt } from '../attempt-store.ts';

type RefundContext = Pick<AppContext, 'clock' | 'random' | 'settings' | 'events'>;

/**
 * Stores what the provider says of a refund. Sent: the money leaves the provider's account. Refused: it is the account's
 * again, and an alarm asks for another way, also where a refund fails after it was sent.
 */
export async function settleRefund(
  context: RefundContext,
  tx: Tx,
  attempt: AttemptRow,
  facts: Facts,
): Promise<AttemptState> {
  const { id, userId, cents } = attempt;
  const wasSent = attempt.state === 'done';
  if (attempt.state === 'refused' || attempt.state === 'failed' || (wasSent && facts.state !== 'refused'))
    return attempt.state;
  const entry = { id: newId(context.clock, context.random), day: today(context), userId, actor: null };
  const cause = { source: 'refund', sourceId: id } as const;
  if (facts.state === 'succeeded') {
    await insertEntry(tx, { ...entry, ...cause, kind: 'refunded', postings: refundedPostings(userId, cents) });
    await endAttempt(tx, id, { state: 'done', provider_ref: facts.ref, fault_code: null });
    await record(tx, {
      event: 'refund_made',
      actor: { kind: 'system' },
      object: { kind: 'payment_attempt', id },
      details: { user: userId, cents },
    });
  } else if (facts.state === 'refused') {
    const begun = reversePostings(refundBegunPostings(userId, cents));
    // the money is at the provider again, and the account's
    const postings = wasSent ? receiptPostings(userId, cents, 'card_clearing') : begun;
    await insertEntry(tx, { ...entry, ...cause, kind: 'refund_failed', postings });
    await endAttempt(tx, id, { state: 'refused', provider_ref: facts.ref, fault_code: facts.code });
    await context.events.emit(tx, 'payment_unsettled', {});
  } else {
    await updateAttempt(tx, id, { state: 'processing', provider_ref: facts.ref, fault_code: null });
    return 'processing';
  }
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
  return facts.state === 'succeeded' ? 'done' : 'refused';
}
