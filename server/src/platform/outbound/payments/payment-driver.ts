import type { Language } from '@medcloud/contract/languages';
/** What is paid by one attempt. Its id is the idempotency key, so a repeated call has the first one's answer. */
export interface Order {
  /** Of the attempt. */
  id: string;
  purpose: 'pay' | 'save' | 'charge';
  cents: number;
  /** The provider's id of the payer. */
  customer: string;
  /** The provider's id of what an answer named; null while no answer has arrived. */
  ref: string | null;
  /** When the attempt was written. */
  createdAt: Date;
}

/** What opens a page of the provider. */
export interface PageOrder extends Order {
  purpose: 'pay' | 'save';
  /** What is paid for, in the payer's language. */
  description: string;
  language: Language;
  /** Where the provider sends the payer afterwards. */
  returnUrl: string;
}

export interface ChargeOrder extends Order {
  purpose: 'charge';
  /** The provider's id of the saved card. */
  method: string;
}

/** Money that goes back to the card that paid it. */
export interface RefundOrder {
  id: string;
  cents: number;
  /** The provider's id of the payment. */
  paymentRef: string;
  ref: string | null;
}

/** What the portal stores of a card. */
export interface SavedCard {
  method: string;
  holder: string | null;
  brand: string | null;
  last4: string;
  /** `MM/YY` */
  expiry: string;
}

/**
 * What the provider says of an attempt. `open`: the page waits for the payer. `needs_person`: the bank wants the payer to
 * confirm. `hard`: repeating a refused charge is useless.
 */
export interface Facts {
  /** The provider's id of the page, charge or refund. */
  ref: string;
  /** The provider's id of the money's movement; null before there is one. */
  paymentRef: string | null;
  state: 'open' | 'succeeded' | 'processing' | 'needs_person' | 'refused' | 'cancelled';
  isHard: boolean;
  /** The provider's code of a refusal. */
  code: string | null;
  cents: number;
  /** ISO 4217 in capitals. */
  currency: string;
  card: SavedCard | null;
}

export interface OpenedPage {
  ref: string;
  redirectUrl: string;
  expiresAt: Date;
}

/** A verified event: a nudge to fetch its object. Nothing else in it is believed. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** The provider's id of the object. */
  object: string;
  createdAt: Date;
  /** The provider's kind of money is that of the portal's key. */
  isOurMode: boolean;
}

/** What an event is about, as fetched from the provider. */
export type EventSubject =
  | { kind: 'attempts'; ids: string[] }
  | {
      kind: 'dispute';
      /** The attempt that made the payment. */
      ids: string[];
      ref: string;
      paymentRef: string;
      state: 'open' | 'won' | 'lost';
      cents: number;
      currency: string;
    }
  | { kind: 'card'; customer: string | null; method: string; card: SavedCard | null }
  | { kind: 'foreign' };

/** Moves money for the portal. Throws `GatewayError`: `unknown` if the provider may have acted. */
export interface PaymentDriver {
  readonly name: 'stripe';
  /** A repeated call with one id acts once. */
  readonly deduplicates: boolean;
  /** Hosts to which payers are sent. */
  readonly hosts: readonly string[];
  /** Makes the payer known to the provider, once for a key. Returns its id. */
  createCustomer(user: { id: string; email: string }, key: string): Promise<string>;
  begin(order: PageOrder): Promise<OpenedPage>;
  /** Closes an open page. Does nothing if it is closed or paid. */
  close(ref: string): Promise<void>;
  charge(order: ChargeOrder): Promise<Facts>;
  find(order: Order): Promise<Facts | null>;
  refund(order: RefundOrder): Promise<Facts>;
  findRefund(order: RefundOrder): Promise<Facts | null>;
  /** Opens the page on which the payer changes the saved card. */
  portal(customer: string, returnUrl: string): Promise<{ redirectUrl: string }>;
  /** Contacts the provider without moving money. */
  probe(signal: AbortSignal): Promise<{ where: string; isLive: boolean }>;
  /** Verifies an event. Returns null for a wrong signature or a time more than 5 minutes off. */
  readEvent(raw: Buffer, signature: string | undefined, now: Date): Promise<ProviderEvent | null>;
  /** Fetches what an event is about; null for a kind that the portal does not use. */
  fetchSubject(type: string, object: string): Promise<EventSubject | null>;
}
