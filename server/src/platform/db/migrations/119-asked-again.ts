import { type Kysely, sql } from 'kysely';

/**
 * Why: an administrator ends a paid period early, and the next one begins on the day on which that one began. Only one
 * open due may ask for it; the paid one stays.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX dues_once`.execute(db);
  await sql`CREATE UNIQUE INDEX dues_once ON dues (user_id, kind, from_day) WHERE state = 'open'`.execute(db);
}
