import { type Kysely, sql } from 'kysely';

/**
 * Why: lists show what an exam is: its study description, body parts and number of images, not only its file's name. They
 * are columns, so that a list needs no join. A job fills them for earlier exams.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE exams
  ADD COLUMN study_description text CHECK (length(study_description) <= 200),
  ADD COLUMN modalities text[],
  ADD COLUMN body_parts text[],
  ADD COLUMN laterality text CHECK (laterality IN ('R', 'L', 'B')),
  ADD COLUMN series_count integer,
  ADD COLUMN image_count integer,
  ADD COLUMN key_study_uid text,
  ADD COLUMN key_series_uid text;
CREATE INDEX exams_without_summary ON exams (id) WHERE series_count IS NULL AND imaging_state = 'ready';
`)
    .execute(db);
}
