import { type Kysely, sql } from 'kysely';

/**
 * Why: results come as PDF, JPEG and PNG too. The original stays what it was; what viewers and archives read is the same
 * document as a DICOM object, made of it like a manifest and taken away with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE exams DROP CONSTRAINT exams_content_check, ADD CHECK (content IN ('dcm', 'zip', 'pdf', 'jpg', 'png')),
  ADD CHECK (content IN ('dcm', 'zip') OR exam_type IN ('blood', 'other'));
ALTER TABLE exam_objects DROP CONSTRAINT exam_objects_kind_check,
  ADD CHECK (kind IN ('original', 'contents', 'manifest', 'thumbnail', 'frames', 'wrapped'));
`)
    .execute(db);
}
