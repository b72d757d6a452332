import { type Kysely, sql } from 'kysely';

/** Why: functions, triggers, policies and grants have their current text in files, which a start applies where they changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE schema_files (
  path text PRIMARY KEY,
  sha256 text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);
`)
    .execute(db);
}
