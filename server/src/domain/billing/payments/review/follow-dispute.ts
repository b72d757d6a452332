import type { EventSubject } from '../../../../platform/outbound/payments/payment-driver.ts';
import { record } from '../../../audit/record/record.ts';
import type { AppContext } from '../../../core/context.ts';
import type { Tx } from '../../../database.ts';
import { portalCause } from '../../cause.ts';
import { lockSubscription } from '../../subscriptions/store.ts';
import { lockAttempt, updateAttempt } from '../attempt-store.ts';
import { leaveUndecidedAgain } from './leave-undecided.ts';
import { findReceived, isGivenBack } from './review-store.ts';

/**
 * Follows a dispute of a payment that is in no books: its bank took it back, so nothing is left to decide until the dispute
 * is won. Returns whether the payment is one of the portal's.
 */
export async function followDispute(
  context: Pick<AppContext, 'events'>,
  tx: Tx,
  { paymentRef, state, cents }: Pick<EventSubject & { kind: 'dispute' }, 'paymentRef' | 'state' | 'cents'>,
): Promise<boolean> {
  const found = await findReceived(tx, paymentRef);
  if (found === null) return false;
  const { id, userId } = found;
  await lockSubscription(tx, userId);
  const attempt = await lockAttempt(tx, id);
  const audit = { ...portalCause.audit, object: { kind: 'payment_attempt' as const, id } };
  if (attempt?.state === 'review' && state !== 'won') {
    await updateAttempt(tx, id, { state: 'returned' });
    await context.events.emit(tx, 'payment_unsettled', { userId });
    await record(tx, { event: 'chargeback_opened', ...audit, details: { user: userId, cents } });
  } else if (attempt?.state === 'returned' && state === 'won' && !(await isGivenBack(tx, id))) {
    await leaveUndecidedAgain(context, tx, found);
    await record(tx, { event: 'chargeback_closed', ...audit, details: { user: userId, cents, state } });
  }
  return true;
}
