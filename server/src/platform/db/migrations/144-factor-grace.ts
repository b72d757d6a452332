import { type Kysely, sql } from 'kysely';

/** Why: a doctor has some days to set up a second factor, from the first sign-in at which one is required. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN factor_due_on date`.execute(db);
  // the start creates them again with two columns more
  await sql`DROP FUNCTION IF EXISTS find_session_and_exam(bytea, bytea, uuid)`.execute(db);
  await sql`DROP FUNCTION IF EXISTS find_session(bytea, bytea, boolean)`.execute(db);
}
