-- Functions of annotations. Applied by a start where this file changed.

-- A center that moves its exam wraps the keys of all sets again, also of those that it does not see: their content stays
-- hidden, because only the keys pass.
CREATE OR REPLACE FUNCTION public.annotation_keys(exam uuid)
 RETURNS TABLE(set_id uuid, wrapped_key bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT s.id, s.wrapped_key FROM public.annotation_sets s
  WHERE s.exam_id = exam AND s.center_id = public.scope_center()
$function$;
ALTER FUNCTION public.annotation_keys(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.rewrap_annotation_keys(exam uuid, ids uuid[], keys bytea[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  UPDATE public.annotation_sets s SET wrapped_key = fresh.key
  FROM unnest(ids, keys) AS fresh (id, key)
  WHERE s.id = fresh.id AND s.exam_id = exam AND s.center_id = public.scope_center()
$function$;
ALTER FUNCTION public.rewrap_annotation_keys(uuid,uuid[],bytea[]) OWNER TO medcloud_search;
