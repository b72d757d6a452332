import { type Kysely, sql } from 'kysely';

/** Why: what prepares an exam compares the patients in its files with its own patient, and holds it back where they differ. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- the patient of the exam that is being prepared, to be compared with its files
CREATE POLICY imaged ON patients FOR SELECT TO medcloud_app USING (
  (SELECT scope_exam()) IS NOT NULL AND EXISTS (
    SELECT 1 FROM exams e WHERE e.id = (SELECT scope_exam()) AND e.patient_id = patients.id));

-- what prepares an exam may also say why it holds it back
CREATE OR REPLACE FUNCTION guard_imaging() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE own text[] := ARRAY['status', 'status_reason', 'imaging_state', 'imaging_fault', 'imaging_version',
  'imaging_attempts', 'imaged_at', 'instance_count', 'other_count', 'unreadable_count', 'is_open'];
BEGIN
  IF to_jsonb(NEW) - own <> to_jsonb(OLD) - own THEN
    RAISE insufficient_privilege USING MESSAGE = 'an exam is changed by its center alone';
  END IF;
  RETURN NEW;
END $$;

-- whether one of these numbers came, in the scope's center, with exams of exactly one other patient and of never this one.
-- A number that came with several is nobody's; exams that are in doubt, or were confirmed in spite of one, do not count.
CREATE FUNCTION is_number_of_another(numbers bytea[], patient uuid, exam uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (
    SELECT 1 FROM unnest(numbers) AS asked (number) WHERE (
      SELECT array_agg(known.patient_id = patient) FROM (
        SELECT DISTINCT s.patient_id FROM public.studies s JOIN public.exams e ON e.id = s.exam_id
        WHERE s.patient_number_index = asked.number AND s.exam_id IS DISTINCT FROM exam
          AND s.center_id = coalesce(public.scope_center(),
            (SELECT own.center_id FROM public.exams own WHERE own.id = public.scope_exam()))
          AND e.status IN ('processing', 'completed') AND e.status_reason IS NULL
        LIMIT 2) AS known) = ARRAY[false])
$$;
GRANT SELECT (patient_id, patient_number_index) ON studies TO medcloud_search;
GRANT SELECT (status_reason) ON exams TO medcloud_search;
REVOKE ALL ON FUNCTION is_number_of_another(bytea[], uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_number_of_another(bytea[], uuid, uuid) TO medcloud_app;
GRANT CREATE ON SCHEMA public TO medcloud_search;
ALTER FUNCTION is_number_of_another(bytea[], uuid, uuid) OWNER TO medcloud_search;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`)
    .execute(db);
}
