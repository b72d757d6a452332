-- What the roles may do with the tables and functions of centers. Applied by a start where this file changed.

REVOKE ALL ON public.center_figures FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT SELECT ON public.center_figures TO medcloud_app;
GRANT INSERT, SELECT, UPDATE (exam_bytes, exams, patients) ON public.center_figures TO medcloud_search;

REVOKE ALL ON public.medical_centers FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (address, city, last_activity_at, name, name_key, name_order, own_viewing_days, phone, plan, quota_bytes, state, zip_code) ON public.medical_centers TO medcloud_app;
GRANT SELECT (center_id, id, name, own_viewing_days, user_id) ON public.medical_centers TO medcloud_search;

REVOKE ALL ON FUNCTION public.guard_center() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_center() TO PUBLIC;

REVOKE ALL ON FUNCTION public.begin_figures() FROM PUBLIC, medcloud_app, medcloud_sealer;

REVOKE ALL ON FUNCTION public.count_exams() FROM PUBLIC, medcloud_app, medcloud_sealer;

REVOKE ALL ON FUNCTION public.count_patients() FROM PUBLIC, medcloud_app, medcloud_sealer;

REVOKE ALL ON FUNCTION public.count_withdrawal() FROM PUBLIC, medcloud_app, medcloud_sealer;
