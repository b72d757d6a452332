import { type Kysely, sql } from 'kysely';

/**
 * Why: accounts pay by card on a provider's page (docs/decisions/071). An attempt is written before the provider is called;
 * its id is the idempotency key. Events of the provider are stored by id, without their content.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
CREATE TABLE payment_attempts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  due_id uuid REFERENCES dues (id),
  payment_id uuid REFERENCES payments (id),
  credit_note_id uuid REFERENCES invoices (id),
  driver text NOT NULL CHECK (driver IN ('stripe')),
  purpose text NOT NULL CHECK (purpose IN ('pay', 'save', 'charge', 'refund')),
  cents integer NOT NULL CHECK ((purpose = 'save') = (cents = 0) AND cents >= 0),
  state text NOT NULL CHECK (state IN ('begun', 'open', 'processing', 'done', 'needs_person', 'refused', 'cancelled', 'failed', 'review')),
  provider_ref text,
  method_ref text,
  redirect_url text,
  fault_code text,
  is_hard boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  settled_at timestamptz,
  UNIQUE (driver, provider_ref),
  CHECK ((purpose IN ('pay', 'charge')) = (due_id IS NOT NULL)),
  CHECK ((purpose = 'refund') = (credit_note_id IS NOT NULL))
);
CREATE UNIQUE INDEX payment_attempts_of_due ON payment_attempts (due_id) WHERE state IN ('begun', 'open', 'processing');
CREATE UNIQUE INDEX payment_attempts_saving ON payment_attempts (user_id) WHERE purpose = 'save' AND state IN ('begun', 'open', 'processing');
CREATE INDEX payment_attempts_live ON payment_attempts (created_at, id) WHERE state IN ('begun', 'open', 'processing');
CREATE INDEX payment_attempts_of_user ON payment_attempts (user_id, id);
CREATE INDEX payment_attempts_of_payment ON payment_attempts (payment_id) WHERE payment_id IS NOT NULL;

CREATE TABLE provider_accounts (
  user_id uuid NOT NULL REFERENCES users (id),
  driver text NOT NULL CHECK (driver IN ('stripe')),
  customer_ref text NOT NULL,
  method_ref text,
  method_state text NOT NULL DEFAULT 'none' CHECK (method_state IN ('ok', 'problem', 'none')),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (user_id, driver),
  UNIQUE (driver, customer_ref),
  CHECK ((method_state = 'none') = (method_ref IS NULL))
);

CREATE INDEX provider_accounts_of_method ON provider_accounts (method_ref) WHERE method_ref IS NOT NULL;

CREATE TABLE provider_events (
  driver text NOT NULL CHECK (driver IN ('stripe')),
  event_id text NOT NULL CHECK (length(event_id) BETWEEN 1 AND 255),
  type text NOT NULL CHECK (length(type) <= 255),
  object_ref text NOT NULL CHECK (length(object_ref) <= 255),
  created_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT app_now(),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'ignored')),
  PRIMARY KEY (driver, event_id)
);
CREATE INDEX provider_events_waiting ON provider_events (received_at) WHERE state = 'waiting';

CREATE TABLE payment_disputes (
  id uuid PRIMARY KEY,
  driver text NOT NULL CHECK (driver IN ('stripe')),
  provider_ref text NOT NULL,
  payment_id uuid NOT NULL REFERENCES payments (id),
  cents integer NOT NULL CHECK (cents > 0),
  state text NOT NULL CHECK (state IN ('open', 'won', 'lost')),
  opened_at timestamptz NOT NULL DEFAULT app_now(),
  closed_at timestamptz,
  UNIQUE (driver, provider_ref),
  CHECK ((state = 'open') = (closed_at IS NULL))
);
CREATE INDEX payment_disputes_of_payment ON payment_disputes (payment_id);

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN ('issued', 'received', 'allocated', 'credited',
  'written_off', 'voided', 'returned', 'deallocated', 'refund_begun', 'refunded', 'refund_failed'));
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_source_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_source_check CHECK (source IN ('invoice', 'payment', 'write_off', 'refund', 'dispute'));

ALTER TABLE dunning_steps DROP CONSTRAINT dunning_steps_step_check;
ALTER TABLE dunning_steps ADD CONSTRAINT dunning_steps_step_check CHECK (step IN ('request', 'soon', 'due', 'late', 'last', 'suspended',
  'ended', 'card_soon', 'card_failed'));

ALTER TABLE payment_attempts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE provider_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE provider_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_disputes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`;
