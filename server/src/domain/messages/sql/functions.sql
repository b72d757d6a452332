-- Functions of messages. Applied by a start where this file changed.

-- The messages of the last 24 hours, by channel and state; a decoy is none.
CREATE OR REPLACE FUNCTION public.count_recent_messages()
 RETURNS TABLE(channel text, state text, count bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT m.channel, m.state, count(*) FROM public.outbox_messages m
  WHERE m.state <> 'decoy' AND m.created_at > public.app_now() - interval '24 hours' AND (public.scope_system() = 'health' OR public.scope_is_admin())
  GROUP BY m.channel, m.state
$function$;
ALTER FUNCTION public.count_recent_messages() OWNER TO medcloud_search;
