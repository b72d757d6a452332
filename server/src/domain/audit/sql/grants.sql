-- What the roles may do with the tables and functions of audit. Applied by a start where this file changed.

REVOKE ALL ON public.audit_anchors FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE ON public.audit_anchors TO medcloud_app;

REVOKE ALL ON public.audit_chain FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.audit_chain TO medcloud_app;

REVOKE ALL ON public.audit_checkpoints FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.audit_checkpoints TO medcloud_app;

REVOKE ALL ON public.audit_events FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT (actor_kind, address_block, center_id, details, doctor_id, event, exam_type, object_id, object_kind, outcome, patient_id, person_id, purpose, request_id, session_ref), SELECT ON public.audit_events TO medcloud_app;
GRANT SELECT (actor_kind, at, details, event, purpose) ON public.audit_events TO medcloud_search;

REVOKE ALL ON public.audit_stream FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE ON public.audit_stream TO medcloud_app;

REVOKE ALL ON public.audit_unsealed FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT DELETE, SELECT ON public.audit_unsealed TO medcloud_app;
GRANT INSERT ON public.audit_unsealed TO medcloud_search;

REVOKE ALL ON FUNCTION public.await_seal() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.await_seal() TO PUBLIC;

REVOKE ALL ON FUNCTION public.guard_event() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_event() TO PUBLIC;

REVOKE ALL ON FUNCTION public.stream_names(uuid[]) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.stream_names(uuid[]) TO medcloud_app;

REVOKE ALL ON FUNCTION public.trail_patient(text) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.trail_patient(text) TO medcloud_app;

REVOKE ALL ON FUNCTION public.trail_patients_by_prefix(text,integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.trail_patients_by_prefix(text,integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.trail_patients(uuid[]) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.trail_patients(uuid[]) TO medcloud_app;

REVOKE ALL ON FUNCTION public.may_record_without_account(text,text,text,uuid,uuid,uuid,uuid,uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.may_record_without_account(text,text,text,uuid,uuid,uuid,uuid,uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.may_record_as_portal(text,uuid,text,uuid,uuid,uuid,uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.may_record_as_portal(text,uuid,text,uuid,uuid,uuid,uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.may_record(text,uuid,text,uuid,uuid,uuid,uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.may_record(text,uuid,text,uuid,uuid,uuid,uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.is_own_session(uuid,uuid,text) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.is_own_session(uuid,uuid,text) TO medcloud_search;

REVOKE ALL ON FUNCTION public.is_network_block(text) FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.is_network_block(text) TO PUBLIC;

REVOKE ALL ON FUNCTION public.session_reference(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.session_reference(uuid) TO medcloud_search;
