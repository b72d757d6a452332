import { type Kysely, sql } from 'kysely';

/**
 * Why: an upload in parts (tus 1.0.0) outlives its connection, its session and the process that took its first bytes. Its
 * row says up to which byte the file is durable. What came behind the last whole frame, less than 256 KiB, is kept in the
 * row itself, sealed, so that offset and bytes change together and a frame of the file is written once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE uploads (
  id uuid PRIMARY KEY,
  center_id uuid NOT NULL REFERENCES medical_centers (id),
  patient_id uuid NOT NULL REFERENCES patients (id),
  begun_by uuid NOT NULL REFERENCES users (id),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'verifying', 'stored', 'rejected', 'aborted')),
  upload_key text CHECK (length(upload_key) BETWEEN 1 AND 200),
  request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
  length_bytes bigint NOT NULL CHECK (length_bytes BETWEEN 1 AND 524288000),
  offset_bytes bigint NOT NULL DEFAULT 0 CHECK (offset_bytes BETWEEN 0 AND length_bytes),
  tail_sealed bytea CHECK (length(tail_sealed) <= 262208),
  object_id uuid NOT NULL UNIQUE,
  wrapped_key bytea NOT NULL CHECK (length(wrapped_key) = 61),
  metadata_sealed bytea NOT NULL,
  exam_id uuid UNIQUE REFERENCES exams (id),
  fault jsonb,
  begun_at timestamptz NOT NULL DEFAULT app_now(),
  heard_at timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz,
  CHECK ((state = 'stored') = (exam_id IS NOT NULL)),
  CHECK ((state IN ('open', 'verifying')) = (ended_at IS NULL))
);
-- the same key again answers the same upload; one that came to nothing leaves its key free
CREATE UNIQUE INDEX uploads_by_key ON uploads (center_id, upload_key)
  WHERE upload_key IS NOT NULL AND state IN ('open', 'verifying', 'stored');
CREATE INDEX uploads_open ON uploads (center_id, begun_at DESC) WHERE ended_at IS NULL;
CREATE INDEX uploads_idle ON uploads (heard_at) WHERE ended_at IS NULL;
CREATE INDEX uploads_of_patient ON uploads (patient_id);
ALTER TABLE uploads ENABLE ROW LEVEL SECURITY; ALTER TABLE uploads FORCE ROW LEVEL SECURITY;
CREATE POLICY of_center ON uploads TO medcloud_app USING (center_id = (SELECT scope_center()));
-- the sweeper asks which files an open upload owns, and ends what nothing was heard of
CREATE POLICY swept ON uploads FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'sweep');
CREATE POLICY ended ON uploads FOR UPDATE TO medcloud_app USING ((SELECT scope_system()) = 'sweep' AND ended_at IS NULL)
  WITH CHECK ((SELECT scope_system()) = 'sweep' AND state = 'aborted');
GRANT SELECT, INSERT, UPDATE (state, upload_key, offset_bytes, tail_sealed, exam_id, fault, heard_at, ended_at) ON uploads TO medcloud_app;
`)
    .execute(db);
}
