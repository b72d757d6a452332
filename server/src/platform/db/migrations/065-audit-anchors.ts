import { type Kysely, sql } from 'kysely';

/** Why: each place of AUDIT_ANCHORS gets every checkpoint it lacks, and the health page says what none has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE audit_anchors (
  place text PRIMARY KEY,
  number bigint,
  seq bigint,
  sent_at timestamptz,
  failing_since timestamptz,
  CHECK ((number IS NULL) = (seq IS NULL) AND (number IS NULL) = (sent_at IS NULL))
);
ALTER TABLE audit_anchors ENABLE ROW LEVEL SECURITY; ALTER TABLE audit_anchors FORCE ROW LEVEL SECURITY;
`)
    .execute(db);
}
