-- What the roles may do with the tables and functions of imaging. Applied by a start where this file changed.

REVOKE ALL ON public.series FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (frames_object, thumbnail_fault, thumbnail_object) ON public.series TO medcloud_app;
GRANT DELETE, SELECT (attributes, body_part, description, exam_id, frame_count, modality, position, series_uid, study_uid, thumbnail_object) ON public.series TO medcloud_search;

REVOKE ALL ON public.studies FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT ON public.studies TO medcloud_app;
GRANT DELETE, SELECT (center_id, description, exam_id, patient_id, patient_name_key, patient_number_index, study_uid) ON public.studies TO medcloud_search;

REVOKE ALL ON FUNCTION public.clear_imaging(text[]) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.clear_imaging(text[]) TO medcloud_app;

REVOKE ALL ON FUNCTION public.exams_to_image(integer,boolean,uuid,integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.exams_to_image(integer,boolean,uuid,integer) TO medcloud_app;

REVOKE ALL ON FUNCTION public.frame_cache_bytes() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.frame_cache_bytes() TO medcloud_app;

REVOKE ALL ON FUNCTION public.guard_imaging() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_imaging() TO PUBLIC;

REVOKE ALL ON FUNCTION public.guard_series() FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.guard_series() TO PUBLIC;

REVOKE ALL ON FUNCTION public.oldest_frames() FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.oldest_frames() TO medcloud_app;

REVOKE ALL ON FUNCTION public.summarize_exams(integer) FROM PUBLIC, medcloud_app, medcloud_sealer;
GRANT EXECUTE ON FUNCTION public.summarize_exams(integer) TO medcloud_app;
