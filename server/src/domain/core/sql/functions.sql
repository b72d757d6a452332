-- Functions of core. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.app_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT now() + make_interval(secs => coalesce(nullif(current_setting('medcloud.clock_offset_ms', true), '')::float8, 0) / 1000)
$function$;
