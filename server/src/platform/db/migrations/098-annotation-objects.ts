import { type Kysely, sql } from 'kysely';

/**
 * Why: a saved version is also written as DICOM objects, which do not change afterwards. They are small, so they stand in
 * a row, encrypted with the key of their set: they share its transaction, its access, its moves, backups and erasure.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE annotation_objects (
  set_id uuid NOT NULL REFERENCES annotation_sets (id) ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  kind text NOT NULL CHECK (kind IN ('sr', 'pr', 'ko')),
  position integer NOT NULL CHECK (position >= 0),
  study_uid text NOT NULL CHECK (study_uid ~ '^[0-9.]{1,64}$'),
  series_uid text NOT NULL CHECK (series_uid ~ '^[0-9.]{1,64}$'),
  sop_uid text NOT NULL CHECK (sop_uid ~ '^[0-9.]{1,64}$'),
  sop_class text NOT NULL CHECK (sop_class ~ '^[0-9.]{1,64}$'),
  content_encrypted bytea NOT NULL CHECK (octet_length(content_encrypted) <= 4194304),
  size_bytes integer NOT NULL CHECK (size_bytes > 0),
  PRIMARY KEY (set_id, version, kind, position)
);
-- a request of 256 KB with numbers as 1e6 is longer as it is stored, and a saved set has its geometry too
ALTER TABLE annotation_sets DROP CONSTRAINT annotation_sets_content_encrypted_check,
  ADD CHECK (octet_length(content_encrypted) <= 524288);
ALTER TABLE annotation_objects ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`)
    .execute(db);
}
