-- Functions of system-log. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.sweep_system_events()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH gone AS (DELETE FROM system_events WHERE at < app_now() - interval '30 days' RETURNING 1)
  SELECT count(*)::integer FROM gone
$function$;
