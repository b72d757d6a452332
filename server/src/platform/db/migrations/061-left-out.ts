import { type Kysely, sql } from 'kysely';

/** Why: whoever looks at an exam is told what of its file is not shown, and a second file of the same image was counted nowhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE exams ADD COLUMN duplicate_count integer;
GRANT UPDATE (duplicate_count) ON exams TO medcloud_app;

-- as in 060, and how many files repeat an image
CREATE OR REPLACE FUNCTION guard_imaging() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE own text[] := ARRAY['status', 'status_reason', 'imaging_state', 'imaging_fault', 'imaging_version',
  'imaging_attempts', 'imaged_at', 'instance_count', 'other_count', 'unreadable_count', 'awaits_comparison',
  'duplicate_count', 'is_open'];
BEGIN
  IF to_jsonb(NEW) - own <> to_jsonb(OLD) - own THEN
    RAISE insufficient_privilege USING MESSAGE = 'an exam is changed by its center alone';
  END IF;
  RETURN NEW;
END $$;
`)
    .execute(db);
}
