-- Functions of notifications. Applied by a start where this file changed.

-- When a doctor is mailed about a kind: as chosen, else as preset (docs/decisions/088).
CREATE OR REPLACE FUNCTION public.notification_choice(chosen text, kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(chosen, CASE kind WHEN 'exam_arrived' THEN 'daily' ELSE 'at-once' END)
$function$;

-- Notes for the doctors of grants what this transaction did to them. What a doctor did alone is not noted.
CREATE OR REPLACE FUNCTION public.note_access(noted_kind text, accesses uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  INSERT INTO public.notifications AS n (user_id, kind, subject_id, is_at_once)
  SELECT d.user_id, noted_kind, a.id, public.notification_choice(c.choice, noted_kind) = 'at-once' FROM public.patient_access a JOIN public.doctors d ON d.id = a.doctor_id
  LEFT JOIN public.notification_choices c ON c.user_id = d.user_id AND c.kind = noted_kind
  WHERE a.id = ANY (accesses) AND public.notification_choice(c.choice, noted_kind) <> 'never'
    AND a.doctor_id IS DISTINCT FROM public.scope_doctor()
    AND (CASE noted_kind
      WHEN 'access_granted' THEN a.status = 'granted' AND a.granted_at = public.app_now()
      WHEN 'access_revoked' THEN a.status = 'revoked' AND a.ended_at = public.app_now()
      WHEN 'access_changed' THEN a.status = 'granted' AND a.xmin = pg_current_xact_id()::xid AND (a.id IN (SELECT public.grants_of_phone())
        OR (a.request_id = public.scope_link() AND public.link_shows(a.id, a.unlinked_at)))
      ELSE false END)
  ON CONFLICT (user_id, kind, subject_id) WHERE kind <> 'access_changed' OR sent_at IS NULL
    DO UPDATE SET created_at = excluded.created_at WHERE n.kind = 'access_changed'
$function$;
ALTER FUNCTION public.note_access(text,uuid[]) OWNER TO medcloud_search;

-- Notes an exam that the scope's center stored or moved in this transaction for the doctors whose grant covers it.
CREATE OR REPLACE FUNCTION public.note_exam(exam uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  INSERT INTO public.notifications (user_id, kind, subject_id, is_at_once)
  SELECT DISTINCT d.user_id, 'exam_arrived', e.id, public.notification_choice(c.choice, 'exam_arrived') = 'at-once' FROM public.exams e
  JOIN public.patient_access a ON a.patient_id = e.patient_id JOIN public.doctors d ON d.id = a.doctor_id
  LEFT JOIN public.notification_choices c ON c.user_id = d.user_id AND c.kind = 'exam_arrived'
  WHERE e.id = exam AND e.center_id = public.scope_center() AND greatest(e.uploaded_at, e.changed_at) = public.app_now()
    AND a.status = 'granted' AND a.expires_at > public.app_now() AND (a.scope IS NULL OR e.exam_type = ANY (a.scope))
    AND public.notification_choice(c.choice, 'exam_arrived') <> 'never'
  ON CONFLICT DO NOTHING
$function$;
ALTER FUNCTION public.note_exam(uuid) OWNER TO medcloud_search;

-- When a day's digests begin: at 08:00 in the zone. Null in any scope but the job's.
CREATE OR REPLACE FUNCTION public.digest_time(zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT ((public.app_now() AT TIME ZONE zone)::date + time '08:00') AT TIME ZONE zone
  WHERE public.scope_system() = 'notifications'
$function$;
ALTER FUNCTION public.digest_time(text) OWNER TO medcloud_search;

-- The next users, by id, for whom something is noted at once, or, from 08:00 on, before it and they had no digest today.
CREATE OR REPLACE FUNCTION public.next_notified_users(zone text, after_id uuid, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE digest_at timestamptz := public.digest_time(zone);
BEGIN
  IF digest_at IS NULL THEN RETURN; END IF;
  RETURN QUERY
  (SELECT DISTINCT n.user_id FROM public.notifications n
    WHERE n.sent_at IS NULL AND n.is_at_once AND n.user_id > after_id ORDER BY n.user_id LIMIT most)
  UNION
  (SELECT DISTINCT n.user_id FROM public.notifications n
    WHERE n.sent_at IS NULL AND NOT n.is_at_once AND n.user_id > after_id AND n.created_at < digest_at AND public.app_now() >= digest_at
      AND NOT EXISTS (SELECT FROM public.notifications told WHERE told.user_id = n.user_id AND told.digest_on = (digest_at AT TIME ZONE zone)::date)
    ORDER BY n.user_id LIMIT most)
  ORDER BY 1 LIMIT most;
END $function$;
ALTER FUNCTION public.next_notified_users(text,uuid,integer) OWNER TO medcloud_search;

-- What is to be mailed now to these users, a row for each user and kind. Access is checked here again. Deletes what may not be
-- mailed any more, in the same snapshot: what is noted meanwhile stays, and an exam that is not shown yet waits for a week.
CREATE OR REPLACE FUNCTION public.due_notifications(zone text, users uuid[])
 RETURNS TABLE(user_id uuid, email text, language text, first_name text, last_name text, is_digest boolean, kind text, ids bigint[], subjects integer, patients text[])
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH ripe AS MATERIALIZED (
    SELECT n.id, n.user_id, n.kind, n.subject_id, NOT n.is_at_once AS is_digest, n.created_at > public.app_now() - interval '7 days' AS is_recent
    FROM public.notifications n
    WHERE n.user_id = ANY (users) AND n.sent_at IS NULL AND public.scope_system() = 'notifications'
      AND (n.is_at_once OR (public.app_now() >= public.digest_time(zone) AND n.created_at < public.digest_time(zone)
        AND NOT EXISTS (SELECT FROM public.notifications told
          WHERE told.user_id = n.user_id AND told.digest_on = (public.app_now() AT TIME ZONE zone)::date)))),
  noted AS MATERIALIZED (
    SELECT n.*, d.id AS doctor_id, d.first_name, d.last_name, u.email, u.language,
      d.state = 'verified' AND u.subscription_status = 'active'
        AND (public.app_now() AT TIME ZONE zone)::date BETWEEN u.subscription_start_date AND u.subscription_end_date AS sees_exams
    FROM ripe n
    JOIN public.doctors d ON d.user_id = n.user_id AND d.state IN ('verified', 'pending_review')
    JOIN public.users u ON u.id = n.user_id AND num_nonnulls(u.closed_at, u.disabled_at, u.held_at) = 0
    WHERE n.is_recent),
  due AS MATERIALIZED (
    SELECT n.*, a.public_patient_id FROM noted n JOIN public.patient_access a ON a.id = n.subject_id
    WHERE n.kind IN ('access_granted', 'access_changed') AND a.status = 'granted' AND a.expires_at > public.app_now()
    UNION ALL
    SELECT n.*, a.public_patient_id FROM noted n JOIN public.patient_access a ON a.id = n.subject_id
    WHERE n.kind = 'access_revoked' AND NOT EXISTS (SELECT FROM public.patient_access live
      WHERE live.patient_id = a.patient_id AND live.doctor_id = a.doctor_id AND live.status = 'granted' AND live.expires_at > public.app_now())
    UNION ALL
    SELECT n.*, a.public_patient_id FROM noted n JOIN public.exams e ON e.id = n.subject_id AND e.is_open
    JOIN public.patient_access a ON a.patient_id = e.patient_id AND a.doctor_id = n.doctor_id
    WHERE n.kind = 'exam_arrived' AND n.sees_exams AND a.status = 'granted' AND a.expires_at > public.app_now()
      AND (a.scope IS NULL OR e.exam_type = ANY (a.scope))),
  dropped AS (
    DELETE FROM public.notifications n USING ripe r
    WHERE n.id = r.id AND r.id NOT IN (SELECT d.id FROM due d)
      AND (r.kind <> 'exam_arrived' OR NOT r.is_recent
        OR NOT EXISTS (SELECT FROM public.exams e WHERE e.id = r.subject_id AND NOT e.is_open)))
  SELECT d.user_id, d.email, d.language, d.first_name, d.last_name, d.is_digest, d.kind, array_agg(DISTINCT d.id),
    (CASE d.kind WHEN 'exam_arrived' THEN count(DISTINCT d.subject_id) ELSE count(DISTINCT d.public_patient_id) END)::integer,
    array_agg(DISTINCT d.public_patient_id)
  FROM due d
  GROUP BY d.user_id, d.email, d.language, d.first_name, d.last_name, d.is_digest, d.kind
  ORDER BY d.user_id, d.kind
$function$;
ALTER FUNCTION public.due_notifications(text,uuid[]) OWNER TO medcloud_search;

-- Purges notifications after 90 days, sent or not, at most `most` (purge-expired.ts).
CREATE OR REPLACE FUNCTION public.purge_notifications(most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH gone AS (DELETE FROM public.notifications WHERE id IN (
      SELECT id FROM public.notifications WHERE created_at < public.app_now() - interval '90 days' ORDER BY created_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1)
  SELECT count(*) FROM gone
$function$;
ALTER FUNCTION public.purge_notifications(integer) OWNER TO medcloud_search;
