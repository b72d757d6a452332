import { type Kysely, sql } from 'kysely';

/** Why: an invoice waits until VIES answers, at most 24 hours after it first gave no answer (docs/billing.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE billing_parties ADD COLUMN vat_unavailable_since timestamptz`.execute(db);
}
