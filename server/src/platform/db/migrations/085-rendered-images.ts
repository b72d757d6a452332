import { type Kysely, sql } from 'kysely';

/**
 * Why: images that clients requested are kept as the frames are, encrypted objects of their exam within the same share of
 * the disk. The index serves the sum and the oldest of both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE exam_objects DROP CONSTRAINT exam_objects_kind_check,
  ADD CHECK (kind IN ('original', 'contents', 'manifest', 'thumbnail', 'frames', 'wrapped', 'rendered'));
DROP INDEX exam_objects_frames;
CREATE INDEX exam_objects_cached ON exam_objects (created_at, exam_id) INCLUDE (size_bytes)
  WHERE kind IN ('frames', 'rendered');
`)
    .execute(db);
}
