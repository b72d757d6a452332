-- What the roles may do with the tables and functions of uploads. Applied by a start where this file changed.

REVOKE ALL ON public.upload_days FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (used) ON public.upload_days TO medcloud_app;
GRANT DELETE, SELECT (center_id, day) ON public.upload_days TO medcloud_search;

REVOKE ALL ON public.uploads FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (ended_at, exam_id, fault, heard_at, holds, offset_bytes, state, tail_sealed, upload_key) ON public.uploads TO medcloud_app;
GRANT DELETE, SELECT (ended_at, id, object_id) ON public.uploads TO medcloud_search;

REVOKE ALL ON FUNCTION public.purge_uploads(integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.purge_uploads(integer) TO medcloud_app;
