import { type Kysely, sql } from 'kysely';

/** Why: the row of an erased patient stays, without content, so that lists and the audit log say what happened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE patients ADD COLUMN erased_at timestamptz`.execute(db);
  await sql`CREATE INDEX patients_erased ON patients (erased_at) WHERE erased_at IS NOT NULL`.execute(db);
}
