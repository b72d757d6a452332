-- What the roles may do with the tables and functions of annotations. Applied by a start where this file changed.

REVOKE ALL ON public.annotation_objects FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.annotation_objects TO medcloud_app;

REVOKE ALL ON public.annotation_sets FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (content_encrypted, heading_encrypted, item_count, reason_encrypted, revision, saved_at, state, updated_at, visibility) ON public.annotation_sets TO medcloud_app;
GRANT SELECT (center_id, exam_id, id, wrapped_key, xmin), UPDATE (wrapped_key) ON public.annotation_sets TO medcloud_search;

REVOKE ALL ON FUNCTION public.annotation_keys(uuid) FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.annotation_keys(uuid) TO medcloud_app;

REVOKE ALL ON FUNCTION public.rewrap_annotation_keys(uuid,uuid[],bytea[]) FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.rewrap_annotation_keys(uuid,uuid[],bytea[]) TO medcloud_app;

REVOKE ALL ON FUNCTION public.guard_annotations() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_annotations() TO PUBLIC;

REVOKE ALL ON FUNCTION public.check_moved_keys() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.check_moved_keys() TO PUBLIC;
