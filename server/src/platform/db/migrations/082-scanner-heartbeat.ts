import { type Kysely, sql } from 'kysely';

/**
 * Why: a node without a virus scanner must not release the exams that wait for another node's scanner. Where exams wait
 * already, the first heartbeat is this migration's: an updated node without a scanner may start first. Otherwise there is
 * no row, because a restore needs empty tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE scanner_heartbeat (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  seen_at timestamptz NOT NULL
);
ALTER TABLE exams NO FORCE ROW LEVEL SECURITY;
INSERT INTO scanner_heartbeat (seen_at) SELECT app_now() WHERE EXISTS (SELECT FROM exams WHERE scan_state = 'waiting');
ALTER TABLE exams FORCE ROW LEVEL SECURITY;
ALTER TABLE scanner_heartbeat ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`)
    .execute(db);
}
