-- What the roles may do with the tables and functions of exams. Applied by a start where this file changed.

REVOKE ALL ON public.doctor_exam_views FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT (doctor_id, exam_id), SELECT ON public.doctor_exam_views TO medcloud_app;
GRANT INSERT (doctor_id, exam_id), SELECT (doctor_id, exam_id), UPDATE (last_at) ON public.doctor_exam_views TO medcloud_search;

REVOKE ALL ON public.exam_objects FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (wrapped_key) ON public.exam_objects TO medcloud_app;
GRANT DELETE, SELECT (created_at, exam_id, id, kind, size_bytes) ON public.exam_objects TO medcloud_search;

REVOKE ALL ON public.exams FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (awaits_comparison, changed_at, confirmed_doubts, duplicate_count, exam_date, exam_type, imaged_at, imaging_attempts, imaging_fault, imaging_state, imaging_version, instance_count, marks, notes_sealed, other_count, patient_id, reason_sealed, referring_physician, scan_attempts, scan_due_at, scan_fault, scan_findings, scan_state, scanned_at, status, status_reason, unreadable_count) ON public.exams TO medcloud_app;
GRANT SELECT (center_id, changed_at, exam_type, file_size, id, imaging_state, imaging_version, is_open, patient_id, scan_attempts, scan_due_at, scan_fault, scan_state, series_count, status, status_reason, uploaded_at), UPDATE (body_parts, image_count, key_series_uid, key_study_uid, laterality, modalities, scan_due_at, scan_state, series_count, study_description) ON public.exams TO medcloud_search;

REVOKE ALL ON public.scanner_heartbeat FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (seen_at) ON public.scanner_heartbeat TO medcloud_app;
GRANT SELECT ON public.scanner_heartbeat TO medcloud_search;

REVOKE ALL ON FUNCTION public.exams_to_verify(uuid,integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.exams_to_verify(uuid,integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.note_exam_view() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.note_exam_view() TO PUBLIC;

REVOKE ALL ON FUNCTION public.guard_scan() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_scan() TO PUBLIC;

REVOKE ALL ON FUNCTION public.search_exams(uuid,jsonb,text,text,timestamp with time zone,timestamp with time zone,timestamp with time zone,uuid,integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.search_exams(uuid,jsonb,text,text,timestamp with time zone,timestamp with time zone,timestamp with time zone,uuid,integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.viewers_of_exam() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.viewers_of_exam() TO medcloud_app;

REVOKE ALL ON FUNCTION public.orphans_among(uuid[]) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.orphans_among(uuid[]) TO medcloud_app;

REVOKE ALL ON FUNCTION public.has_exam_objects() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.has_exam_objects() TO medcloud_app;

REVOKE ALL ON FUNCTION public.exams_to_scan(text,integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.exams_to_scan(text,integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.is_scanner_seen() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.is_scanner_seen() TO medcloud_app;

REVOKE ALL ON FUNCTION public.release_unscanned(integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.release_unscanned(integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.scan_backlog() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scan_backlog() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_exam_patient() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_exam_patient() TO medcloud_app;

REVOKE ALL ON FUNCTION public.scope_own_exams() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.scope_own_exams() TO medcloud_app;

REVOKE ALL ON FUNCTION public.guard_exam_object() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_exam_object() TO PUBLIC;

REVOKE ALL ON FUNCTION public.is_object_of_another(uuid,uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.is_object_of_another(uuid,uuid) TO medcloud_owner;

REVOKE ALL ON FUNCTION public.guard_exam_act() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_exam_act() TO PUBLIC;
