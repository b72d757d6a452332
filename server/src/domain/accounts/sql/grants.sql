-- What the roles may do with the tables and functions of accounts. Applied by a start where this file changed.

REVOKE ALL ON public.api_tokens FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (last_used_at, revoked_at) ON public.api_tokens TO medcloud_app;
GRANT SELECT (center_id, doctor_id, expires_at, id, member_id, name, revoked_at, token_hash, user_id), UPDATE (revoked_at) ON public.api_tokens TO medcloud_search;

REVOKE ALL ON public.password_resets FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (superseded_at, used_at) ON public.password_resets TO medcloud_app;
GRANT DELETE, SELECT (created_at, email_index, expires_at, id, superseded_at, token_hash, used_at, user_id) ON public.password_resets TO medcloud_search;

REVOKE ALL ON public.sessions FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (last_seen_at, revoke_cause, revoked_at) ON public.sessions TO medcloud_app;
GRANT DELETE, SELECT (authenticated_at, bearer_hash, center_id, cookie_hash, created_at, doctor_id, expires_at, id, idle_seconds, is_bound, last_seen_at, member_id, revoked_at, role, user_id), UPDATE (revoke_cause, revoked_at) ON public.sessions TO medcloud_search;

REVOKE ALL ON public.users FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT (closed_at, created_at, disabled_at, disabled_by, disabled_reason, email, factor_due_on, handle, held_at, id, initial_password_expires_at, language, must_change_password, role, subscription_end_date, subscription_start_date, subscription_status, viewer_settings), UPDATE (closed_at, disabled_at, disabled_by, disabled_reason, email, factor_due_on, held_at, initial_password_expires_at, language, must_change_password, password_hash, subscription_end_date, subscription_start_date, subscription_status, viewer_settings) ON public.users TO medcloud_app;
GRANT SELECT (closed_at, created_at, disabled_at, email, factor_due_on, handle, held_at, id, language, must_change_password, password_hash, role, subscription_end_date, subscription_start_date, subscription_status), UPDATE (held_at) ON public.users TO medcloud_search;

REVOKE ALL ON public.token_networks FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.token_networks TO medcloud_app;

REVOKE ALL ON FUNCTION public.hold_account(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.hold_account(uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.account_of_address(text) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.account_of_address(text) TO medcloud_app;

REVOKE ALL ON FUNCTION public.end_tokens_of(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.end_tokens_of(uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.guard_user() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_user() TO PUBLIC;

REVOKE ALL ON FUNCTION public.find_session(bytea,bytea,boolean) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.find_session(bytea,bytea,boolean) TO medcloud_app;

REVOKE ALL ON FUNCTION public.guard_session_use() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_session_use() TO PUBLIC;

REVOKE ALL ON FUNCTION public.may_begin_session(uuid,text,uuid,uuid,timestamp with time zone) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.may_begin_session(uuid,text,uuid,uuid,timestamp with time zone) TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_accounts() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_accounts() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_accounts_have_factor() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_accounts_have_factor() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_named_accounts() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_named_accounts() TO medcloud_app;

REVOKE ALL ON FUNCTION public.account_to_sign_in(text) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.account_to_sign_in(text) TO medcloud_app;

REVOKE ALL ON FUNCTION public.own_password_hash() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.own_password_hash() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_signed_in() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_signed_in() TO PUBLIC;

REVOKE ALL ON FUNCTION public.keep_revoked() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.keep_revoked() TO PUBLIC;

REVOKE ALL ON FUNCTION public.has_administrator() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.has_administrator() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_address() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_address() TO medcloud_app;

REVOKE ALL ON FUNCTION public.links_to_address(bytea) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.links_to_address(bytea) TO medcloud_app;

REVOKE ALL ON FUNCTION public.tokens_of_events(text[],uuid[]) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.tokens_of_events(text[],uuid[]) TO medcloud_app;

REVOKE ALL ON FUNCTION public.accounts_of_center_name(text) FROM PUBLIC, medcloud_app, medcloud_sealer;

REVOKE ALL ON FUNCTION public.member_of(uuid,text,uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.member_of(uuid,text,uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_account_centers() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_account_centers() TO medcloud_app;

REVOKE ALL ON FUNCTION public.own_idle_seconds(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.own_idle_seconds(uuid) TO medcloud_app;
