import type Stripe from 'stripe';
import type { EventSubject } from './payment-driver.ts';
import { cardOf } from './stripe-facts.ts';

/** The events that the portal acts on, with the kind of their object. */
const kinds: Record<string, 'page' | 'intent' | 'charge' | 'refund' | 'dispute' | 'method'> = {
  'checkout.session.completed': 'page',
  'checkout.session.expired': 'page',
  'payment_intent.succeeded': 'intent',
  'payment_intent.payment_failed': 'intent',
  'payment_intent.processing': 'intent',
  'payment_intent.canceled': 'intent',
  'charge.refunded': 'charge',
  'refund.failed': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.closed': 'dispute',
  'payment_method.automatically_updated': 'method',
  'payment_method.detached': 'method',
};

/** Fetches what an event is about. Returns null for an event that the portal does not use. */
export async function fetchSubject(client: Stripe, type: string, object: string): Promise<EventSubject | null> {
  switch (Object.hasOwn(kinds, type) ? kinds[type] : undefined) {
    case 'page':
      return attemptsOf([await client.checkout.sessions.retrieve(object)]);
    case 'intent':
      return attemptsOf([await client.paymentIntents.retrieve(object)]);
    case 'charge':
      return attemptsOf((await client.refunds.list({ charge: object, limit: 100 })).data);
    case 'refund':
      return attemptsOf([await client.refunds.retrieve(object)]);
    case 'dispute':
      return disputeOf(await client.disputes.retrieve(object, { expand: ['payment_intent'] }));
    case 'method':
      return await fetchCard(client, object);
    case undefined:
      return null;
  }
}

function attemptsOf(objects: readonly { metadata: Stripe.Metadata | null }[]): EventSubject {
  const ids = objects.flatMap(({ metadata }) => metadata?.attempt ?? []);
  return ids.length === 0 ? { kind: 'foreign' } : { kind: 'attempts', ids };
}

function disputeOf({ id, payment_intent: intent, status, amount, currency }: Stripe.Dispute): EventSubject {
  const paymentRef = typeof intent === 'string' ? intent : (intent?.id ?? '');
  // a warning has taken no money yet
  if (status.startsWith('warning_')) return { kind: 'foreign' };
  const state = status === 'won' ? 'won' : status === 'lost' ? 'lost' : 'open';
  const ids = typeof intent === 'string' ? [] : [intent?.metadata.attempt ?? []].flat();
  return { kind: 'dispute', ids, ref: id, paymentRef, state, cents: amount, currency: currency.toUpperCase() };
}

async function fetchCard(client: Stripe, object: string): Promise<EventSubject> {
  const method = await client.paymentMethods.retrieve(object);
  const customer = typeof method.customer === 'string' ? method.customer : (method.customer?.id ?? null);
  return { kind: 'card', customer, method: method.id, card: cardOf(method) };
}
