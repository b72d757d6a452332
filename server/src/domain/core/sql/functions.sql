-- Functions of core. Applied by a start where this file changed.

-- Milliseconds that the portal's clock is ahead of the database's, proven by the scope. Only in tests and in the
-- demonstration's dataset.
CREATE OR REPLACE FUNCTION public.proven_clock_offset()
 RETURNS double precision
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN public.scope_part(5)::float8;
END $function$;
ALTER FUNCTION public.proven_clock_offset() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.app_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN coalesce(current_setting('medcloud.clock_offset_ms', true), '') = '' THEN now()
    ELSE now() + make_interval(secs => coalesce(public.proven_clock_offset(), 0) / 1000) END
$function$;

-- Adds a job, or makes the waiting one of its kind and key due earlier. Any scope may add jobs; only the queue reads them.
CREATE OR REPLACE FUNCTION public.add_job(job_kind text, job_payload jsonb, job_key text, job_due_at timestamp with time zone, job_max_attempts integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  INSERT INTO public.jobs AS j (kind, payload, key, due_at, max_attempts)
  VALUES (job_kind, job_payload, job_key, coalesce(job_due_at, now()), job_max_attempts)
  ON CONFLICT (kind, key) WHERE state = 'waiting' AND key IS NOT NULL DO UPDATE SET due_at = least(j.due_at, excluded.due_at)
$function$;
ALTER FUNCTION public.add_job(text,jsonb,text,timestamp with time zone,integer) OWNER TO medcloud_search;
