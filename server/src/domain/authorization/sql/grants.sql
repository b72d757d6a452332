-- What the roles may do with the tables and functions of authorization. Applied by a start where this file changed.

REVOKE ALL ON FUNCTION public.scope_block_doctor() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_block_doctor() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_block_phone() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_block_phone() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_center() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_center() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_doctor() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_doctor() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_exam() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_exam() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_is_admin() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_is_admin() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_link() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_link() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_link_access() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_link_access() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_overview() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_overview() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_own_access() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_own_access() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_own() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_own() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_own_center() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_own_center() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_reset() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_reset() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_given(text) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_given(text) TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_subject() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_subject() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_system() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_system() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_user() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_user() TO PUBLIC;

REVOKE ALL ON keys.scope_keys, keys.scope_connections FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT USAGE ON SCHEMA keys TO medcloud_app, medcloud_search;
GRANT SELECT (inner_pad, key_id, outer_pad, pid) ON keys.scope_connections TO medcloud_search;
GRANT SELECT (id, time_zone) ON keys.scope_keys TO medcloud_search;

REVOKE ALL ON FUNCTION keys.hmac_pad(bytea,integer) FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;

REVOKE ALL ON FUNCTION keys.hmac_sha256(bytea,text) FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;

REVOKE ALL ON FUNCTION public.open_connection(uuid,bigint,bytea) FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.open_connection(uuid,bigint,bytea) TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_link_hash() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_link_hash() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_part(integer) FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_part(integer) TO medcloud_search;

REVOKE ALL ON FUNCTION public.scope_tenant() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_tenant() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_member() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_member() TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_may(text) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_may(text) TO PUBLIC;

REVOKE ALL ON FUNCTION public.scope_payer() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_payer() TO PUBLIC;
