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

REVOKE ALL ON public.center_members FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (display_name, ended_at, invite_expires_at, invite_hash, invited_at, joined_at, roles, state, suspended_at, user_id, username) ON public.center_members TO medcloud_app;
GRANT SELECT ON public.center_members TO medcloud_search;

REVOKE ALL ON FUNCTION public.guard_member() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_member() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_invited() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_invited() TO medcloud_app;

REVOKE ALL ON FUNCTION public.find_invitation() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.find_invitation() TO medcloud_app;

REVOKE ALL ON FUNCTION public.may_join(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.may_join(uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.end_member_access(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.end_member_access(uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.member_security(uuid[]) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.member_security(uuid[]) TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_rejoining() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_rejoining() TO PUBLIC;

REVOKE ALL ON public.center_settings FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (idle_minutes, second_factor_from) ON public.center_settings TO medcloud_app;
GRANT SELECT ON public.center_settings TO medcloud_search;

REVOKE ALL ON FUNCTION public.scope_center_requires_factor() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_center_requires_factor() TO medcloud_app;

REVOKE ALL ON FUNCTION public.members_without_factor() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.members_without_factor() TO medcloud_app;
