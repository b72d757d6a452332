import { type Kysely, sql } from 'kysely';

/**
 * Why: transfers are matched from the bank's file (docs/decisions/067). Each movement is stored once, by a key that is the
 * same in another file. Payer and text are encrypted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
CREATE TABLE bank_statements (
  id uuid PRIMARY KEY,
  iban text NOT NULL,
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  format text NOT NULL CHECK (format IN ('camt053', 'csv')),
  from_day date,
  to_day date CHECK (to_day >= from_day),
  lines integer NOT NULL CHECK (lines >= 0),
  imported_by uuid NOT NULL REFERENCES users (id),
  imported_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK ((from_day IS NULL) = (to_day IS NULL))
);
CREATE INDEX bank_statements_days ON bank_statements (iban, to_day);

CREATE TABLE bank_lines (
  id uuid PRIMARY KEY,
  statement_id uuid NOT NULL REFERENCES bank_statements (id),
  line_key bytea NOT NULL UNIQUE CHECK (octet_length(line_key) = 32),
  day date NOT NULL,
  cents integer NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  is_pending boolean NOT NULL,
  is_return boolean NOT NULL,
  payer_sealed bytea NOT NULL,
  text_sealed bytea NOT NULL,
  rf text,
  state text NOT NULL CHECK (state IN ('matched', 'proposed', 'unmatched', 'ignored', 'returned')),
  due_ids uuid[] NOT NULL,
  payment_id uuid REFERENCES payments (id),
  settled_at timestamptz CHECK (settled_at IS NULL OR payment_id IS NOT NULL),
  CHECK (state <> 'matched' OR (cents > 0 AND currency = 'EUR' AND NOT is_pending)),
  CHECK (state <> 'returned' OR cents < 0)
);
CREATE INDEX bank_lines_in_order ON bank_lines (day DESC, id DESC);
CREATE INDEX bank_lines_of_state ON bank_lines (state, day DESC, id DESC);
CREATE INDEX bank_lines_of_statement ON bank_lines (statement_id);
CREATE INDEX bank_lines_to_settle ON bank_lines (statement_id, id) WHERE state IN ('matched', 'returned') AND settled_at IS NULL;
CREATE INDEX bank_lines_of_rf ON bank_lines (rf, cents) WHERE state = 'matched';
CREATE INDEX dues_of_amount ON dues (gross_cents, due_on) WHERE state = 'open';

ALTER TABLE bank_statements ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_lines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`;
