-- What the roles may do with the tables and functions of core. Applied by a start where this file changed.

REVOKE ALL ON public.idempotency_keys FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (object_id) ON public.idempotency_keys TO medcloud_app;
GRANT DELETE, SELECT (created_at, key, route, user_id) ON public.idempotency_keys TO medcloud_search;

REVOKE ALL ON public.jobs FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.jobs TO medcloud_app;
GRANT INSERT (due_at, key, kind, max_attempts, payload), SELECT (due_at, key, kind, max_attempts, payload, state), UPDATE (due_at, max_attempts) ON public.jobs TO medcloud_search;

REVOKE ALL ON public.request_counts FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.request_counts TO medcloud_app;

REVOKE ALL ON public.throttles FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, INSERT, SELECT, UPDATE ON public.throttles TO medcloud_app;

REVOKE ALL ON FUNCTION public.add_job(text,jsonb,text,timestamp with time zone,integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.add_job(text,jsonb,text,timestamp with time zone,integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.app_now() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.app_now() TO PUBLIC;

REVOKE ALL ON FUNCTION public.purge_lapsed(integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.purge_lapsed(integer) TO medcloud_app;
