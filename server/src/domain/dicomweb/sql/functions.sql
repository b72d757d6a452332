-- Functions of dicomweb. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.studies_by_name(center uuid, words jsonb, most integer)
 RETURNS TABLE(exam uuid, study text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF center IS DISTINCT FROM public.scope_center() THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.exam_id, p.study_uid FROM (SELECT s.exam_id, s.study_uid, s.patient_name_key AS name_key FROM public.studies s
       WHERE s.center_id = $1) p WHERE %s LIMIT $2', public.name_condition(words))
  USING center, most;
END $function$;
ALTER FUNCTION public.studies_by_name(uuid,jsonb,integer) OWNER TO medcloud_search;

-- The session of a secret, like find_session(), and the exam if that session may view it now: its center's own that is
-- not withdrawn, or an open one under an active grant of its doctor's. One call for each image of a scroll. Whoever knows
-- the secret learns what the session's own scope shows.
CREATE OR REPLACE FUNCTION public.find_session_and_exam(by_bearer bytea, by_cookie bytea, wanted uuid)
 RETURNS TABLE(session_id uuid, user_id uuid, role text, email text, language text, must_change_password boolean, center_id uuid, doctor_id uuid, doctor_state text, subscription_status text, subscription_start date, subscription_end date, expires_at timestamp with time zone, stale_seconds double precision, password_age_seconds double precision, is_bound boolean, has_factor boolean, factor_due_on date, second_factor_from date, payer_id uuid, member_id uuid, member_username text, member_name text, member_roles text[], exam_id uuid, exam_center_id uuid, patient_id uuid, exam_type text, scan_state text, grant_id uuid, public_patient_id text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY
  SELECT f.*, x.id, x.center_id, x.patient_id, x.exam_type, x.scan_state, x.grant_id, x.public_patient_id
  FROM public.find_session(by_bearer, by_cookie, false) f
  LEFT JOIN LATERAL (
    SELECT e.id, e.center_id, e.patient_id, e.exam_type, e.scan_state, a.id AS grant_id, a.public_patient_id
    FROM public.exams e LEFT JOIN public.patient_access a ON a.patient_id = e.patient_id AND a.doctor_id = f.doctor_id
      AND a.status = 'granted' AND a.expires_at > public.app_now() AND (a.scope IS NULL OR e.exam_type = ANY (a.scope))
    WHERE e.id = wanted AND e.status <> 'withdrawn' AND ((e.center_id = f.center_id AND (f.member_id IS NULL OR f.member_roles && ARRAY['owner', 'technician', 'secretary', 'radiologist'])) OR (e.is_open AND a.id IS NOT NULL))
    LIMIT 1
  ) x ON true;
END $function$;
ALTER FUNCTION public.find_session_and_exam(bytea,bytea,uuid) OWNER TO medcloud_search;
