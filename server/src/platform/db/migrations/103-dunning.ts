import { type Kysely, sql } from 'kysely';

/**
 * Why: an unpaid account is reminded, and its access ends (docs/decisions/070). Each reminder is a row, so that none goes
 * twice. `since` is the day from which an account has its state: a late payment's days count from it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
ALTER TABLE subscriptions ADD COLUMN since date NOT NULL DEFAULT current_date;

CREATE TABLE dunning_steps (
  due_id uuid NOT NULL REFERENCES dues (id),
  step text NOT NULL CHECK (step IN ('request', 'soon', 'due', 'late', 'last', 'suspended', 'ended')),
  since date NOT NULL,
  sent_on date NOT NULL,
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (due_id, step, since)
);
ALTER TABLE dunning_steps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`;
