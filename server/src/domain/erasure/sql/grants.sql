-- What the roles may do with the functions of erasure. Applied by a start where this file changed.

REVOKE ALL ON FUNCTION public.patient_to_erase(text) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.patient_to_erase(text) TO medcloud_app;

REVOKE ALL ON FUNCTION public.erased_patients() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.erased_patients() TO medcloud_app;

REVOKE ALL ON FUNCTION public.erase_patient(bytea,integer) FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.erase_patient(bytea,integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.refuse_erased() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.refuse_erased() TO PUBLIC;
