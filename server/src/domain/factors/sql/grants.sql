-- What the roles may do with the tables and functions of factors. Applied by a start where this file changed.

REVOKE ALL ON public.factor_resets FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT (asked_by, cancel_hash, id, needs_confirmation, reason, recognized_by, user_id), SELECT, UPDATE (cancelled_at, cancelled_by_owner, confirmed_at, confirmed_by) ON public.factor_resets TO medcloud_app;
GRANT SELECT, UPDATE (cancelled_at, cancelled_by_owner, done_at) ON public.factor_resets TO medcloud_search;

REVOKE ALL ON public.passkeys FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, INSERT, SELECT, UPDATE (name) ON public.passkeys TO medcloud_app;
GRANT DELETE, SELECT (created_at, credential_id, domain, last_used_at, public_key, sign_count, suspect_at, transports, user_id), UPDATE (last_used_at, sign_count, suspect_at) ON public.passkeys TO medcloud_search;

REVOKE ALL ON public.recovery_codes FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, INSERT, SELECT (created_at, id, used_at, user_id) ON public.recovery_codes TO medcloud_app;
GRANT DELETE, SELECT (code_mac, used_at, user_id), UPDATE (used_at) ON public.recovery_codes TO medcloud_search;

REVOKE ALL ON public.sign_in_challenges FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, INSERT, SELECT, UPDATE (attempts, missed_at, used_at, used_in) ON public.sign_in_challenges TO medcloud_search;

REVOKE ALL ON public.spent_challenges FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, INSERT, SELECT ON public.spent_challenges TO medcloud_search;

REVOKE ALL ON public.totp_secrets FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, INSERT, SELECT ON public.totp_secrets TO medcloud_app;
GRANT DELETE, SELECT, UPDATE (confirmed_at, last_step) ON public.totp_secrets TO medcloud_search;

REVOKE ALL ON FUNCTION public.has_factor(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;

REVOKE ALL ON FUNCTION public.scope_has_factor() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_has_factor() TO medcloud_app;

REVOKE ALL ON FUNCTION public.begin_challenge(uuid,text,uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.begin_challenge(uuid,text,uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.take_missed_factors(integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.take_missed_factors(integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.count_factor_try() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.count_factor_try() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_challenged() FROM PUBLIC, medcloud_app, medcloud_sealer;

REVOKE ALL ON FUNCTION public.use_factor() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.use_factor() TO medcloud_app;

REVOKE ALL ON FUNCTION public.used_challenge_of(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;

REVOKE ALL ON FUNCTION public.use_own_step(bigint) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.use_own_step(bigint) TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_factor_methods() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_factor_methods() TO medcloud_app;

REVOKE ALL ON FUNCTION public.find_passkey() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.find_passkey() TO medcloud_app;

REVOKE ALL ON FUNCTION public.challenged_passkeys() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.challenged_passkeys() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_passkey_account() FROM PUBLIC, medcloud_app, medcloud_sealer;

REVOKE ALL ON FUNCTION public.spend_challenge() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.spend_challenge() TO medcloud_app;

REVOKE ALL ON FUNCTION public.use_passkey() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.use_passkey() TO medcloud_app;

REVOKE ALL ON FUNCTION public.suspect_passkey() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.suspect_passkey() TO medcloud_app;

REVOKE ALL ON FUNCTION public.remove_factors_of() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.remove_factors_of() TO medcloud_app;

REVOKE ALL ON FUNCTION public.passkeys_of_other_domains(text) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.passkeys_of_other_domains(text) TO medcloud_app;

REVOKE ALL ON FUNCTION public.doctors_with_factor() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.doctors_with_factor() TO medcloud_app;

REVOKE ALL ON FUNCTION public.administrators_without_factor() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.administrators_without_factor() TO medcloud_app;

REVOKE ALL ON FUNCTION public.challenged_member() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.challenged_member() TO medcloud_app;

REVOKE ALL ON FUNCTION public.remove_factors(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;

REVOKE ALL ON FUNCTION public.resettable_account(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;

REVOKE ALL ON FUNCTION public.remove_factors_of_member(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.remove_factors_of_member(uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.shown_factor(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.shown_factor(uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.due_factor_resets(integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.due_factor_resets(integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.take_factor_reset() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.take_factor_reset() TO medcloud_app;

REVOKE ALL ON FUNCTION public.stop_factor_reset() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.stop_factor_reset() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_kept_account() FROM PUBLIC, medcloud_app, medcloud_sealer;

REVOKE ALL ON FUNCTION public.set_up_since(uuid,timestamp with time zone) FROM PUBLIC, medcloud_app, medcloud_sealer;
