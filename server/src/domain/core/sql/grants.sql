-- What the roles may do with the tables and functions of core. Applied by a start where this file changed.

REVOKE ALL ON public.idempotency_keys FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (object_id) ON public.idempotency_keys TO medcloud_app;
GRANT DELETE, SELECT (created_at, key, route, user_id) ON public.idempotency_keys TO medcloud_search;

REVOKE ALL ON public.installation FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.installation TO medcloud_app;

REVOKE ALL ON public.jobs FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT (due_at, key, kind, max_attempts, payload), SELECT (due_at, key, kind, state), UPDATE (due_at) ON public.jobs TO medcloud_app;

REVOKE ALL ON FUNCTION public.app_now() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.app_now() TO PUBLIC;
