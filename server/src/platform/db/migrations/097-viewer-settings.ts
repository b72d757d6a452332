import { type Kysely, sql } from 'kysely';

/** Why: a user keeps the viewer's layout for each type of exam. The limit is 8 KB. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`ALTER TABLE users ADD COLUMN viewer_settings jsonb CHECK (octet_length(viewer_settings::text) <= 8192);`)
    .execute(db);
}
