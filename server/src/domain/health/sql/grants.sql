-- What the roles may do with the tables and functions of health. Applied by a start where this file changed.

REVOKE ALL ON public.health_hours FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.health_hours TO medcloud_app;

REVOKE ALL ON public.health_probes FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.health_probes TO medcloud_app;

REVOKE ALL ON public.health_states FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.health_states TO medcloud_app;
