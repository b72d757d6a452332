import { type Kysely, sql } from 'kysely';

/**
 * Why: measurements, arrows and key images stay when the viewer is closed. A set belongs to one author and one exam. Its
 * content has a key of its own, wrapped by the patient's, so a move of the exam wraps keys again and reads no content.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE annotation_sets (
  id uuid PRIMARY KEY,
  exam_id uuid NOT NULL,
  center_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  author_user_id uuid NOT NULL REFERENCES users (id),
  author_doctor_id uuid REFERENCES doctors (id),
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'saved', 'withdrawn')),
  visibility text NOT NULL DEFAULT 'author' CHECK (visibility IN ('author', 'center', 'all')),
  revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  wrapped_key bytea NOT NULL,
  content_encrypted bytea NOT NULL CHECK (octet_length(content_encrypted) <= 300000),
  heading_encrypted bytea,
  reason_encrypted bytea,
  item_count integer NOT NULL CHECK (item_count BETWEEN 0 AND 500),
  saved_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  FOREIGN KEY (exam_id, center_id, patient_id) REFERENCES exams (id, center_id, patient_id) ON UPDATE CASCADE,
  CHECK ((state = 'draft') = (saved_at IS NULL) AND (state = 'draft') = (heading_encrypted IS NULL)),
  CHECK (state <> 'draft' OR visibility = 'author'),
  CHECK ((state = 'withdrawn') = (reason_encrypted IS NOT NULL))
);
CREATE UNIQUE INDEX annotation_sets_one_draft ON annotation_sets (exam_id, author_user_id) WHERE state = 'draft';
CREATE UNIQUE INDEX annotation_sets_one_saved ON annotation_sets (exam_id, author_user_id) WHERE state = 'saved';
CREATE INDEX annotation_sets_of_patient ON annotation_sets (patient_id);
ALTER TABLE annotation_sets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`)
    .execute(db);
}
