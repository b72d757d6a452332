import { type Kysely, sql } from 'kysely';

/**
 * Why: the latest file of a document is the one that is sent, so a row that a statement added was sent instead. A document
 * has one file in each language, and one with its mark.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE invoice_files
      ADD CONSTRAINT invoice_files_once UNIQUE NULLS NOT DISTINCT (invoice_id, language, mark),
      ADD CONSTRAINT invoice_files_size CHECK (octet_length(bytes) BETWEEN 1 AND 1048576),
      ADD CONSTRAINT invoice_files_hash CHECK (sha256 = sha256(bytes))`.execute(db);
}
