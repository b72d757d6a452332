import { type Kysely, sql } from 'kysely';

/** Why: whoever looks at the own sessions must know them apart: by browser and system, from short lists, never the whole agent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE sessions ADD COLUMN browser text CHECK (length(browser) <= 40),
  ADD COLUMN system text CHECK (length(system) <= 40);
`)
    .execute(db);
}
