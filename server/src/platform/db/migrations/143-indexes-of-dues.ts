import { type Kysely, sql } from 'kysely';

/**
 * Why: dunning asks for one account's open dues. Where statistics were older than a night's renewals, the planner took an index
 * that begins with another column, and read all open dues for each account. Lists of all open dues sort them instead.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
DROP INDEX dues_waiting;
-- its condition keeps it out of the plans of other queries for open dues
DROP INDEX dues_of_amount;
CREATE INDEX dues_of_amount ON dues (gross_cents, due_on, id) WHERE state = 'open' AND gross_cents > 0;
DROP INDEX dues_of_invoice;
CREATE UNIQUE INDEX dues_of_invoice ON dues (invoice_id) WHERE invoice_id IS NOT NULL;
`;
