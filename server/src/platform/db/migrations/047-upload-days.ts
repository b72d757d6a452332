import { type Kysely, sql } from 'kysely';

/**
 * Why: a center uploads so many files a day at most (security 2.4), whichever node takes them. An upload counts once, as it
 * begins: one that goes on after a cut is the same. A count of its own, since a refused file leaves no row of an exam.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE upload_days (
  center_id uuid NOT NULL REFERENCES medical_centers (id),
  day date NOT NULL,
  used integer NOT NULL CHECK (used > 0),
  PRIMARY KEY (center_id, day)
);
ALTER TABLE upload_days ENABLE ROW LEVEL SECURITY; ALTER TABLE upload_days FORCE ROW LEVEL SECURITY;
CREATE POLICY of_center ON upload_days TO medcloud_app USING (center_id = (SELECT scope_center()));
GRANT SELECT, INSERT, UPDATE (used) ON upload_days TO medcloud_app;
`)
    .execute(db);
}
