import Stripe from 'stripe';
import type { StripeSettings } from '../../config/billing/payments-url.ts';
import type { ChargeOrder, Facts, OpenedPage, Order, PageOrder, PaymentDriver, RefundOrder } from './payment-driver.ts';
import { isMissing, toGatewayError } from './stripe-errors.ts';
import { readEvent } from './stripe-events.ts';
import { factsOfIntent, factsOfRefund, factsOfSession } from './stripe-facts.ts';
import { fetchSubject } from './stripe-subject.ts';

const apiVersion = '2026-10-28.endive';
const timeoutMs = 20_000;
/** Stripe's least is 30 minutes from its own clock; a repeated call may come some minutes later. */
const pageMs = 35 * 60_000;
const hosts = ['checkout.stripe.com', 'billing.stripe.com'];
const pageParts = ['payment_intent.payment_method', 'setup_intent.payment_method'];
const maxListed = 100;

/** Opens Stripe's API. Sends our ids as metadata, and no telemetry. Nothing is connected before a call. */
export function openStripe({ secretKey, webhookSecret, isLive, api, portal }: StripeSettings): PaymentDriver {
  const client = new Stripe(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(api === null ? {} : { host: api.hostname, port: api.port, protocol: 'http' as const }),
  });
  const findPage = async (order: Order) => {
    const sessions = client.checkout.sessions;
    if (order.ref !== null) return factsOfSession(await sessions.retrieve(order.ref, { expand: pageParts }));
    const listed = await sessions.list({ customer: order.customer, limit: maxListed });
    const own = listed.data.find(({ metadata }) => metadata?.attempt === order.id);
    return own ? factsOfSession(await sessions.retrieve(own.id, { expand: pageParts })) : null;
  };
  const findCharge = async (order: Order) => {
    const expand = ['payment_method'];
    if (order.ref !== null) return factsOfIntent(await client.paymentIntents.retrieve(order.ref, { expand }));
    const listed = await client.paymentIntents.list({ customer: order.customer, limit: maxListed });
    const own = listed.data.find(({ metadata }) => metadata.attempt === order.id);
    return own ? factsOfIntent(await client.paymentIntents.retrieve(own.id, { expand })) : null;
  };
  const findRefund = async ({ id, paymentRef, ref }: RefundOrder) => {
    if (ref !== null) return factsOfRefund(await client.refunds.retrieve(ref));
    const listed = await client.refunds.list({ payment_intent: paymentRef, limit: maxListed });
    const own = listed.data.find(({ metadata }) => metadata?.attempt === id);
    return own ? factsOfRefund(own) : null;
  };
  return {
    name: 'stripe',
    deduplicates: true,
    hosts: api === null ? hosts : [...hosts, api.hostname],
    createCustomer: (user, key) =>
      translated(async () => {
        const customer = { email: user.email, metadata: { user: user.id } };
        return (await client.customers.create(customer, { idempotencyKey: `customer-${key}` })).id;
      }),
    begin: (order) => translated(() => begin(client, order)),
    close: (ref) =>
      translated(async () => {
        const session = await client.checkout.sessions.retrieve(ref);
        if (session.status === 'open') await client.checkout.sessions.expire(ref);
      }),
    charge: (order) => translated(() => charge(client, order)),
    find: (order) => translated(() => orNull(order.purpose === 'charge' ? findCharge(order) : findPage(order))),
    refund: (order) => translated(() => refund(client, order)),
    findRefund: (order) => translated(() => orNull(findRefund(order))),
    portal: (customer, returnUrl) =>
      translated(async () => {
        const configuration = portal === null ? {} : { configuration: portal };
        const page = { customer, return_url: returnUrl, ...configuration };
        return { redirectUrl: (await client.billingPortal.sessions.create(page)).url };
      }),
    probe: (signal) =>
      translated(async () => {
        signal.throwIfAborted();
        await client.paymentIntents.list({ limit: 1 });
        return { where: api?.host ?? 'api.stripe.com', isLive };
      }),
    readEvent: async (raw, signature, now) => readEvent({ client, webhookSecret, isLive }, raw, signature, now),
    fetchSubject: (type, object) => translated(() => orForeign(fetchSubject(client, type, object))),
  };
}

async function translated<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw toGatewayError(error);
  }
}

async function orNull<T>(found: Promise<T | null>): Promise<T | null> {
  return await found.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

/** An object that the key cannot see belongs to another account. */
async function orForeign<T>(found: Promise<T>): Promise<T | { kind: 'foreign' }> {
  return (await orNull(found)) ?? { kind: 'foreign' };
}

async function begin(client: Stripe, order: PageOrder): Promise<OpenedPage> {
  const metadata = { attempt: order.id };
  const expiresAt = Math.floor((order.createdAt.getTime() + pageMs) / 1_000);
  const shared = {
    customer: order.customer,
    client_reference_id: order.id,
    metadata,
    locale: order.language,
    success_url: order.returnUrl,
    cancel_url: order.returnUrl,
    payment_method_types: ['card' as const],
  };
  const price = { currency: 'eur', unit_amount: order.cents, product_data: { name: order.description } };
  const session = await client.checkout.sessions.create(
    order.purpose === 'save'
      ? { ...shared, mode: 'setup', expires_at: expiresAt, setup_intent_data: { metadata } }
      : {
          ...shared,
          mode: 'payment',
          expires_at: expiresAt,
          line_items: [{ quantity: 1, price_data: price }],
          payment_intent_data: { metadata, setup_future_usage: 'off_session' },
        },
    { idempotencyKey: order.id },
  );
  return { ref: session.id, redirectUrl: session.url ?? '', expiresAt: new Date(session.expires_at * 1_000) };
}

async function charge(client: Stripe, order: ChargeOrder): Promise<Facts> {
  try {
    const intent = await client.paymentIntents.create(
      {
        amount: order.cents,
        currency: 'eur',
        customer: order.customer,
        payment_method: order.method,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        off_session: true,
        confirm: true,
        metadata: { attempt: order.id },
        expand: ['payment_method'],
      },
      { idempotencyKey: order.id },
    );
    return factsOfIntent(intent);
  } catch (error) {
    // 402: the bank refused; the error carries the charge
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent)
      return factsOfIntent(error.payment_intent);
    throw error;
  }
}

async function refund(client: Stripe, { id, cents, paymentRef }: RefundOrder): Promise<Facts> {
  const order = { payment_intent: paymentRef, amount: cents, metadata: { attempt: id } };
  try {
    return factsOfRefund(await client.refunds.create(order, { idempotencyKey: id }));
  } catch (error) {
    // the operator gave it back on Stripe's page
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded')
      return { ref: id, paymentRef, state: 'succeeded', isHard: false, code: null, cents, currency: 'EUR', card: null };
    throw error;
  }
}
