import { type Kysely, sql } from 'kysely';

/** Why: AUDIT_STREAM_URL sends every audit event to a log server, and must know after a crash which ones it has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE audit_stream (
  receiver text PRIMARY KEY,
  seq bigint NOT NULL CHECK (seq >= 0),
  sent_at timestamptz,
  failing_since timestamptz
);
ALTER TABLE audit_stream ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`)
    .execute(db);
}
