-- What the roles may do with the tables and functions of support. Applied by a start where this file changed.

REVOKE ALL ON public.support_messages FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (answered_at, closed_at, closed_by, state) ON public.support_messages TO medcloud_app;
GRANT SELECT (received_at, urgent) ON public.support_messages TO medcloud_search;

REVOKE ALL ON public.support_replies FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.support_replies TO medcloud_app;

REVOKE ALL ON FUNCTION public.count_support_messages(integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.count_support_messages(integer) TO medcloud_app;
