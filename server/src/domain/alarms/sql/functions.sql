-- Functions of alarms. Applied by a start where this file changed.

-- Lists a new audit event for the alarm rules. The trigger names the events that a rule counts.
CREATE OR REPLACE FUNCTION public.watch_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO public.watched_events (event_id) VALUES (NEW.id);
  RETURN NULL;
END $function$;
ALTER FUNCTION public.watch_event() OWNER TO medcloud_search;

-- The alarms of which a mail is due, oldest first, with the account that each is about. An alarm waits until
-- `mail_window` has passed since the last mail of its kind: to administrators, or to its account. Those that wait are not
-- listed, so that many of one kind do not delay the others.
CREATE OR REPLACE FUNCTION public.alarms_to_mail(mail_window interval)
 RETURNS TABLE(id uuid, kind text, raised_at timestamp with time zone, count integer, network text, browser text, system text, is_held boolean, is_seen boolean, user_id uuid, role text, language text, email text, name text, administrators_due boolean, account_due boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT a.id, a.kind, a.raised_at, a.count, a.network, a.browser, a.system,
    a.held_at IS NOT NULL AND a.released_at IS NULL, a.seen_at IS NOT NULL, u.id, u.role, u.language::text, u.email,
    coalesce(c.name, d.first_name || ' ' || d.last_name), due.for_administrators, due.for_account
  FROM public.alarms a LEFT JOIN public.doctors n ON n.id = a.doctor_id
    LEFT JOIN public.medical_centers m ON m.id = a.center_id
    LEFT JOIN public.users u ON u.id = coalesce(a.user_id, n.user_id, m.user_id) AND u.closed_at IS NULL
    LEFT JOIN public.doctors d ON d.user_id = u.id LEFT JOIN public.medical_centers c ON c.user_id = u.id,
  LATERAL (SELECT
    a.administrators_mailed_at IS NULL AND NOT EXISTS (
      SELECT FROM public.alarms b WHERE b.kind = a.kind AND b.administrators_mailed_at > public.app_now() - mail_window)
      AS for_administrators,
    a.account_mailed_at IS NULL AND NOT EXISTS (
      SELECT FROM public.alarms b WHERE b.kind = a.kind AND b.account_mailed_at > public.app_now() - mail_window
        AND (b.user_id, b.doctor_id, b.center_id) IS NOT DISTINCT FROM (a.user_id, a.doctor_id, a.center_id))
      AS for_account) due
  WHERE (a.administrators_mailed_at IS NULL OR a.account_mailed_at IS NULL) AND public.scope_system() = 'alarms'
    AND (due.for_administrators OR due.for_account)
  ORDER BY a.raised_at, a.id LIMIT 200
$function$;
ALTER FUNCTION public.alarms_to_mail(interval) OWNER TO medcloud_search;

-- The administrators who get the mails of alarms.
CREATE OR REPLACE FUNCTION public.administrators_to_mail()
 RETURNS TABLE(id uuid, email text, language text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT u.id, u.email, u.language::text FROM public.users u
  WHERE u.role = 'admin' AND u.closed_at IS NULL AND u.disabled_at IS NULL AND public.scope_system() = 'alarms'
  ORDER BY u.id LIMIT 50
$function$;
ALTER FUNCTION public.administrators_to_mail() OWNER TO medcloud_search;

-- Marks as usual what the account of an alarm about opened exams has opened since the alarm's day. Returns false if
-- there is nothing to mark. An alarm may be raised some seconds after midnight, for the day before.
CREATE OR REPLACE FUNCTION public.mark_days_usual(alarm uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT public.scope_is_admin() THEN RETURN false; END IF;
  UPDATE public.access_counts c SET usual_count = c.count FROM public.alarms a
  WHERE a.id = alarm AND a.kind IN ('unusual_access', 'mass_access', 'account_mass_access')
    AND c.subject = 'account:' || a.user_id AND c.is_unusual AND c.usual_count IS DISTINCT FROM c.count
    AND c.day >= ((a.raised_at - interval '1 minute') AT TIME ZONE 'UTC')::date;
  RETURN FOUND;
END $function$;
ALTER FUNCTION public.mark_days_usual(uuid) OWNER TO medcloud_search;
