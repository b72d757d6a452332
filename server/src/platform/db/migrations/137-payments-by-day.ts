import { type Kysely, sql } from 'kysely';

/** Why: administrators see who paid on a day, newest first, with the day's sum. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('CREATE INDEX payments_by_day ON payments (received_on, id)').execute(db);
}
