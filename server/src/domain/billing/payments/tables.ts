import type { Generated } from 'kysely';
import type { Instant, Optional } from '../../../platform/db/columns.ts';
import type { AttemptState } from './attempt-states.ts';

/** Money that came in. Rows never change: that a payment was undone is an entry of the ledger. */
export interface PaymentsTable {
  id: string;
  /** `hand`: an administrator recorded it; `provider_ref` is then the payment's own id. */
  driver: 'hand' | 'bank' | 'stripe';
  provider_ref: string;
  user_id: Optional<string>;
  cents: number;
  currency: Generated<string>;
  received_on: string;
  /** Who paid and the transfer's text, encrypted with the key `billing`. */
  payer_sealed: Buffer | null;
  created_at: Instant;
}

export type AttemptPurpose = 'pay' | 'save' | 'charge' | 'refund';

/** Calls of the payment provider. Written before the call; the id is its idempotency key. */
export interface PaymentAttemptsTable {
  id: string;
  user_id: string;
  due_id: Optional<string>;
  /** The payment that it led to, or that a refund returns. */
  payment_id: Optional<string>;
  /** Why recorded money goes back. */
  credit_note_id: Optional<string>;
  driver: 'stripe';
  purpose: AttemptPurpose;
  cents: number;
  state: AttemptState;
  /** The provider's id of the page, charge or refund. */
  provider_ref: Optional<string>;
  /** The saved card that is charged. */
  method_ref: Optional<string>;
  redirect_url: Optional<string>;
  /** The provider's code of a refusal, or ours of a failed call. */
  fault_code: Optional<string>;
  is_hard: Generated<boolean>;
  created_at: Instant;
  settled_at: Optional<Date>;
  /** What came where that is not what was asked: in the currency's smallest unit, and the provider's id of it. */
  received_cents: Optional<number>;
  received_currency: Optional<string>;
  received_ref: Optional<string>;
  /** The attempt whose money a refund gives back; it was never recorded. */
  reviewed_id: Optional<string>;
  /** Why it is given back, encrypted with the key `billing`. */
  reason_sealed: Optional<Buffer>;
}

/** Accounts at the provider. `method_ref`: the saved card. */
export interface ProviderAccountsTable {
  user_id: string;
  driver: 'stripe';
  customer_ref: string;
  method_ref: Optional<string>;
  method_state: Generated<'ok' | 'problem' | 'none'>;
  updated_at: Instant;
}

/** The provider's events by id, without their content. */
export interface ProviderEventsTable {
  driver: 'stripe';
  event_id: string;
  type: string;
  object_ref: string;
  created_at: Date;
  received_at: Instant;
  state: Generated<'waiting' | 'done' | 'ignored'>;
}

/** Payments that a card's bank took back, for now or for good. */
export interface PaymentDisputesTable {
  id: string;
  driver: 'stripe';
  provider_ref: string;
  payment_id: string;
  cents: number;
  state: 'open' | 'won' | 'lost';
  opened_at: Instant;
  closed_at: Optional<Date>;
}
