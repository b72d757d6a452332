import { type Kysely, sql } from 'kysely';

/**
 * Why: dunning reads the earliest open due of each account. Where statistics were older than a night's renewals, the planner
 * took `dues_waiting`, and so read all open dues for each account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `CREATE INDEX dues_open_of_user ON dues (user_id, due_on, id) WHERE state = 'open'`;
