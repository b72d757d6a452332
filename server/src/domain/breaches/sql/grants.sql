-- What the roles may do with the tables and functions of breaches. Applied by a start where this file changed.

REVOKE ALL ON public.breaches FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (close_reason_sealed, closed_at, closed_by, content_sealed, first_noticed_at, happened_from, happened_until, high_risk, noticed_at, scope_from, scope_kind, scope_to, scope_value, state) ON public.breaches TO medcloud_app;

REVOKE ALL ON public.breach_notices FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (decided_at, decided_by, notified_at, reason_sealed, state) ON public.breach_notices TO medcloud_app;
