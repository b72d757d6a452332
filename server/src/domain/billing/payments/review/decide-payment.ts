import { Fault } from '@medcloud/contract/faults';
import { formatDay } from '@medcloud/contract/format-day';
import { isUuid, newId } from '../../../../platform/ids/ids.ts';
import { record } from '../../../audit/record/record.ts';
import type { AdminPrincipal, RequestContext } from '../../../authorization/principal.ts';
import type { AdminScope } from '../../../authorization/scope.ts';
import type { AppContext } from '../../../core/context.ts';
import { notifyClients } from '../../../core/notify-clients.ts';
import { withIdempotency } from '../../../core/with-idempotency.ts';
import type { Tx } from '../../../database.ts';
import { causeOf } from '../../cause.ts';
import { encryptRefundReason } from '../../encrypted-texts.ts';
import { lockSubscription } from '../../subscriptions/store.ts';
import { findAttempt, insertAttempt, lockAttempt, updateAttempt } from '../attempt-store.ts';
import { type ReceiveContext, receivePayment } from '../receive-payment.ts';
import { refundJob } from '../refunds/refund-invoice.ts';
import { listUndecided, lockUndecided, type UndecidedAttempt, wasUndecided } from './review-store.ts';

type DecideContext = ReceiveContext & Pick<AppContext, 'db' | 'payments'>;
type AdminRequest = RequestContext<AdminPrincipal>;

/**
 * Records a payment in euros that is not what was asked, as a transfer of its amount is recorded. Throws `not_found`,
 * `invalid_state` for one in another currency, or about which somebody decided.
 */
export async function recordUndecided(
  context: DecideContext,
  scope: AdminScope,
  request: AdminRequest,
  id: string,
  reason: string,
): Promise<void> {
  await decide(context, scope, request, id, async (tx, { userId, dueId, settledAt, ...attempt }) => {
    if (attempt.receivedCurrency !== 'EUR') throw new Fault('invalid_state');
    const paymentId = await receivePayment(context, tx, causeOf(request), {
      ...{ driver: 'stripe', providerRef: attempt.receivedRef, userId, dueId: dueId ?? undefined, reason },
      ...{ cents: attempt.receivedCents, receivedOn: formatDay(context.settings.timeZone, settledAt) },
    });
    await updateAttempt(tx, id, { state: 'done', payment_id: paymentId });
    return 'recorded';
  });
}

/**
 * Begins to send a payment that is not what was asked back to the card; it never was in the books. Throws `not_found`,
 * `invalid_state` if somebody decided about it, `no_card_payments` without a provider.
 */
export async function sendBackUndecided(
  context: DecideContext,
  scope: AdminScope,
  request: AdminRequest,
  id: string,
  reason: string,
): Promise<void> {
  const { clock, random, keys, payments, queue } = context;
  await decide(context, scope, request, id, async (tx, { userId, receivedCents: cents }) => {
    if (payments === null) throw new Fault('no_card_payments');
    const refundId = newId(clock, random);
    await insertAttempt(tx, {
      ...{ id: refundId, user_id: userId, reviewed_id: id, driver: payments.name, purpose: 'refund', cents },
      ...{ state: 'begun', reason_sealed: encryptRefundReason(keys, refundId, reason, random) },
    });
    await updateAttempt(tx, id, { state: 'returned' });
    await queue.add(tx, { kind: refundJob, payload: { attemptId: refundId }, key: refundId });
    return 'sent_back';
  });
}

/** Decides about a payment once, behind its account's lock. The account's alarm ends with its last one. */
async function decide(
  context: DecideContext,
  scope: AdminScope,
  request: AdminRequest,
  id: string,
  act: (tx: Tx, attempt: UndecidedAttempt & { settledAt: Date }) => Promise<'recorded' | 'sent_back'>,
): Promise<void> {
  if (!isUuid(id)) throw new Fault('not_found');
  await context.db.within(scope, async (tx) => {
    await withIdempotency(tx, request, async () => {
      const found = await findAttempt(tx, id);
      if (found === null || !wasUndecided(found)) throw new Fault('not_found');
      const { userId, receivedCents: cents, receivedCurrency: currency } = found;
      await lockSubscription(tx, userId);
      if ((await lockAttempt(tx, id))?.state !== 'review') throw new Fault('invalid_state');
      const decision = await act(tx, { ...found, settledAt: found.settledAt ?? context.clock.now() });
      await record(tx, {
        event: 'payment_decided',
        ...causeOf(request).audit,
        object: { kind: 'payment_attempt', id },
        details: { user: userId, decision, cents, currency },
      });
      await lockUndecided(tx);
      if ((await listUndecided(tx, userId)).length === 0)
        await context.events.emit(tx, 'payments_decided', { userId, request });
      await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
      return id;
    });
  });
}
