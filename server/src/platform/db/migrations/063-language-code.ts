import { type Kysely, sql } from 'kysely';

const tables = ['users', 'patients', 'access_requests', 'patient_access', 'support_messages', 'block_links'];

/**
 * Why: six checks listed the languages. Now one domain does, so a new language is one `ALTER DOMAIN`: drop
 * `language_code_check`, then add it with the longer list. The columns stay `text`: with another type, nodes of the
 * previous version would fail on their prepared statements ("cached plan must not change result type").
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`CREATE DOMAIN language_code AS text CONSTRAINT language_code_check CHECK (VALUE IN ('en', 'el'))`)
    .execute(db);
  for (const table of tables)
    await sql
      .raw(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_language_check,
        ADD CONSTRAINT ${table}_language_check CHECK (language::language_code = language)`)
      .execute(db);
}
