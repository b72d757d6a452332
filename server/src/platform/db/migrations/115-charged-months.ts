import { type Kysely, sql } from 'kysely';

/**
 * Why: an administrator charges a doctor for other months than the plan's period has. `months` and `price_cents` (tax of
 * the home rate included) are what the due asks for; null: what its price says.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE dues ADD COLUMN months integer CHECK (months > 0), ADD COLUMN price_cents integer CHECK (price_cents > 0)`,
    )
    .execute(db);
}
