import { type Kysely, sql } from 'kysely';

/**
 * Why: `issue_number()` took the time zone, and so the day of a document, from its caller. It now reads what the start
 * wrote beside its scope key. Numbers that only the tax authority has are limited: the next one must be a number too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE keys.scope_keys ADD COLUMN time_zone text`.execute(db);
  await sql`DROP FUNCTION IF EXISTS issue_number(text, text)`.execute(db);
  await sql`ALTER TABLE fiscal_found_documents ADD CONSTRAINT fiscal_found_documents_number_limit CHECK (number <= 999999999)`.execute(
    db,
  );
}
