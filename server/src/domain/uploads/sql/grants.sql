-- What the roles may do with the tables and functions of uploads. Applied by a start where this file changed.

REVOKE ALL ON public.upload_days FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (used) ON public.upload_days TO medcloud_app;
GRANT DELETE, SELECT (center_id, day) ON public.upload_days TO medcloud_search;

REVOKE ALL ON public.uploads FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (ended_at, exam_id, fault, heard_at, holds, offset_bytes, state, tail_sealed, upload_key) ON public.uploads TO medcloud_app;
GRANT DELETE, SELECT (center_id, ended_at, id, object_id, patient_id, state) ON public.uploads TO medcloud_search;

REVOKE ALL ON FUNCTION public.file_of_ended_upload(uuid) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.file_of_ended_upload(uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.guard_upload() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_upload() TO PUBLIC;

REVOKE ALL ON FUNCTION public.purge_uploads(integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.purge_uploads(integer) TO medcloud_app;
