import type { Facts } from '../../../../platform/outbound/payments/payment-driver.ts';
import type { AppContext } from '../../../core/context.ts';
import { notifyClients } from '../../../core/notify-clients.ts';
import type { Tx } from '../../../database.ts';
import { type AttemptRow, endAttempt, updateAttempt } from '../attempt-store.ts';
import { lockUndecided } from './review-store.ts';

type EventContext = Pick<AppContext, 'events'>;

/** Leaves a payment that is not what was asked to an administrator, with an alarm. Nothing of it is in the books. */
export async function leaveUndecided(
  context: EventContext,
  tx: Tx,
  { id, userId }: AttemptRow,
  { ref, paymentRef, cents, currency }: Facts,
): Promise<'review'> {
  const received = { received_ref: paymentRef ?? ref, received_cents: cents, received_currency: currency };
  await endAttempt(tx, id, { state: 'review', provider_ref: ref, fault_code: null, ...received });
  await raise(context, tx, userId);
  return 'review';
}

/** Leaves it to an administrator again: it could not be given back. The attempt is locked. */
export async function leaveUndecidedAgain(
  context: EventContext,
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await updateAttempt(tx, id, { state: 'review' });
  await raise(context, tx, userId);
}

async function raise({ events }: EventContext, tx: Tx, userId: string): Promise<void> {
  await lockUndecided(tx);
  await events.emit(tx, 'payment_undecided', { userId });
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
}
