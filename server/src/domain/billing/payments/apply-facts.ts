import type { Facts } from '../../../platform/outbound/payments/payment-driver.ts';
import { record } from '../../audit/record/record.ts';
import { type AppContext, today } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { portalCause } from '../cause.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { type AttemptState, isLive, isSettled } from './attempt-states.ts';
import { type AttemptRow, endAttempt, lockAttempt, updateAttempt } from './attempt-store.ts';
import { mayCharge } from './may-charge.ts';
import { setMethod, setPaymentWay, storeCardFacts } from './provider-store.ts';
import { type ReceiveContext, receivePayment } from './receive-payment.ts';
import { settleRefund } from './refunds/settle-refund.ts';
import { leaveUndecided } from './review/leave-undecided.ts';
import { sendCardMail } from './send-card-mail.ts';

export type ApplyContext = ReceiveContext & Pick<AppContext, 'queue'>;

/**
 * Stores what the provider says of an attempt. Money that arrived is recorded once, however often and late this is called.
 * Returns the attempt's state; null if there is none.
 */
export async function applyFacts(
  context: ApplyContext,
  tx: Tx,
  { id, userId }: Pick<AttemptRow, 'id' | 'userId'>,
  facts: Facts,
): Promise<AttemptState | null> {
  await lockSubscription(tx, userId);
  const attempt = await lockAttempt(tx, id);
  if (attempt === null) return null;
  if (attempt.purpose === 'refund') return await settleRefund(context, tx, attempt, facts);
  if (isSettled(attempt.state)) return attempt.state;
  if (facts.state === 'succeeded') return await succeed(context, tx, attempt, facts);
  if (!isLive(attempt.state)) return attempt.state;
  if (facts.state === 'open' || facts.state === 'processing') {
    await updateAttempt(tx, id, { state: facts.state, provider_ref: facts.ref, fault_code: null });
    // the billing page shows that it is checked
    if (facts.state === 'processing' && attempt.state !== 'processing') await notify(tx, userId);
    return facts.state;
  }
  return await refuse(context, tx, attempt, { ...facts, state: facts.state });
}

async function succeed(context: ApplyContext, tx: Tx, attempt: AttemptRow, facts: Facts): Promise<AttemptState> {
  const { id, userId, cents } = attempt;
  const { ref, paymentRef, card } = facts;
  if (card !== null) await saveCard(tx, userId, card);
  if (attempt.purpose === 'save') return await end(tx, attempt, { state: 'done', provider_ref: ref });
  // what was asked, or a person decides
  if (facts.cents !== cents || facts.currency !== 'EUR' || paymentRef === null)
    return await leaveUndecided(context, tx, attempt, facts);
  const paymentId = await receivePayment(context, tx, portalCause, {
    ...{ driver: 'stripe', providerRef: paymentRef, userId, cents, receivedOn: today(context) },
    dueId: attempt.dueId ?? undefined,
  });
  if (card !== null) await setPaymentWay(tx, userId, 'card');
  await endAttempt(tx, id, { state: 'done', provider_ref: ref, payment_id: paymentId, fault_code: null });
  // paid before its right ended: a person decides whether it goes back
  if (!(await mayCharge(tx, userId))) await context.events.emit(tx, 'payment_unsettled', { userId });
  return 'done';
}

async function saveCard(tx: Tx, userId: string, card: NonNullable<Facts['card']>): Promise<void> {
  await setMethod(tx, userId, { ref: card.method, state: 'ok' });
  await storeCardFacts(tx, userId, card);
  await setPaymentWay(tx, userId, 'card');
}

async function refuse(
  context: ApplyContext,
  tx: Tx,
  attempt: AttemptRow,
  facts: Facts & { state: 'needs_person' | 'refused' | 'cancelled' },
): Promise<AttemptState> {
  const { id, userId, cents, purpose, methodRef } = attempt;
  const { state, ref, code, isHard } = facts;
  await endAttempt(tx, id, { state, provider_ref: ref, fault_code: code, is_hard: isHard });
  if (isHard && methodRef !== null) await setMethod(tx, userId, { ref: methodRef, state: 'problem' });
  if (state === 'needs_person' && purpose === 'charge') await sendCardMail(context, tx, attempt, 'needsPerson');
  if (state !== 'cancelled')
    await record(tx, {
      event: 'payment_refused',
      outcome: 'failure',
      ...portalCause.audit,
      object: { kind: 'payment_attempt', id },
      details: { user: userId, cents, code: code ?? state, hard: isHard },
    });
  await notify(tx, userId);
  return state;
}

const notify = (tx: Tx, userId: string) =>
  notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });

async function end(
  tx: Tx,
  { id, userId }: AttemptRow,
  change: { state: AttemptState; provider_ref: string },
): Promise<AttemptState> {
  await endAttempt(tx, id, { ...change, fault_code: null });
  await notify(tx, userId);
  return change.state;
}
