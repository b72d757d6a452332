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
