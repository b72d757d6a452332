import { newId } from '../../../../platform/ids/ids.ts';
import type { Facts } from '../../../../platform/outbound/payments/payment-driver.ts';
import { record } from '../../../audit/record/record.ts';
import { type AppContext, today } from '../../../core/context.ts';
import { notifyClients } from '../../../core/notify-clients.ts';
import type { Tx } from '../../../database.ts';
import {
  type Posting,
  receiptPostings,
  refundBegunPostings,
  refundedPostings,
  reversePostings,
} from '../../ledger/postings.ts';
import { insertEntry } from '../../ledger/store.ts';
import type { AttemptState } from '../attempt-states.ts';
import { type AttemptRow, endAttempt, updateAttempt } from '../attempt-store.ts';
import { leaveUndecidedAgain } from '../review/leave-undecided.ts';

type RefundContext = Pick<AppContext, 'clock' | 'random' | 'settings' | 'events'>;

/**
 * Stores what the provider says of a refund. Sent: the money leaves the provider's account. Refused: it is the account's
 * again, and an alarm asks for another way, also where a refund fails after it was sent. Money that was never recorded is in
 * no books: its refund makes no entry, and an administrator decides again if it is refused.
 */
export async function settleRefund(
  context: RefundContext,
  tx: Tx,
  attempt: AttemptRow,
  facts: Facts,
): Promise<AttemptState> {
  const { id, userId, cents, reviewedId } = attempt;
  const wasSent = attempt.state === 'done';
  if (attempt.state === 'refused' || attempt.state === 'failed' || (wasSent && facts.state !== 'refused'))
    return attempt.state;
  if (facts.state === 'succeeded') {
    if (reviewedId === null) await book(context, tx, attempt, 'refunded', refundedPostings(userId, cents));
    await endAttempt(tx, id, { state: 'done', provider_ref: facts.ref, fault_code: null });
    await record(tx, {
      event: 'refund_made',
      actor: { kind: 'system' },
      object: { kind: 'payment_attempt', id },
      details: { user: userId, cents },
    });
  } else if (facts.state === 'refused') {
    await endAttempt(tx, id, { state: 'refused', provider_ref: facts.ref, fault_code: facts.code });
    if (reviewedId === null) await takeBack(context, tx, attempt, wasSent);
    else await leaveUndecidedAgain(context, tx, { id: reviewedId, userId });
  } else {
    await updateAttempt(tx, id, { state: 'processing', provider_ref: facts.ref, fault_code: null });
    return 'processing';
  }
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
  return facts.state === 'succeeded' ? 'done' : 'refused';
}

/** The amount of a refund that was refused is the account's again. `wasSent`: the money is at the provider again. */
async function takeBack(context: RefundContext, tx: Tx, attempt: AttemptRow, wasSent: boolean): Promise<void> {
  const { userId, cents } = attempt;
  const begun = reversePostings(refundBegunPostings(userId, cents));
  const postings = wasSent ? receiptPostings(userId, cents, 'card_clearing') : begun;
  await book(context, tx, attempt, 'refund_failed', postings);
  await context.events.emit(tx, 'payment_unsettled', { userId });
}

async function book(
  context: RefundContext,
  tx: Tx,
  { id, userId }: AttemptRow,
  kind: 'refunded' | 'refund_failed',
  postings: Posting[],
): Promise<void> {
  const entry = { id: newId(context.clock, context.random), day: today(context), userId, actor: null };
  await insertEntry(tx, { ...entry, kind, source: 'refund', sourceId: id, postings });
}
