import { type Kysely, sql } from 'kysely';

/**
 * Why: subscriptions are charged. What is owed (a due), the invoice, and the ledger in which payments meet invoices
 * (docs/decisions/065). Each stored subscription becomes a period that an administrator set; nobody is charged for it.
 * The earlier `invoices` was never written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [prices, accounts, documents, ledger, security, existingPeriods])
    await sql.raw(statements).execute(db);
}

const prices = `
CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE prices (
  id text PRIMARY KEY,
  plan text NOT NULL CHECK (plan IN ('doctor.yearly', 'doctor.monthly', 'center.basic', 'center.premium', 'center.enterprise')),
  version integer NOT NULL CHECK (version > 0),
  center_id uuid REFERENCES medical_centers (id) CHECK ((center_id IS NOT NULL) = (plan = 'center.enterprise')),
  from_day date NOT NULL,
  period_months integer NOT NULL CHECK (period_months BETWEEN 1 AND 12),
  month_cents integer NOT NULL CHECK (month_cents > 0),
  gross_cents integer NOT NULL CHECK (gross_cents > 0),
  quota_bytes bigint CHECK (quota_bytes > 0),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE NULLS NOT DISTINCT (plan, version, center_id)
);
INSERT INTO prices (id, plan, version, from_day, period_months, month_cents, gross_cents, quota_bytes) VALUES
  ('doctor.yearly.1', 'doctor.yearly', 1, '2020-01-01', 12, 3999, 48000, NULL),
  ('doctor.monthly.1', 'doctor.monthly', 1, '2020-01-01', 3, 4999, 14997, NULL),
  ('center.basic.1', 'center.basic', 1, '2020-01-01', 3, 15000, 54000, 536870912000),
  ('center.premium.1', 'center.premium', 1, '2020-01-01', 3, 50000, 180000, 2199023255552);

-- Standard rates of November 2026, the Greek islands' reduced one, and their categories in myDATA (1: 24 %, 4: 17 %).
CREATE TABLE tax_rates (
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  region text,
  from_day date NOT NULL,
  to_day date CHECK (to_day >= from_day),
  basis_points integer NOT NULL CHECK (basis_points BETWEEN 0 AND 10000),
  mydata_category integer,
  UNIQUE NULLS NOT DISTINCT (country, region, from_day)
);
INSERT INTO tax_rates (country, region, from_day, basis_points, mydata_category) VALUES
  ('GR', NULL, '2020-01-01', 2400, 1), ('GR', 'islands', '2020-01-01', 1700, 4);
INSERT INTO tax_rates (country, from_day, basis_points)
SELECT country, '2026-01-01', rate FROM (VALUES
  ('AT', 2000), ('BE', 2100), ('BG', 2000), ('CY', 1900), ('CZ', 2100), ('DE', 1900), ('DK', 2500), ('EE', 2400), ('ES', 2100),
  ('FI', 2550), ('FR', 2000), ('HR', 2500), ('HU', 2700), ('IE', 2300), ('IT', 2200), ('LT', 2100), ('LU', 1700), ('LV', 2100),
  ('MT', 1800), ('NL', 2100), ('PL', 2300), ('PT', 2300), ('RO', 2100), ('SE', 2500), ('SI', 2200), ('SK', 2300)) AS eu (country, rate);
`;

const accounts = `
CREATE TABLE billing_parties (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('business', 'person')),
  legal_name text NOT NULL CHECK (legal_name <> ''),
  vat_country text CHECK (vat_country ~ '^[A-Z]{2}$'),
  vat_number text CHECK (length(vat_number) BETWEEN 1 AND 30),
  vat_state text NOT NULL DEFAULT 'unchecked' CHECK (vat_state IN ('unchecked', 'valid', 'invalid', 'unavailable')),
  vat_checked_at timestamptz,
  vat_proof text,
  tax_office text,
  activity text,
  address text,
  city text,
  postal_code text,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  region text,
  email text,
  language language_code NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK ((vat_number IS NULL) = (vat_country IS NULL))
);

CREATE TABLE subscriptions (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  price_id text NOT NULL REFERENCES prices (id),
  state text NOT NULL CHECK (state IN ('trialing', 'awaiting', 'active', 'past_due', 'suspended', 'ended')),
  method text NOT NULL CHECK (method IN ('bank', 'card')),
  cancel_at_end boolean NOT NULL DEFAULT false,
  next_due_on date,
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
`;

const documents = `
DROP TABLE invoices;

CREATE TABLE invoice_series (
  code text NOT NULL CHECK (code ~ '^[A-Z0-9]{1,10}$'),
  year integer NOT NULL,
  next_number integer NOT NULL CHECK (next_number > 1),
  last_issued_on date NOT NULL CHECK (extract(year FROM last_issued_on) = year),
  PRIMARY KEY (code, year)
);

CREATE TABLE invoices (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  series text NOT NULL,
  year integer NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  issued_on date NOT NULL,
  due_on date NOT NULL CHECK (due_on >= issued_on),
  from_day date NOT NULL,
  to_day date NOT NULL CHECK (to_day >= from_day),
  seller jsonb NOT NULL,
  buyer jsonb NOT NULL,
  language language_code NOT NULL,
  tax_case text NOT NULL,
  net_cents integer NOT NULL CHECK (net_cents >= 0),
  vat_cents integer NOT NULL CHECK (vat_cents >= 0),
  gross_cents integer NOT NULL CHECK (gross_cents > 0 AND gross_cents = net_cents + vat_cents),
  credits_id uuid REFERENCES invoices (id),
  rf text,
  reason text,
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (series, year, number),
  CHECK ((kind = 'credit_note') = (credits_id IS NOT NULL) AND (kind = 'credit_note') = (reason IS NOT NULL))
);
CREATE INDEX invoices_of_user ON invoices (user_id, issued_on DESC, id DESC);
CREATE INDEX invoices_in_order ON invoices (issued_on DESC, id DESC);
CREATE INDEX invoices_credits ON invoices (credits_id) WHERE credits_id IS NOT NULL;

CREATE TABLE invoice_lines (
  invoice_id uuid NOT NULL REFERENCES invoices (id),
  position integer NOT NULL CHECK (position > 0),
  text_en text NOT NULL,
  text_el text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  net_cents integer NOT NULL CHECK (net_cents >= 0),
  basis_points integer NOT NULL CHECK (basis_points BETWEEN 0 AND 10000),
  vat_cents integer NOT NULL CHECK (vat_cents >= 0),
  gross_cents integer NOT NULL CHECK (gross_cents = net_cents + vat_cents),
  mydata_category integer NOT NULL,
  exemption integer,
  income_category text NOT NULL,
  income_type text NOT NULL,
  PRIMARY KEY (invoice_id, position)
);

CREATE TABLE invoice_files (
  invoice_id uuid NOT NULL REFERENCES invoices (id),
  language language_code NOT NULL,
  made_at timestamptz NOT NULL DEFAULT app_now(),
  bytes bytea NOT NULL,
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  PRIMARY KEY (invoice_id, language, made_at)
);

-- The reference of a transfer is ISO 11649 over ten digits of a counter: 'RF' is 2715, and two check digits.
CREATE TABLE dues (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('first', 'renewal', 'upgrade', 'agreed')),
  price_id text NOT NULL REFERENCES prices (id),
  from_day date NOT NULL,
  to_day date NOT NULL CHECK (to_day >= from_day),
  net_cents integer NOT NULL CHECK (net_cents >= 0),
  vat_cents integer NOT NULL CHECK (vat_cents >= 0),
  gross_cents integer NOT NULL CHECK (gross_cents > 0 AND gross_cents = net_cents + vat_cents),
  tax_case text NOT NULL,
  reference bigint GENERATED ALWAYS AS IDENTITY CHECK (reference BETWEEN 1 AND 9999999999),
  rf text NOT NULL GENERATED ALWAYS AS
    ('RF' || lpad((98 - (reference * 1000000 + 271500) % 97)::text, 2, '0') || lpad(reference::text, 10, '0')) STORED UNIQUE,
  due_on date NOT NULL,
  invoice_id uuid REFERENCES invoices (id),
  state text NOT NULL CHECK (state IN ('open', 'paid', 'expired', 'withdrawn')),
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE UNIQUE INDEX dues_once ON dues (user_id, kind, from_day) WHERE state IN ('open', 'paid');
CREATE UNIQUE INDEX dues_of_invoice ON dues (invoice_id);
CREATE INDEX dues_waiting ON dues (due_on) WHERE state = 'open';

CREATE TABLE subscription_periods (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  from_day date NOT NULL,
  to_day date NOT NULL CHECK (to_day >= from_day),
  kind text NOT NULL CHECK (kind IN ('paid', 'invoiced', 'grace', 'trial', 'granted', 'manual')),
  due_id uuid REFERENCES dues (id),
  price_id text REFERENCES prices (id),
  cut_on date,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  EXCLUDE USING gist (user_id WITH =, daterange(from_day, to_day, '[]') WITH &&) WHERE (cut_on IS NULL)
);
CREATE INDEX subscription_periods_of_due ON subscription_periods (due_id) WHERE due_id IS NOT NULL;
`;

const ledger = `
CREATE TABLE payments (
  id uuid PRIMARY KEY,
  driver text NOT NULL CHECK (driver IN ('hand', 'bank', 'stripe')),
  provider_ref text NOT NULL,
  user_id uuid REFERENCES users (id),
  cents integer NOT NULL CHECK (cents > 0),
  currency text NOT NULL DEFAULT 'EUR' CHECK (currency ~ '^[A-Z]{3}$'),
  received_on date NOT NULL,
  payer_sealed bytea,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (driver, provider_ref)
);
CREATE INDEX payments_of_user ON payments (user_id, received_on DESC, id DESC);

CREATE TABLE ledger_entries (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('issued', 'received', 'allocated', 'credited', 'written_off', 'voided', 'returned', 'deallocated')),
  day date NOT NULL,
  user_id uuid REFERENCES users (id),
  source text NOT NULL CHECK (source IN ('invoice', 'payment', 'write_off')),
  source_id uuid NOT NULL,
  actor uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (kind, source, source_id)
);

CREATE TABLE ledger_postings (
  entry_id uuid NOT NULL REFERENCES ledger_entries (id),
  position integer NOT NULL CHECK (position > 0),
  account text NOT NULL CHECK (account IN ('receivable', 'income', 'vat', 'bank', 'card_clearing', 'unallocated', 'unknown_money', 'refunds_owed', 'written_off')),
  user_id uuid REFERENCES users (id) CHECK (account NOT IN ('receivable', 'unallocated', 'refunds_owed') OR user_id IS NOT NULL),
  invoice_id uuid REFERENCES invoices (id) CHECK ((account = 'receivable') = (invoice_id IS NOT NULL)),
  cents bigint NOT NULL CHECK (cents <> 0),
  PRIMARY KEY (entry_id, position)
);
CREATE INDEX ledger_postings_of_invoice ON ledger_postings (invoice_id) INCLUDE (cents) WHERE invoice_id IS NOT NULL;
CREATE INDEX ledger_postings_of_user ON ledger_postings (user_id, account) INCLUDE (cents) WHERE user_id IS NOT NULL;
`;

const newTables = [
  'prices',
  'tax_rates',
  'billing_parties',
  'subscriptions',
  'subscription_periods',
  'dues',
  'invoice_series',
  'invoices',
  'invoice_lines',
  'invoice_files',
  'payments',
  'ledger_entries',
  'ledger_postings',
];

const security = newTables
  .map((table) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;`)
  .join('\n');

const existingPeriods = `
ALTER TABLE users NO FORCE ROW LEVEL SECURITY;
ALTER TABLE subscription_periods NO FORCE ROW LEVEL SECURITY;
INSERT INTO subscription_periods (id, user_id, from_day, to_day, kind)
SELECT gen_random_uuid(), id, subscription_start_date, subscription_end_date, 'manual' FROM users
WHERE subscription_status = 'active' AND subscription_end_date >= subscription_start_date;
ALTER TABLE subscription_periods FORCE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
`;
