import { type Kysely, sql } from 'kysely';

/**
 * Why: an administrator decides about a card payment of another amount or currency than was asked: it is recorded, or goes
 * back. What came is stored with the attempt in `review`, and the refund names it. Attempts that are in `review` already are
 * asked for again, where no other one of their due is under way.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
ALTER TABLE payment_attempts
  ADD COLUMN received_cents integer CHECK (received_cents > 0),
  ADD COLUMN received_currency text CHECK (received_currency ~ '^[A-Z]{3}$'),
  ADD COLUMN received_ref text,
  ADD COLUMN reviewed_id uuid REFERENCES payment_attempts (id),
  ADD COLUMN reason_sealed bytea,
  ADD CHECK (num_nonnulls(received_cents, received_currency, received_ref) IN (0, 3)),
  DROP CONSTRAINT payment_attempts_check2,
  ADD CHECK (num_nonnulls(credit_note_id, reviewed_id) = (purpose = 'refund')::integer),
  DROP CONSTRAINT payment_attempts_state_check,
  ADD CHECK (state IN ('begun', 'open', 'processing', 'done', 'needs_person', 'refused', 'cancelled', 'failed', 'review', 'returned'));

ALTER TABLE payment_attempts NO FORCE ROW LEVEL SECURITY;
UPDATE payment_attempts a SET state = 'processing' WHERE state = 'review' AND NOT EXISTS (SELECT FROM payment_attempts o
  WHERE o.due_id = a.due_id AND o.id <> a.id AND (o.state IN ('begun', 'open', 'processing') OR (o.state = 'review' AND o.id > a.id)));
ALTER TABLE payment_attempts FORCE ROW LEVEL SECURITY;

CREATE INDEX payment_attempts_in_review ON payment_attempts (settled_at, id) WHERE state = 'review';
CREATE INDEX payment_attempts_received ON payment_attempts (received_ref) WHERE received_ref IS NOT NULL;
CREATE UNIQUE INDEX payment_attempts_sent_back ON payment_attempts (reviewed_id) WHERE state NOT IN ('refused', 'failed', 'cancelled');
`;
