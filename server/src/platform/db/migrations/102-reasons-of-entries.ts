import { type Kysely, sql } from 'kysely';

/** Why: an administrator who undoes a payment or gives up an amount says why. The text may mention persons. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE ledger_entries ADD COLUMN reason_sealed bytea').execute(db);
}
