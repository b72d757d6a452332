-- What the roles may do with the tables and functions of alarms. Applied by a start where this file changed.

REVOKE ALL ON public.alarms FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (seen_at, seen_by) ON public.alarms TO medcloud_app;
