import { type Kysely, sql } from 'kysely';

/**
 * Why: a doctor keeps the own account: profile with a way back to review, plan with a change that waits for the period's
 * end, payment method, invoices. Card facts leave the doctors' table for one that only their doctor reads, and a doctor's
 * row is changed by nobody but that doctor and the administrator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- what an administrator last approved, while a change of name or licence waits (state pending_review)
ALTER TABLE doctors
  ADD COLUMN review_since timestamptz,
  ADD COLUMN approved_first_name text,
  ADD COLUMN approved_last_name text,
  ADD COLUMN approved_license_number text,
  ADD CHECK ((review_since IS NULL) = (approved_license_number IS NULL)),
  -- the plan from a day on: the day after the period in which it was chosen
  ADD COLUMN next_plan text CHECK (next_plan IN ('yearly', 'monthly')),
  ADD COLUMN next_plan_from date,
  ADD CHECK ((next_plan IS NULL) = (next_plan_from IS NULL));

-- brand, last four and expiry of a card: its number and check number never reach the portal
CREATE TABLE payment_methods (
  doctor_id uuid PRIMARY KEY REFERENCES doctors (id),
  cardholder_name text NOT NULL CHECK (length(cardholder_name) <= 200),
  brand text CHECK (length(brand) <= 30),
  last4 text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  expiry text NOT NULL CHECK (expiry ~ '^[0-9]{2}/[0-9]{2}$'),
  address text,
  city text,
  postal_code text,
  country text,
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
INSERT INTO payment_methods (doctor_id, cardholder_name, brand, last4, expiry, address, city, postal_code, country)
  SELECT id, coalesce(cardholder_name, ''), card_brand, card_last4, card_expiry, billing_address, billing_city,
    billing_postal_code, billing_country
  FROM doctors WHERE card_last4 IS NOT NULL AND card_expiry IS NOT NULL;
ALTER TABLE doctors
  DROP COLUMN cardholder_name, DROP COLUMN card_brand, DROP COLUMN card_last4, DROP COLUMN card_expiry,
  DROP COLUMN billing_address, DROP COLUMN billing_city, DROP COLUMN billing_postal_code, DROP COLUMN billing_country;

-- EUR in integer cents, tax included; issued and due are days of the operator's time zone
CREATE TABLE invoices (
  id uuid PRIMARY KEY,
  doctor_id uuid NOT NULL REFERENCES doctors (id),
  number text NOT NULL UNIQUE CHECK (length(number) BETWEEN 1 AND 40),
  issued_on date NOT NULL,
  due_on date NOT NULL CHECK (due_on >= issued_on),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'paid')),
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX invoices_of_doctor ON invoices (doctor_id, issued_on DESC, number DESC);

ALTER TABLE doctors ENABLE ROW LEVEL SECURITY;
ALTER TABLE doctors FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_methods ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_methods FORCE ROW LEVEL SECURITY;
ALTER TABLE invoices ENABLE ROW LEVEL SECURITY;
ALTER TABLE invoices FORCE ROW LEVEL SECURITY;

-- doctors: read by whoever must name a doctor, changed by the doctor and by the administrator who decides
CREATE POLICY read ON doctors FOR SELECT TO medcloud_app USING (
  (SELECT scope_doctor()) IS NOT NULL OR (SELECT scope_center()) IS NOT NULL OR (SELECT scope_is_admin())
  OR (SELECT scope_link()) IS NOT NULL OR (SELECT scope_system()) IS NOT NULL);
CREATE POLICY applied ON doctors FOR INSERT TO medcloud_app WITH CHECK ((SELECT scope_system()) = 'signup');
CREATE POLICY change ON doctors FOR UPDATE TO medcloud_app USING (
  id = (SELECT scope_doctor()) OR (SELECT scope_is_admin()));

CREATE POLICY of_doctor ON payment_methods TO medcloud_app USING (doctor_id = (SELECT scope_doctor()));
CREATE POLICY applied ON payment_methods FOR INSERT TO medcloud_app WITH CHECK ((SELECT scope_system()) = 'signup');
GRANT SELECT, INSERT, UPDATE ON payment_methods TO medcloud_app;

-- read only: who writes invoices brings the grant for it
CREATE POLICY of_doctor ON invoices FOR SELECT TO medcloud_app USING (doctor_id = (SELECT scope_doctor()));
GRANT SELECT ON invoices TO medcloud_app;
`)
    .execute(db);
}
