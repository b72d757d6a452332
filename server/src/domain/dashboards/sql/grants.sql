-- What the roles may do with the tables and functions of dashboards. Applied by a start where this file changed.

REVOKE ALL ON FUNCTION public.count_records() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.count_records() TO medcloud_app;

REVOKE ALL ON FUNCTION public.count_records_of_center(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.count_records_of_center(uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.count_storage() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.count_storage() TO medcloud_app;

REVOKE ALL ON FUNCTION public.own_subscription() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.own_subscription() TO medcloud_app;
