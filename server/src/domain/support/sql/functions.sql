-- Functions of support. Applied by a start where this file changed.

-- Counts the messages of the last hour, each at most max_count.
CREATE OR REPLACE FUNCTION public.count_support_messages(max_count integer)
 RETURNS TABLE(all_messages bigint, urgent_messages bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT
    (SELECT count(*) FROM (SELECT 1 FROM public.support_messages
      WHERE received_at > public.app_now() - interval '1 hour' LIMIT max_count) AS counted),
    (SELECT count(*) FROM (SELECT 1 FROM public.support_messages
      WHERE received_at > public.app_now() - interval '1 hour' AND urgent LIMIT max_count) AS counted)
  WHERE public.scope_system() = 'support'
$function$;
ALTER FUNCTION public.count_support_messages(integer) OWNER TO medcloud_search;
