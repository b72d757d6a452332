import { newId } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { encryptPayer, encryptReason } from '../encrypted-texts.ts';
import { receiptPostings, receivingAccount } from '../ledger/postings.ts';
import { insertEntry } from '../ledger/store.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { sendReceipt } from './send-receipt.ts';
import { type SettleContext, settleAccount } from './settle-account.ts';
import { insertPayment } from './store.ts';

export type ReceiveContext = SettleContext;

export interface ReceivedPayment {
  driver: 'hand' | 'bank' | 'stripe';
  /** The driver's own reference of this payment; the payment's id if the driver has none. */
  providerRef?: string;
  userId: string;
  /** The due that the payer named. */
  dueId?: string | undefined;
  cents: number;
  /** Local day on which the bank has it. */
  receivedOn: string;
  /** Who paid, or the transfer's text. Stored encrypted. */
  payer?: string | undefined;
  /** Why an administrator recorded it, where that is a decision. */
  reason?: string;
}

/**
 * Records a payment of an account, pays with it what the account owes, and mails what a transfer paid. Returns the
 * payment's id. Throws `conflict` if the driver's reference has a payment.
 */
export async function receivePayment(
  context: ReceiveContext,
  tx: Tx,
  cause: BillingCause,
  payment: ReceivedPayment,
): Promise<string> {
  const { clock, random, keys } = context;
  const { driver, userId, dueId, cents, receivedOn, payer, reason } = payment;
  await lockSubscription(tx, userId);
  const id = newId(clock, random);
  const payerEncrypted = payer ? encryptPayer(keys, id, payer, random) : null;
  await insertPayment(tx, {
    ...{ id, driver, provider_ref: payment.providerRef ?? id, user_id: userId, cents },
    ...{ received_on: receivedOn, payer_sealed: payerEncrypted },
  });
  const postings = receiptPostings(userId, cents, receivingAccount(driver));
  const entryId = newId(clock, random);
  const reasonEncrypted = reason === undefined ? null : encryptReason(keys, entryId, reason, random);
  const entry = { id: entryId, day: receivedOn, userId, sourceId: id, actor: cause.actor, reasonEncrypted };
  await insertEntry(tx, { ...entry, kind: 'received', source: 'payment', postings });
  await record(tx, {
    event: 'payment_recorded',
    ...cause.audit,
    object: { kind: 'payment', id },
    details: { user: userId, driver, cents, receivedOn },
  });
  const issued = await settleAccount(context, tx, cause, { userId, source: 'payment', sourceId: id, dueId });
  // the provider's page says that a card was charged
  if (driver !== 'stripe') await sendReceipt(context, tx, { paymentId: id, userId, dueId, cents, receivedOn, issued });
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
  return id;
}
