import { type Kysely, sql } from 'kysely';

/**
 * Why: a document's file is made again when the tax authority has given its mark, and the first one stays. A file has
 * the mark that is printed on it; those made until now have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE invoice_files ADD COLUMN mark text CHECK (mark ~ '^[0-9]{1,19}$')`.execute(db);
}
