import type Stripe from 'stripe';
import type { Facts, SavedCard } from './payment-driver.ts';

/** Codes after which the same card is not charged again (docs.stripe.com/declines/codes). */
const hardCodes = new Set([
  ...['authentication_not_handled', 'card_not_supported', 'currency_not_supported', 'expired_card', 'fraudulent'],
  ...[
    'incorrect_number',
    'invalid_account',
    'invalid_number',
    'lost_card',
    'merchant_blacklist',
    'new_account_information_available',
  ],
  ...['no_action_taken', 'not_permitted', 'pickup_card', 'restricted_card', 'revocation_of_all_authorizations'],
  ...[
    'revocation_of_authorization',
    'security_violation',
    'stolen_card',
    'stop_payment_order',
    'transaction_not_allowed',
  ],
]);

const intentStates = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_action: 'needs_person',
  requires_confirmation: 'needs_person',
  requires_payment_method: 'refused',
  requires_capture: 'processing',
  canceled: 'cancelled',
} as const satisfies Record<string, Facts['state']>;

const notRefused = { isHard: false, code: null };

/** Reads a charge. `ref` names the attempt's own object where that is a page. */
export function factsOfIntent(intent: Stripe.PaymentIntent, ref: string = intent.id): Facts {
  const state = intentStates[intent.status as keyof typeof intentStates] ?? 'processing';
  const error = intent.last_payment_error;
  const code = error?.decline_code ?? error?.code ?? null;
  const needsPerson = state === 'refused' && code === 'authentication_required';
  return {
    ref,
    paymentRef: intent.id,
    state: needsPerson ? 'needs_person' : state,
    isHard: state === 'refused' && code !== null && hardCodes.has(code),
    code: state === 'refused' || state === 'needs_person' ? code : null,
    cents: state === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    card: cardOf(intent.payment_method),
  };
}

/** Reads a page with its charge or saved card, which are expanded. */
export function factsOfSession(session: Stripe.Checkout.Session): Facts {
  const { id, status, payment_intent: intent, setup_intent: setup, mode } = session;
  const currency = (session.currency ?? 'eur').toUpperCase();
  const own = { ref: id, paymentRef: null, ...notRefused, cents: session.amount_total ?? 0, currency, card: null };
  if (status === 'open') return { ...own, state: 'open' };
  if (status === 'expired') return { ...own, state: 'cancelled' };
  if (mode === 'setup') {
    const card = typeof setup === 'object' ? cardOf(setup?.payment_method ?? null) : null;
    return { ...own, cents: 0, state: 'succeeded', card };
  }
  if (typeof intent === 'object' && intent !== null) return factsOfIntent(intent, id);
  return { ...own, state: 'processing' };
}

export function factsOfRefund(refund: Stripe.Refund): Facts {
  const own = { ref: refund.id, paymentRef: refund.id, cents: refund.amount, currency: refund.currency.toUpperCase() };
  const card = null;
  if (refund.status === 'succeeded') return { ...own, card, ...notRefused, state: 'succeeded' };
  if (refund.status === 'failed' || refund.status === 'canceled')
    return { ...own, card, isHard: true, code: refund.failure_reason ?? refund.status, state: 'refused' };
  return { ...own, card, ...notRefused, state: 'processing' };
}

/** Reads what the portal stores of a card; null for another kind of payment. */
export function cardOf(method: string | Stripe.PaymentMethod | null): SavedCard | null {
  if (method === null || typeof method === 'string' || !method.card) return null;
  const { brand, last4, exp_month: month, exp_year: year } = method.card;
  const expiry = `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
  return { method: method.id, holder: method.billing_details.name ?? null, brand: nameBrand(brand), last4, expiry };
}

/** Stripe writes `visa`. */
const nameBrand = (brand: string) => brand.slice(0, 1).toUpperCase() + brand.slice(1);
