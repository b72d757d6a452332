-- Functions of dicomweb. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.studies_by_name(center uuid, words jsonb, most integer)
 RETURNS TABLE(exam uuid, study text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF center IS DISTINCT FROM public.scope_center() THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.exam_id, p.study_uid FROM (SELECT s.exam_id, s.study_uid, s.patient_name_key AS name_key FROM public.studies s
       WHERE s.center_id = $1) p WHERE %s LIMIT $2', public.name_condition(words))
  USING center, most;
END $function$;
ALTER FUNCTION public.studies_by_name(uuid,jsonb,integer) OWNER TO medcloud_search;
