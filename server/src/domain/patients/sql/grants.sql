-- What the roles may do with the tables and functions of patients. Applied by a start where this file changed.

REVOKE ALL ON public.patients FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (address_sealed, amka_index, amka_sealed, date_of_birth, email, first_name, gender, language, last_name, name_key, phone_index, phone_sealed) ON public.patients TO medcloud_app;
GRANT SELECT (center_id, created_at, date_of_birth, erased_at, first_name, id, language, last_name, name_key, patient_id, phone_index) ON public.patients TO medcloud_search;

REVOKE ALL ON FUNCTION public.any_case(text) FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.any_case(text) TO PUBLIC;

REVOKE ALL ON FUNCTION public.is_number_of_another(bytea[],uuid,uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.is_number_of_another(bytea[],uuid,uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.name_condition(jsonb) FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.name_condition(jsonb) TO PUBLIC;

REVOKE ALL ON FUNCTION public.search_patients(uuid,jsonb,timestamp with time zone,uuid,boolean,integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.search_patients(uuid,jsonb,timestamp with time zone,uuid,boolean,integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.patients_of_phone(bytea) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.patients_of_phone(bytea) TO medcloud_app;
