-- What the roles may do with the tables and functions of support. Applied by a start where this file changed.

REVOKE ALL ON public.support_messages FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (answered_at, closed_at, closed_by, state) ON public.support_messages TO medcloud_app;

REVOKE ALL ON public.support_replies FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.support_replies TO medcloud_app;
