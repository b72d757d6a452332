import { type Kysely, sql } from 'kysely';

/**
 * Why: LIKE is not leak-proof, so under row-level security PostgreSQL would walk all of a center's patients instead of
 * using the trigram index. These two functions search as a role that may see names, and give back ids of the session's
 * own center only; the rows themselves are read under row-level security afterwards.
 * `words` is a JSON array with an array of LIKE patterns for each word typed; all words must match, any pattern of each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE POLICY searched ON patients FOR SELECT TO medcloud_search USING (true);
CREATE POLICY searched ON exams FOR SELECT TO medcloud_search USING (true);
CREATE POLICY searched ON patient_access FOR SELECT TO medcloud_search USING (true);
GRANT SELECT ON patients, exams, patient_access TO medcloud_search;

CREATE FUNCTION name_condition(words jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(string_agg('(' || patterns || ')', ' AND '), 'true') FROM (
    SELECT (SELECT string_agg(format('p.name_key LIKE %L', pattern), ' OR ') FROM jsonb_array_elements_text(word) AS pattern) AS patterns
    FROM jsonb_array_elements(words) AS word) AS each
$$;

CREATE FUNCTION search_patients(center uuid, words jsonb, after_at timestamptz, after_id uuid, newest_first boolean, most integer)
RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF center IS DISTINCT FROM scope_center() THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.id FROM patients p WHERE p.center_id = $1 AND %s AND ($2::timestamptz IS NULL OR (p.created_at, p.id) %s ($2, $3)) ORDER BY p.created_at %s, p.id %s LIMIT $4',
    name_condition(words), CASE WHEN newest_first THEN '<' ELSE '>' END,
    CASE WHEN newest_first THEN 'DESC' ELSE 'ASC' END, CASE WHEN newest_first THEN 'DESC' ELSE 'ASC' END)
  USING center, after_at, after_id, most;
END $$;

CREATE FUNCTION search_exams(center uuid, words jsonb, of_type text, from_at timestamptz, to_at timestamptz, after_at timestamptz, after_id uuid, most integer)
RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF center IS DISTINCT FROM scope_center() THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT e.id FROM exams e JOIN patients p ON p.id = e.patient_id
     WHERE e.center_id = $1 AND p.center_id = $1 AND e.status <> ''withdrawn'' AND %s
       AND ($2::text IS NULL OR e.exam_type = $2) AND ($3::timestamptz IS NULL OR e.uploaded_at >= $3)
       AND ($4::timestamptz IS NULL OR e.uploaded_at < $4) AND ($5::timestamptz IS NULL OR (e.uploaded_at, e.id) < ($5, $6))
     ORDER BY e.uploaded_at DESC, e.id DESC LIMIT $7', name_condition(words))
  USING center, of_type, from_at, to_at, after_at, after_id, most;
END $$;

-- How the last grant of the session's own doctor on an exam ended: the exam itself is no longer visible then. While a
-- narrower grant is live, an exam outside it does not exist, whatever an older grant covered.
CREATE FUNCTION last_grant_on_exam(doctor uuid, exam uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT CASE WHEN a.status = 'revoked' THEN 'revoked' ELSE 'expired' END
  FROM exams e JOIN patient_access a ON a.patient_id = e.patient_id
  WHERE e.id = exam AND a.doctor_id = doctor AND doctor = scope_doctor() AND a.granted_at IS NOT NULL
    AND e.status IN ('processing', 'completed') AND (a.scope IS NULL OR e.exam_type = ANY (a.scope))
    AND NOT EXISTS (SELECT 1 FROM patient_access live WHERE live.patient_id = e.patient_id AND live.doctor_id = doctor
      AND live.status = 'granted' AND live.expires_at > app_now())
  ORDER BY coalesce(a.ended_at, a.expires_at) DESC LIMIT 1
$$;

REVOKE ALL ON FUNCTION search_patients(uuid, jsonb, timestamptz, uuid, boolean, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION search_exams(uuid, jsonb, text, timestamptz, timestamptz, timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_patients(uuid, jsonb, timestamptz, uuid, boolean, integer) TO medcloud_app;
GRANT EXECUTE ON FUNCTION search_exams(uuid, jsonb, text, timestamptz, timestamptz, timestamptz, uuid, integer) TO medcloud_app;
REVOKE ALL ON FUNCTION last_grant_on_exam(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION last_grant_on_exam(uuid, uuid) TO medcloud_app;
-- a new owner needs the right to create in the schema for the moment of the change
GRANT CREATE ON SCHEMA public TO medcloud_search;
ALTER FUNCTION search_patients(uuid, jsonb, timestamptz, uuid, boolean, integer) OWNER TO medcloud_search;
ALTER FUNCTION search_exams(uuid, jsonb, text, timestamptz, timestamptz, timestamptz, uuid, integer) OWNER TO medcloud_search;
ALTER FUNCTION last_grant_on_exam(uuid, uuid) OWNER TO medcloud_search;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`)
    .execute(db);
}
