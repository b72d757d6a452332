import { type Kysely, sql } from 'kysely';

/** Why: a session that our pages began is worth nothing without its cookie, which no script reads. Older ones stay as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions ADD COLUMN is_bound boolean NOT NULL DEFAULT false`.execute(db);
  // the start creates them again with a column more
  await sql`DROP FUNCTION IF EXISTS find_session_and_exam(bytea, bytea, uuid)`.execute(db);
  await sql`DROP FUNCTION IF EXISTS find_session(bytea, bytea, boolean)`.execute(db);
}
