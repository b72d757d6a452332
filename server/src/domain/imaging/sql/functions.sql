-- Functions of imaging. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.clear_imaging(kinds text[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF kinds IS NULL THEN
    DELETE FROM public.series s WHERE s.exam_id = public.scope_exam();
    DELETE FROM public.studies s WHERE s.exam_id = public.scope_exam();
  END IF;
  RETURN QUERY DELETE FROM public.exam_objects o
    WHERE o.exam_id = public.scope_exam() AND o.kind <> 'original' AND (kinds IS NULL OR o.kind = ANY (kinds)) RETURNING o.id;
END $function$;
ALTER FUNCTION public.clear_imaging(text[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.exams_to_image(newest integer, again boolean, after uuid, most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT e.id FROM public.exams e
  WHERE public.scope_system() = 'imaging' AND public.scope_exam() IS NULL AND e.status <> 'withdrawn' AND (after IS NULL OR e.id > after)
    AND (again OR e.imaging_state = 'waiting' OR (e.imaging_state = 'ready' AND e.imaging_version < newest))
  ORDER BY e.id LIMIT most
$function$;
ALTER FUNCTION public.exams_to_image(integer,boolean,uuid,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.frame_cache_bytes()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce(sum(o.size_bytes), 0)::bigint FROM public.exam_objects o
  WHERE o.kind IN ('frames', 'rendered') AND public.scope_system() = 'imaging'
$function$;
ALTER FUNCTION public.frame_cache_bytes() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.guard_imaging()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE own text[] := ARRAY['status', 'status_reason', 'imaging_state', 'imaging_fault', 'imaging_version',
  'imaging_attempts', 'imaged_at', 'instance_count', 'other_count', 'unreadable_count', 'awaits_comparison',
  'duplicate_count', 'is_open', 'marks', 'scan_state', 'scan_findings', 'scanned_at',
  'scan_fault', 'scan_attempts', 'scan_due_at'];
BEGIN
  IF to_jsonb(NEW) - own <> to_jsonb(OLD) - own THEN
    RAISE insufficient_privilege USING MESSAGE = 'an exam is changed by its center alone';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.oldest_frames()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT o.exam_id FROM public.exam_objects o
  WHERE o.kind IN ('frames', 'rendered') AND public.scope_system() = 'imaging' AND o.exam_id IS DISTINCT FROM public.scope_exam()
  ORDER BY o.created_at, o.exam_id LIMIT 1
$function$;
ALTER FUNCTION public.oldest_frames() OWNER TO medcloud_search;
