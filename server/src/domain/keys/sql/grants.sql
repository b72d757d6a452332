-- What the roles may do with the tables and functions of keys. Applied by a start where this file changed.

REVOKE ALL ON keys.patient_keys FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON keys.patient_keys TO medcloud_app;
GRANT UPDATE (wrapped_key, master_id) ON keys.patient_keys TO medcloud_app;

REVOKE ALL ON keys.service_keys FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON keys.service_keys TO medcloud_app;
GRANT UPDATE (wrapped_key, master_id) ON keys.service_keys TO medcloud_app;

REVOKE ALL ON keys.master_keys FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, DELETE ON keys.master_keys TO medcloud_app;
GRANT UPDATE (state, wrapped_by_other) ON keys.master_keys TO medcloud_app;

REVOKE ALL ON keys.retired_master_keys FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON keys.retired_master_keys TO medcloud_app;

REVOKE ALL ON public.installation FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.installation TO medcloud_app;
GRANT UPDATE (value) ON public.installation TO medcloud_app;
