-- What the roles may do with the tables and functions of doctors. Applied by a start where this file changed.

REVOKE ALL ON public.doctors FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (approved_first_name, approved_last_name, approved_license_number, decided_at, decided_by, first_approved_at, first_name, gender, last_name, license_number, name_key, next_plan, next_plan_from, plan, reject_reason, review_since, specialization, state) ON public.doctors TO medcloud_app;
GRANT SELECT (approved_first_name, approved_last_name, created_at, first_name, id, last_name, license_number, state, user_id) ON public.doctors TO medcloud_search;

REVOKE ALL ON public.signup_confirmations FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (confirmed_at, doctor_id, sealed) ON public.signup_confirmations TO medcloud_app;
GRANT DELETE, SELECT (confirmed_at, created_at, email_index, expires_at, id, sealed), UPDATE (sealed) ON public.signup_confirmations TO medcloud_search;

REVOKE ALL ON FUNCTION public.forget_applications() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.forget_applications() TO medcloud_app;

REVOKE ALL ON FUNCTION public.guard_doctor() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_doctor() TO PUBLIC;

REVOKE ALL ON FUNCTION public.is_applying(uuid,uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.is_applying(uuid,uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.is_license_taken(text) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.is_license_taken(text) TO medcloud_app;
