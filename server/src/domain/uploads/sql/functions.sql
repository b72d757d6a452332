-- Functions of uploads. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.purge_uploads(most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH uploads_gone AS (DELETE FROM public.uploads WHERE id IN (
      SELECT id FROM public.uploads WHERE ended_at < public.app_now() - interval '30 days' ORDER BY ended_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  days_gone AS (DELETE FROM public.upload_days WHERE (center_id, day) IN (
      SELECT center_id, day FROM public.upload_days WHERE day < (public.app_now() - interval '30 days')::date
      ORDER BY day LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1)
  SELECT (SELECT count(*) FROM uploads_gone) + (SELECT count(*) FROM days_gone)
$function$;
ALTER FUNCTION public.purge_uploads(integer) OWNER TO medcloud_search;

-- An upload begins empty and now, and its stored object is not an exam's. Once it has ended it does not change. It is heard
-- of and ends now, so a statement cannot make it due, and the exam that it becomes is its patient's.
CREATE OR REPLACE FUNCTION public.guard_upload()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'open' OR NEW.offset_bytes <> 0 OR NEW.holds <> 0 OR NEW.tail_sealed IS NOT NULL OR NEW.fault IS NOT NULL
      OR (NEW.begun_at, NEW.heard_at) IS DISTINCT FROM (public.app_now(), public.app_now())
      OR EXISTS (SELECT FROM public.exam_objects o WHERE o.id = NEW.object_id) THEN
      RAISE insufficient_privilege USING MESSAGE = 'an upload begins empty, with a file of its own';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.ended_at IS NOT NULL OR NEW.heard_at NOT IN (OLD.heard_at, public.app_now()) OR NEW.ended_at <> public.app_now()
    OR (NEW.exam_id IS NOT NULL AND NOT EXISTS (SELECT FROM public.exams e
      WHERE e.id = NEW.exam_id AND e.center_id = NEW.center_id AND e.patient_id = NEW.patient_id)) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an upload ends once, now, and with an exam of its patient';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION public.guard_upload() OWNER TO medcloud_search;

-- Returns the stored object of a rejected or aborted upload, to be deleted; null if an exam has it.
CREATE OR REPLACE FUNCTION public.file_of_ended_upload(upload uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.object_id FROM public.uploads u
  WHERE u.id = upload AND u.state IN ('rejected', 'aborted')
    AND (u.center_id = public.scope_center() OR public.scope_system() = 'sweep')
    AND NOT EXISTS (SELECT FROM public.exam_objects o WHERE o.id = u.object_id)
$function$;
ALTER FUNCTION public.file_of_ended_upload(uuid) OWNER TO medcloud_search;
