import type Stripe from 'stripe';

type Metadata = Record<string, string>;
type Method = Pick<Stripe.PaymentMethod, 'id' | 'object' | 'type' | 'customer'> & {
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
  billing_details: { name: string };
};
export type Intent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  customer: string;
  payment_method: string | null;
  status: 'succeeded' | 'processing' | 'requires_payment_method' | 'canceled';
  last_payment_error: { type: 'card_error'; code: string; decline_code?: string } | null;
  metadata: Metadata;
  livemode: false;
};
export type Session = {
  id: string;
  object: 'checkout.session';
  mode: 'payment' | 'setup';
  status: 'open' | 'complete' | 'expired';
  url: string | null;
  customer: string;
  amount_total: number | null;
  currency: string | null;
  payment_intent: string | null;
  setup_intent: string | null;
  expires_at: number;
  success_url: string;
  metadata: Metadata;
  livemode: false;
};
export type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  payment_intent: string;
  status: 'succeeded' | 'pending' | 'failed';
  failure_reason?: string;
  metadata: Metadata;
};
type Dispute = {
  id: string;
  object: 'dispute';
  amount: number;
  currency: string;
  payment_intent: string;
  status: 'needs_response' | 'won' | 'lost';
};

/** How the bank answers the next cards. */
export type Bank = 'accepts' | 'refuses' | 'refuses for good' | 'asks the person' | 'takes its time';

/** What the stand-in holds, and what a payer, a bank and the operator do there. */
export class StripeRecords {
  origin = '';
  bank: Bank = 'accepts';
  /** Where the next pages are; null: here. */
  elsewhere: string | null = null;
  #count = 0;
  readonly customers = new Map<string, { id: string; object: 'customer'; email: string; metadata: Metadata }>();
  readonly sessions = new Map<string, Session>();
  readonly intents = new Map<string, Intent>();
  readonly methods = new Map<string, Method>();
  readonly setups = new Map<string, { id: string; object: 'setup_intent'; payment_method: string }>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();

  newId(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${String(this.#count).padStart(6, '0')}`;
  }

  /** The payer enters a card on the page and confirms. Returns the page. */
  pay(sessionId: string, amount?: { cents?: number; currency?: string }): Session {
    const session = this.sessions.get(sessionId);
    if (session?.status !== 'open') throw new Error('The page is not open.');
    const method = this.addMethod(session.customer);
    if (session.mode === 'setup') {
      const setup = { id: this.newId('seti'), object: 'setup_intent' as const, payment_method: method.id };
      this.setups.set(setup.id, setup);
      Object.assign(session, { status: 'complete', url: null, setup_intent: setup.id });
      return session;
    }
    const cents = amount?.cents ?? session.amount_total ?? 0;
    const intent = this.charge({ ...session, cents, currency: amount?.currency ?? 'eur', method: method.id });
    session.payment_intent = intent.id;
    if (intent.status !== 'requires_payment_method') Object.assign(session, { status: 'complete', url: null });
    return session;
  }

  addMethod(customer: string): Method {
    const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031 };
    const own = { id: this.newId('pm'), object: 'payment_method', type: 'card', customer } as const;
    const method = { ...own, card, billing_details: { name: 'Eleni Stavridou' } };
    this.methods.set(method.id, method);
    return method;
  }

  charge(charge: { customer: string; cents: number; currency: string; method: string; metadata: Metadata }): Intent {
    const { customer, cents, currency, method, metadata } = charge;
    const { status, code } = this.#answerOfBank();
    const received = status === 'succeeded' ? cents : 0;
    const error = code === null ? null : { type: 'card_error' as const, code: 'card_declined', decline_code: code };
    const intent: Intent = {
      ...{
        id: this.newId('pi'),
        object: 'payment_intent',
        amount: cents,
        amount_received: received,
        currency,
        customer,
      },
      ...{ payment_method: method, status, last_payment_error: error, metadata, livemode: false },
    };
    this.intents.set(intent.id, intent);
    return intent;
  }

  #answerOfBank(): Pick<Intent, 'status'> & { code: string | null } {
    switch (this.bank) {
      case 'accepts':
        return { status: 'succeeded', code: null };
      case 'takes its time':
        return { status: 'processing', code: null };
      case 'refuses':
        return { status: 'requires_payment_method', code: 'insufficient_funds' };
      case 'refuses for good':
        return { status: 'requires_payment_method', code: 'stolen_card' };
      case 'asks the person':
        return { status: 'requires_payment_method', code: 'authentication_required' };
    }
  }

  /** A charge that took its time arrives. */
  finish(intent: Intent): void {
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
  }

  /** The card's bank takes a payment back. */
  dispute(intent: Intent): Dispute {
    const own = { id: this.newId('dp'), object: 'dispute', status: 'needs_response' } as const;
    const dispute: Dispute = { ...own, amount: intent.amount, currency: intent.currency, payment_intent: intent.id };
    this.disputes.set(dispute.id, dispute);
    return dispute;
  }

  intentOf({ payment_intent: id }: Session): Intent {
    const intent = this.intents.get(id ?? '');
    if (intent === undefined) throw new Error('Nothing was charged.');
    return intent;
  }

  refundsOf({ payment_intent: id }: Session): Refund[] {
    return [...this.refunds.values()].filter(({ payment_intent: of }) => of === id);
  }

  /** The operator gives a payment back on Stripe's page. */
  refundManually(session: Session): void {
    const { id: of, amount, currency } = this.intentOf(session);
    const id = this.newId('re');
    this.refunds.set(id, {
      id,
      object: 'refund',
      amount,
      currency,
      payment_intent: of,
      status: 'succeeded',
      metadata: {},
    });
  }

  /** An event about an object. */
  event(type: string, object: { id: string; object: string }, livemode = false) {
    const created = Math.floor(Date.now() / 1_000);
    const own = {
      id: this.newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created,
      livemode,
    } as const;
    return { ...own, pending_webhooks: 1, request: null, type, data: { object } };
  }

  /** What was charged and has not failed, in cents. */
  get charged(): number[] {
    return [...this.intents.values()].filter(({ status }) => status === 'succeeded').map(({ amount }) => amount);
  }
}
