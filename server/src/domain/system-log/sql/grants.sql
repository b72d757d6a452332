-- What the roles may do with the tables and functions of system-log. Applied by a start where this file changed.

REVOKE ALL ON public.system_events FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.system_events TO medcloud_app;

REVOKE ALL ON FUNCTION public.sweep_system_events() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.sweep_system_events() TO medcloud_app;
