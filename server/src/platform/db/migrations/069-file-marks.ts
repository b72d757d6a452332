import { type Kysely, sql } from 'kysely';

/**
 * Why: the files of an exam are inspected before they are downloaded (security 3: files). `marks` counts the files that
 * could start something. A scanner's result is in `scan_state`; an infected exam is not open to doctors and links.
 * `is_open` is created again, because PostgreSQL 15 cannot change a generated column. Its policies and grants are
 * applied again from `domain/exams/sql`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE exams ADD COLUMN marks jsonb NOT NULL DEFAULT '{}';
ALTER TABLE exams ADD COLUMN scan_state text NOT NULL DEFAULT 'none' CHECK (scan_state IN ('none', 'waiting', 'clean', 'infected'));
ALTER TABLE exams ADD COLUMN scan_findings bytea;
ALTER TABLE exams ADD COLUMN scanned_at timestamptz;
ALTER TABLE exams ADD CHECK ((scan_state = 'infected') = (scan_findings IS NOT NULL));
CREATE INDEX exams_to_scan ON exams (id) WHERE scan_state = 'waiting';
DROP POLICY of_doctor ON exams;
DROP POLICY of_link ON exams;
ALTER TABLE exams DROP COLUMN is_open;
ALTER TABLE exams ADD COLUMN is_open boolean NOT NULL GENERATED ALWAYS AS (
  NOT awaits_comparison AND scan_state <> 'infected' AND (status IN ('processing', 'completed') OR (status = 'needs-attention' AND imaging_state = 'failed'
    AND (status_reason IS NULL OR coalesce(status_reason ->> 'confirmed', '') = 'true')))) STORED;
DELETE FROM schema_files WHERE path LIKE '%exams/%';
`)
    .execute(db);
}
