import { type Kysely, sql } from 'kysely';

/**
 * Why: an uploaded exam becomes something one can look at. Its studies and series are rows, since they are searched; its
 * instances are not, since a series is read whole: they stand in one sealed manifest a series (docs/decisions/009).
 * What makes them works under a scope that opens one exam and no other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw([exams, objects, tables, scope, doctors, making, grants].join('\n')).execute(db);
}

const exams = `
ALTER TABLE exams
  -- waiting: not prepared for viewing yet; failed: it could not be, and imaging_fault says why
  ADD COLUMN imaging_state text NOT NULL DEFAULT 'waiting' CHECK (imaging_state IN ('waiting', 'ready', 'failed')),
  ADD COLUMN imaging_fault text CHECK (length(imaging_fault) <= 60),
  -- of the program that prepared it: a later one prepares it again
  ADD COLUMN imaging_version integer,
  -- begun and not ended: an exam at which whole processes die is given up
  ADD COLUMN imaging_attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN imaged_at timestamptz,
  -- instances that can be viewed; members of the archive that are none; and those that should be and cannot be read
  ADD COLUMN instance_count integer,
  ADD COLUMN other_count integer,
  ADD COLUMN unreadable_count integer,
  ADD CHECK ((imaging_state = 'failed') = (imaging_fault IS NOT NULL));
-- whether doctors with a grant see it: not withdrawn, and not in doubt; one that cannot be viewed can still be downloaded
ALTER TABLE exams ADD COLUMN is_open boolean NOT NULL GENERATED ALWAYS AS (
  status IN ('processing', 'completed') OR (status = 'needs-attention' AND imaging_state = 'failed'
    AND (status_reason IS NULL OR coalesce(status_reason ->> 'confirmed', '') = 'true'))) STORED;
CREATE INDEX exams_to_image ON exams (id) WHERE imaging_state = 'waiting';

-- what was uploaded before has still to be prepared
ALTER TABLE exams NO FORCE ROW LEVEL SECURITY;
UPDATE exams SET status = 'processing' WHERE status = 'completed';
ALTER TABLE exams FORCE ROW LEVEL SECURITY;
`;

const objects = `
-- beside the original: a list of what an archive holds, a manifest and a thumbnail a series, and frames as a cache
ALTER TABLE exam_objects DROP CONSTRAINT exam_objects_kind_check,
  ADD CHECK (kind IN ('original', 'contents', 'manifest', 'thumbnail', 'frames'));
`;

const tables = `
-- A study as one exam holds it: the same UID in another exam is another row.
CREATE TABLE studies (
  exam_id uuid NOT NULL,
  center_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  study_uid text NOT NULL CHECK (study_uid ~ '^[0-9.]{1,64}$'),
  study_date date,
  study_time text,
  accession_number text,
  study_id text,
  description text,
  patient_name text,
  patient_name_key text NOT NULL CHECK (patient_name_key ~ '^[a-z0-9 ]*\\|[a-z0-9 ]*$'),
  physician_name_key text NOT NULL CHECK (physician_name_key ~ '^[a-z0-9 ]*\\|[a-z0-9 ]*$'),
  -- (0010,0020): found whole by a keyed index; in the clear only where it is no AMKA, else sealed under the key of the exam's contents
  patient_number text,
  patient_number_index bytea CHECK (length(patient_number_index) = 32),
  patient_number_sealed bytea,
  birth_date date,
  sex text,
  modalities text[] NOT NULL,
  series_count integer NOT NULL CHECK (series_count > 0),
  instance_count integer NOT NULL CHECK (instance_count > 0),
  -- the study's and the patient's attributes in the DICOM JSON model (PS3.18 10.6.1), without the patient's number
  attributes jsonb NOT NULL,
  PRIMARY KEY (exam_id, study_uid),
  CHECK (patient_number IS NULL OR patient_number_sealed IS NULL),
  FOREIGN KEY (exam_id, center_id, patient_id) REFERENCES exams (id, center_id, patient_id) ON UPDATE CASCADE
);
CREATE INDEX studies_by_uid ON studies (study_uid);
CREATE INDEX studies_of_center ON studies (center_id, study_date DESC NULLS LAST, exam_id);
CREATE INDEX studies_of_patient ON studies (patient_id, study_date DESC NULLS LAST);
CREATE INDEX studies_by_name ON studies USING gin (center_id, patient_name_key gin_trgm_ops);
CREATE INDEX studies_by_number ON studies (patient_number_index) WHERE patient_number_index IS NOT NULL;
CREATE INDEX studies_by_accession ON studies (center_id, accession_number) WHERE accession_number IS NOT NULL;

CREATE TABLE series (
  exam_id uuid NOT NULL,
  center_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  study_uid text NOT NULL,
  series_uid text NOT NULL CHECK (series_uid ~ '^[0-9.]{1,64}$'),
  -- its place among the exam's series, by study and number; that of its objects too
  position integer NOT NULL,
  modality text,
  series_number integer,
  series_date date,
  description text,
  body_part text,
  instance_count integer NOT NULL CHECK (instance_count > 0),
  frame_count integer NOT NULL CHECK (frame_count >= 0),
  size_bytes bigint NOT NULL,
  sop_classes text[] NOT NULL,
  transfer_syntaxes text[] NOT NULL,
  attributes jsonb NOT NULL,
  manifest_object uuid NOT NULL REFERENCES exam_objects (id),
  thumbnail_object uuid REFERENCES exam_objects (id) ON DELETE SET NULL,
  -- why there is no thumbnail and there will be none
  thumbnail_fault text CHECK (length(thumbnail_fault) <= 60),
  frames_object uuid REFERENCES exam_objects (id) ON DELETE SET NULL,
  PRIMARY KEY (exam_id, study_uid, series_uid),
  UNIQUE (exam_id, position),
  FOREIGN KEY (exam_id, study_uid) REFERENCES studies (exam_id, study_uid),
  FOREIGN KEY (exam_id, center_id, patient_id) REFERENCES exams (id, center_id, patient_id) ON UPDATE CASCADE
);
CREATE INDEX series_by_uid ON series (series_uid);
CREATE INDEX series_by_manifest ON series (manifest_object);
CREATE INDEX series_by_thumbnail ON series (thumbnail_object) WHERE thumbnail_object IS NOT NULL;
CREATE INDEX series_by_frames ON series (frames_object) WHERE frames_object IS NOT NULL;
`;

const scope = `
-- The one exam that the portal prepares in this transaction.
CREATE FUNCTION scope_exam() RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN current_setting('medcloud.system', true) = 'imaging'
    THEN nullif(current_setting('medcloud.exam', true), '')::uuid END
$$;

ALTER TABLE studies ENABLE ROW LEVEL SECURITY; ALTER TABLE studies FORCE ROW LEVEL SECURITY;
ALTER TABLE series ENABLE ROW LEVEL SECURITY; ALTER TABLE series FORCE ROW LEVEL SECURITY;
CREATE POLICY of_center ON studies FOR SELECT TO medcloud_app USING (center_id = (SELECT scope_center()));
CREATE POLICY of_center ON series FOR SELECT TO medcloud_app USING (center_id = (SELECT scope_center()));
-- readable by a doctor exactly where the exam is
CREATE POLICY of_doctor ON studies FOR SELECT TO medcloud_app USING (
  (SELECT scope_doctor()) IS NOT NULL AND EXISTS (SELECT 1 FROM exams e WHERE e.id = studies.exam_id));
CREATE POLICY of_doctor ON series FOR SELECT TO medcloud_app USING (
  (SELECT scope_doctor()) IS NOT NULL AND EXISTS (SELECT 1 FROM exams e WHERE e.id = series.exam_id));

CREATE POLICY imaged ON studies TO medcloud_app USING (exam_id = (SELECT scope_exam()));
CREATE POLICY imaged ON series TO medcloud_app USING (exam_id = (SELECT scope_exam()));
CREATE POLICY imaged ON exams FOR SELECT TO medcloud_app USING (id = (SELECT scope_exam()));
CREATE POLICY imaged_now ON exams FOR UPDATE TO medcloud_app USING (id = (SELECT scope_exam()));
CREATE POLICY imaged ON exam_objects FOR SELECT TO medcloud_app USING (exam_id = (SELECT scope_exam()));
CREATE POLICY derived ON exam_objects FOR INSERT TO medcloud_app WITH CHECK (
  exam_id = (SELECT scope_exam()) AND kind <> 'original');
CREATE POLICY imaged ON keys.patient_keys FOR SELECT TO medcloud_app USING ((SELECT scope_exam()) IS NOT NULL AND EXISTS (
  SELECT 1 FROM exams e WHERE e.id = (SELECT scope_exam()) AND e.patient_id = patient_keys.patient_id));

-- what prepares an exam says how that went, and changes nothing else of it
CREATE FUNCTION guard_imaging() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE own text[] := ARRAY['status', 'imaging_state', 'imaging_fault', 'imaging_version', 'imaging_attempts', 'imaged_at',
  'instance_count', 'other_count', 'unreadable_count', 'is_open'];
BEGIN
  IF to_jsonb(NEW) - own <> to_jsonb(OLD) - own THEN
    RAISE insufficient_privilege USING MESSAGE = 'an exam is changed by its center alone';
  END IF;
  RETURN NEW;
END $$;
`;

/** Doctors see what is open to them: as before, and what could not be prepared for viewing. */
const doctors = `
CREATE TRIGGER guard_imaging BEFORE UPDATE ON exams FOR EACH ROW
  WHEN (current_user = 'medcloud_app' AND scope_exam() IS NOT NULL) EXECUTE FUNCTION guard_imaging();

ALTER POLICY of_doctor ON exams USING (
  (SELECT scope_doctor()) IS NOT NULL AND is_open AND EXISTS (
  SELECT 1 FROM patient_access a WHERE a.patient_id = exams.patient_id AND a.doctor_id = (SELECT scope_doctor())
    AND a.status = 'granted' AND a.expires_at > app_now() AND (a.scope IS NULL OR exams.exam_type = ANY (a.scope))));
ALTER POLICY of_link ON exams USING (
  (SELECT scope_link()) IS NOT NULL AND is_open AND EXISTS (
  SELECT 1 FROM patient_access a WHERE a.patient_id = exams.patient_id AND a.request_id = (SELECT scope_link())
    AND link_shows(a.id, a.unlinked_at)));
CREATE OR REPLACE FUNCTION last_grant_on_exam(doctor uuid, exam uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE WHEN a.status = 'revoked' THEN 'revoked' ELSE 'expired' END
  FROM public.exams e JOIN public.patient_access a ON a.patient_id = e.patient_id
  WHERE e.id = exam AND a.doctor_id = doctor AND doctor = public.scope_doctor() AND a.granted_at IS NOT NULL
    AND e.is_open AND (a.scope IS NULL OR e.exam_type = ANY (a.scope))
    AND NOT EXISTS (SELECT 1 FROM public.patient_access live WHERE live.patient_id = e.patient_id AND live.doctor_id = doctor
      AND live.status = 'granted' AND live.expires_at > public.app_now())
  ORDER BY coalesce(a.ended_at, a.expires_at) DESC LIMIT 1
$$;
`;

