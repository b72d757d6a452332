-- What the roles may do with the tables and functions of access. Applied by a start where this file changed.

REVOKE ALL ON public.access_requests FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (answer, answered_at) ON public.access_requests TO medcloud_app;
GRANT SELECT (doctor_id, id, language, otp_id, phone_index, requested_at) ON public.access_requests TO medcloud_search;

REVOKE ALL ON public.block_links FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.block_links TO medcloud_app;
GRANT DELETE, SELECT (created_at, doctor_id, phone_index, token_hash) ON public.block_links TO medcloud_search;

REVOKE ALL ON public.consent_links FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT (access_id, phone_sealed, request_id, token_hash), SELECT ON public.consent_links TO medcloud_app;
GRANT SELECT, UPDATE (ended_at) ON public.consent_links TO medcloud_search;

REVOKE ALL ON public.link_codes FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT (attempts, code_mac, expires_at, id, phone_index, purpose, token_hash), SELECT (attempts, created_at, expires_at, id, purpose, superseded_at, token_hash, used_at), UPDATE (superseded_at) ON public.link_codes TO medcloud_app;
GRANT DELETE, SELECT (attempts, birth_date_attempts, code_mac, created_at, expires_at, id, patient_id, phone_index, purpose, session_hash, superseded_at, token_hash, tried_in, tries, used_at), UPDATE (attempts, birth_date_attempts, code_mac, patient_id, session_hash, tried_in, tries, used_at) ON public.link_codes TO medcloud_search;

REVOKE ALL ON public.look_notices FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.look_notices TO medcloud_app;
GRANT SELECT (day, phone_index) ON public.look_notices TO medcloud_search;

-- Of columns alone: a table without any other privilege of the login makes its DROP OWNED fail, also where no superuser made
-- the event trigger that refuses it (logins.ts).
REVOKE ALL ON public.otp_verifications FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT (attempts, code_mac, doctor_id, expires_at, id, phone_index, phone_last3, phone_sealed), SELECT (attempts, created_at, doctor_id, expires_at, id, phone_index, phone_last3, phone_sealed, superseded_at, verified_at), UPDATE (superseded_at) ON public.otp_verifications TO medcloud_app;
GRANT DELETE, SELECT (attempts, code_mac, created_at, doctor_id, expires_at, id, phone_index, phone_sealed, superseded_at, tried_in, tries, verified_at), UPDATE (attempts, code_mac, superseded_at, tried_in, tries, verified_at) ON public.otp_verifications TO medcloud_search;

REVOKE ALL ON public.patient_access FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (ended_at, expires_at, granted_at, language, response_date, scope, status, tell_looks, text_hash, text_version) ON public.patient_access TO medcloud_app;
GRANT SELECT, UPDATE (end_reason, ended_at, ended_by, expires_at, status, unlinked_at) ON public.patient_access TO medcloud_search;

REVOKE ALL ON public.phone_blocks FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (blocked_at, ends_at) ON public.phone_blocks TO medcloud_app;
GRANT DELETE, SELECT (doctor_id, ends_at, phone_index) ON public.phone_blocks TO medcloud_search;

REVOKE ALL ON FUNCTION public.cancel_requests_of(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.cancel_requests_of(uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.codes_to_phone(bytea) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.codes_to_phone(bytea) TO medcloud_app;

REVOKE ALL ON FUNCTION public.is_counted(bytea,bytea[],xid8) FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.is_counted(bytea,bytea[],xid8) TO medcloud_search;

REVOKE ALL ON FUNCTION public.count_code_try() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.count_code_try() TO medcloud_app;

REVOKE ALL ON FUNCTION public.verify_code() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.verify_code() TO medcloud_app;

REVOKE ALL ON FUNCTION public.count_link_try() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.count_link_try() TO medcloud_app;

REVOKE ALL ON FUNCTION public.use_link_code() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.use_link_code() TO medcloud_app;

REVOKE ALL ON FUNCTION public.overview_codes_to_phone() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.overview_codes_to_phone() TO medcloud_app;

REVOKE ALL ON FUNCTION public.grants_of_phone() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.grants_of_phone() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_link_grants() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_link_grants() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_link_doctor() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_link_doctor() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_phone_grants() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_phone_grants() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_patient_names() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_patient_names() TO medcloud_app;

REVOKE ALL ON FUNCTION public.own_attempts_spent() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.own_attempts_spent() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_birth_date_try() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_birth_date_try() TO medcloud_search;

REVOKE ALL ON FUNCTION public.count_birth_date_try() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.count_birth_date_try() TO medcloud_app;

REVOKE ALL ON FUNCTION public.open_own_pictures() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.open_own_pictures() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_verified_code() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_verified_code() TO medcloud_app;

REVOKE ALL ON FUNCTION public.guard_code() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_code() TO PUBLIC;

REVOKE ALL ON FUNCTION public.guard_access() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_access() TO PUBLIC;

REVOKE ALL ON FUNCTION public.end_grant(uuid,text) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.end_grant(uuid,text) TO medcloud_app;

REVOKE ALL ON FUNCTION public.grant_at_hand(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.grant_at_hand(uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.grants_behind_link() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.grants_behind_link() TO medcloud_app;

REVOKE ALL ON FUNCTION public.last_grant_on_exam(uuid,uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.last_grant_on_exam(uuid,uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.exams_once_granted(uuid[]) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.exams_once_granted(uuid[]) TO medcloud_app;

REVOKE ALL ON FUNCTION public.last_grant_on_study(uuid,text) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.last_grant_on_study(uuid,text) TO medcloud_app;

REVOKE ALL ON FUNCTION public.link_shows(uuid,timestamp with time zone) FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.link_shows(uuid,timestamp with time zone) TO PUBLIC;

REVOKE ALL ON FUNCTION public.grants_of_events(uuid[]) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.grants_of_events(uuid[]) TO medcloud_app;

REVOKE ALL ON FUNCTION public.live_grants_among(uuid[]) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.live_grants_among(uuid[]) TO medcloud_app;

REVOKE ALL ON FUNCTION public.looks_to_tell(text,integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.looks_to_tell(text,integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.purge_blocks(integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.purge_blocks(integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.search_grants(uuid,jsonb,timestamp with time zone,uuid,integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.search_grants(uuid,jsonb,timestamp with time zone,uuid,integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.take_off_links(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.take_off_links(uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.count_unknown_numbers(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.count_unknown_numbers(uuid) TO medcloud_app;
