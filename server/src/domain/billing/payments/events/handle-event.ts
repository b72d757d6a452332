import { isUuid } from '../../../../platform/ids/ids.ts';
import type { EventSubject } from '../../../../platform/outbound/payments/payment-driver.ts';
import { systemScope } from '../../../authorization/authorize.ts';
import { notifyClients } from '../../../core/notify-clients.ts';
import type { Tx } from '../../../database.ts';
import {
  findEvent,
  findProviderAccount,
  setEventState,
  setMethod,
  setPaymentWay,
  storeCardFacts,
} from '../provider-store.ts';
import { type AttemptContext, settleAttempt } from '../settle-attempt.ts';
import { settleDispute } from './settle-dispute.ts';

/** Fetches what an event is about and stores what the provider says of it now. Throws `GatewayError` to be repeated. */
export async function handleEvent(context: AttemptContext, eventId: string): Promise<void> {
  const { db, payments } = context;
  const scope = systemScope('billing');
  const event = await db.within(scope, (tx) => findEvent(tx, eventId));
  if (event === null || payments === null) return;
  const subject = await payments.fetchSubject(event.type, event.object);
  const isUsed = subject !== null && (await handleSubject(context, subject));
  await db.within(scope, (tx) => setEventState(tx, eventId, isUsed ? 'done' : 'ignored'));
}

/** Returns whether the subject is one of the portal's. */
async function handleSubject(context: AttemptContext, subject: EventSubject): Promise<boolean> {
  switch (subject.kind) {
    case 'foreign':
      return false;
    case 'attempts': {
      const ids = subject.ids.filter(isUuid);
      for (const id of ids) await settleAttempt(context, id);
      return ids.length > 0;
    }
    case 'dispute':
      // an event about its payment may be on the way, or lost
      for (const id of subject.ids.filter(isUuid)) await settleAttempt(context, id);
      return await context.db.within(systemScope('billing'), (tx) => settleDispute(context, tx, subject));
    case 'card':
      return await context.db.within(systemScope('billing'), (tx) => followCard(tx, subject));
  }
}

/** The bank replaced a saved card, or its owner removed it. */
async function followCard(tx: Tx, { customer, method, card }: EventSubject & { kind: 'card' }): Promise<boolean> {
  const account = await findProviderAccount(tx, customer === null ? { method } : { customer });
  if (account === null || account.method !== method) return false;
  const { userId } = account;
  if (customer === null) {
    await setMethod(tx, userId, null);
    await setPaymentWay(tx, userId, 'bank');
  } else if (card !== null) {
    await setMethod(tx, userId, { ref: method, state: 'ok' });
    await storeCardFacts(tx, userId, card);
  }
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
  return true;
}
