import { type Kysely, sql } from 'kysely';

/**
 * Why: DICOMweb asks by study UID. A center's studies are found by name as its patients are (005), and a doctor whose grant
 * on a study is over is told so, as of an exam.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE POLICY searched ON studies FOR SELECT TO medcloud_search USING (true);
GRANT SELECT (center_id, study_uid, patient_name_key) ON studies TO medcloud_search;

-- a center's studies by the patient's name, as search_patients finds patients; at most so many
CREATE FUNCTION studies_by_name(center uuid, words jsonb, most integer) RETURNS TABLE (exam uuid, study text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF center IS DISTINCT FROM public.scope_center() THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.exam_id, p.study_uid FROM (SELECT s.exam_id, s.study_uid, s.patient_name_key AS name_key FROM public.studies s
       WHERE s.center_id = $1) p WHERE %s LIMIT $2', public.name_condition(words))
  USING center, most;
END $$;

-- how the last grant of the session's own doctor ended on an exam that holds a study
CREATE FUNCTION last_grant_on_study(doctor uuid, study text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT ended FROM (
    SELECT public.last_grant_on_exam(doctor, s.exam_id) AS ended FROM public.studies s
    WHERE s.study_uid = study AND doctor = public.scope_doctor() LIMIT 100) AS each
  WHERE ended IS NOT NULL LIMIT 1
$$;

GRANT CREATE ON SCHEMA public TO medcloud_search;
DO $$
DECLARE definer text;
BEGIN
  FOREACH definer IN ARRAY ARRAY['studies_by_name(uuid, jsonb, integer)', 'last_grant_on_study(uuid, text)']
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', definer);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO medcloud_app', definer);
    EXECUTE format('ALTER FUNCTION %s OWNER TO medcloud_search', definer);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`)
    .execute(db);
}
