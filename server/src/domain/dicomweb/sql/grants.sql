-- What the roles may do with the tables and functions of dicomweb. Applied by a start where this file changed.

REVOKE ALL ON FUNCTION public.studies_by_name(uuid,jsonb,integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.studies_by_name(uuid,jsonb,integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.find_session_and_exam(bytea,bytea,uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.find_session_and_exam(bytea,bytea,uuid) TO medcloud_app;
