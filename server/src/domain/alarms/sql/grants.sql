-- What the roles may do with the tables and functions of alarms. Applied by a start where this file changed.

REVOKE ALL ON public.alarms FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (account_mailed_at, administrators_mailed_at, released_at, released_by, seen_at, seen_by) ON public.alarms TO medcloud_app;
GRANT SELECT ON public.alarms TO medcloud_search;

REVOKE ALL ON public.watched_events FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, SELECT ON public.watched_events TO medcloud_app;
GRANT INSERT ON public.watched_events TO medcloud_search;

REVOKE ALL ON public.access_counts FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, INSERT, SELECT, UPDATE (count, is_unusual) ON public.access_counts TO medcloud_app;
GRANT SELECT, UPDATE (usual_count) ON public.access_counts TO medcloud_search;

REVOKE ALL ON public.opened_exams FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, INSERT, SELECT ON public.opened_exams TO medcloud_app;

REVOKE ALL ON FUNCTION public.watch_event() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.watch_event() TO PUBLIC;

REVOKE ALL ON FUNCTION public.alarms_to_mail(interval) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.alarms_to_mail(interval) TO medcloud_app;

REVOKE ALL ON FUNCTION public.administrators_to_mail() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.administrators_to_mail() TO medcloud_app;

REVOKE ALL ON FUNCTION public.mark_days_usual(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.mark_days_usual(uuid) TO medcloud_app;
