import { type Kysely, sql } from 'kysely';

/**
 * Why: a center confirms the differences that it was shown, and no others; and doctors see an archive only once every file
 * of it was compared with its patient. Both have to be known of an exam from its upload on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns + known + open).execute(db);
}

const columns = `
ALTER TABLE exams
  -- what the center has said to be right: fields that differ, and the causes for which an exam is held back
  ADD COLUMN confirmed_doubts text[] NOT NULL DEFAULT '{}'
    CHECK (confirmed_doubts <@ ARRAY['name', 'birthDate', 'sex', 'number', 'several-patients', 'not-compared']),
  -- not all of its files were compared with its patient yet; what prepares it for viewing compares them
  ADD COLUMN awaits_comparison boolean NOT NULL DEFAULT false;
GRANT UPDATE (confirmed_doubts, awaits_comparison) ON exams TO medcloud_app;

-- as in 030, and: it says when it has compared them
CREATE OR REPLACE FUNCTION guard_imaging() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE own text[] := ARRAY['status', 'status_reason', 'imaging_state', 'imaging_fault', 'imaging_version',
  'imaging_attempts', 'imaged_at', 'instance_count', 'other_count', 'unreadable_count', 'awaits_comparison', 'is_open'];
BEGIN
  IF to_jsonb(NEW) - own <> to_jsonb(OLD) - own THEN
    RAISE insufficient_privilege USING MESSAGE = 'an exam is changed by its center alone';
  END IF;
  RETURN NEW;
END $$;
`;

/** What centers said before, and archives of which nobody looked at all files. */
const known = `
ALTER TABLE exams NO FORCE ROW LEVEL SECURITY;
UPDATE exams SET confirmed_doubts = CASE WHEN changed_at IS NULL THEN ARRAY['name', 'birthDate', 'sex']
    ELSE ARRAY['name', 'birthDate', 'sex', 'number'] END
    || CASE WHEN status_reason ->> 'cause' = 'several-patients' AND status_reason ->> 'confirmed' = 'true'
      THEN ARRAY['several-patients'] ELSE '{}'::text[] END
  WHERE changed_at IS NOT NULL OR reason_sealed IS NOT NULL;
UPDATE exams SET awaits_comparison = true WHERE content = 'zip' AND imaging_state = 'waiting';
UPDATE exams SET status_reason = '{"cause": "not-compared"}' WHERE content = 'zip' AND imaging_state = 'failed'
  AND status = 'needs-attention' AND status_reason IS NULL;
ALTER TABLE exams FORCE ROW LEVEL SECURITY;
`;

/** As in 020, and: compared with its patient to the last file. */
const open = `
DROP POLICY of_doctor ON exams;
DROP POLICY of_link ON exams;
ALTER TABLE exams DROP COLUMN is_open;
ALTER TABLE exams ADD COLUMN is_open boolean NOT NULL GENERATED ALWAYS AS (
  NOT awaits_comparison AND (status IN ('processing', 'completed') OR (status = 'needs-attention' AND imaging_state = 'failed'
    AND (status_reason IS NULL OR coalesce(status_reason ->> 'confirmed', '') = 'true')))) STORED;
GRANT SELECT (is_open) ON exams TO medcloud_search;
CREATE POLICY of_doctor ON exams FOR SELECT TO medcloud_app USING (
  (SELECT scope_doctor()) IS NOT NULL AND is_open AND EXISTS (
  SELECT 1 FROM patient_access a WHERE a.patient_id = exams.patient_id AND a.doctor_id = (SELECT scope_doctor())
    AND a.status = 'granted' AND a.expires_at > app_now() AND (a.scope IS NULL OR exams.exam_type = ANY (a.scope))));
CREATE POLICY of_link ON exams FOR SELECT TO medcloud_app USING (
  (SELECT scope_link()) IS NOT NULL AND is_open AND EXISTS (
  SELECT 1 FROM patient_access a WHERE a.patient_id = exams.patient_id AND a.request_id = (SELECT scope_link())
    AND link_shows(a.id, a.unlinked_at)));
`;
