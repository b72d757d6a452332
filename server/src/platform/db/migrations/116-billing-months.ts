import { type Kysely, sql } from 'kysely';

/**
 * Why: the figures of a past month were computed again for each view (docs/decisions/073). They are stored; a trigger
 * (`billing/sql/triggers.sql`) deletes those that a change of periods makes wrong.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
CREATE TABLE billing_months (
  month date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  basis_points integer NOT NULL,
  accounts integer NOT NULL,
  mrr_cents bigint NOT NULL,
  start_accounts integer NOT NULL,
  start_cents bigint NOT NULL,
  ended_accounts integer NOT NULL,
  ended_cents bigint NOT NULL
);
ALTER TABLE billing_months ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE INDEX subscription_periods_counted ON subscription_periods (to_day) WHERE kind IN ('paid', 'invoiced', 'grace');
CREATE INDEX ledger_postings_unallocated ON ledger_postings (cents) WHERE account = 'unallocated';
`;