/** What the preparing asks beside its exam's rows: ids, by function. */
const making = `
-- exams that wait to be prepared, or were by an older program; with "again" all of them. Withdrawn ones rest.
CREATE FUNCTION exams_to_image(newest integer, again boolean, after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT e.id FROM public.exams e
  WHERE public.scope_system() = 'imaging' AND e.status <> 'withdrawn' AND (after IS NULL OR e.id > after)
    AND (again OR e.imaging_state = 'waiting' OR (e.imaging_state = 'ready' AND e.imaging_version < newest))
  ORDER BY e.id LIMIT most
$$;
-- doctors whose live grant covers the exam that is being prepared: their open pages are told
CREATE FUNCTION viewers_of_exam() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT a.doctor_id FROM public.exams e JOIN public.patient_access a ON a.patient_id = e.patient_id
  WHERE e.id = public.scope_exam() AND a.status = 'granted' AND a.expires_at > public.app_now()
    AND (a.scope IS NULL OR e.exam_type = ANY (a.scope))
$$;
-- takes away what was made of the exam that is being prepared: all of it with its rows, or objects of some kinds alone;
-- answers the objects, whose bytes are then removed from the store
CREATE FUNCTION clear_imaging(kinds text[]) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF kinds IS NULL THEN
    DELETE FROM public.series s WHERE s.exam_id = public.scope_exam();
    DELETE FROM public.studies s WHERE s.exam_id = public.scope_exam();
  END IF;
  RETURN QUERY DELETE FROM public.exam_objects o
    WHERE o.exam_id = public.scope_exam() AND o.kind <> 'original' AND (kinds IS NULL OR o.kind = ANY (kinds)) RETURNING o.id;
END $$;
CREATE POLICY cleared ON series TO medcloud_search USING (exam_id = scope_exam());
CREATE POLICY cleared ON studies TO medcloud_search USING (exam_id = scope_exam());
CREATE POLICY cleared ON exam_objects FOR DELETE TO medcloud_search USING (exam_id = scope_exam() AND kind <> 'original');
`;

const grants = `
GRANT SELECT, INSERT ON studies, series TO medcloud_app;
GRANT UPDATE (thumbnail_object, thumbnail_fault, frames_object) ON series TO medcloud_app;
GRANT UPDATE (imaging_state, imaging_fault, imaging_version, imaging_attempts, imaged_at, instance_count, other_count,
  unreadable_count) ON exams TO medcloud_app;
GRANT SELECT (is_open, imaging_state, imaging_version) ON exams TO medcloud_search;
GRANT SELECT (exam_id), DELETE ON series, studies TO medcloud_search;
GRANT SELECT (id, exam_id, kind), DELETE ON exam_objects TO medcloud_search;

GRANT CREATE ON SCHEMA public TO medcloud_search;
DO $$
DECLARE definer text;
BEGIN
  FOREACH definer IN ARRAY ARRAY['exams_to_image(integer, boolean, uuid, integer)', 'viewers_of_exam()', 'clear_imaging(text[])']
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', definer);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO medcloud_app', definer);
    EXECUTE format('ALTER FUNCTION %s OWNER TO medcloud_search', definer);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`;
