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

-- Only in the transaction that moves the exam, whose rows of sets follow it and so have its number; only for all of its
-- sets at once; and only the keys that the portal wrapped for the patient to whom the exam moved, whose hash the scope has.
CREATE OR REPLACE FUNCTION public.rewrap_annotation_keys(exam uuid, ids uuid[], keys bytea[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM public.annotation_sets s
      WHERE s.exam_id = exam AND s.center_id = public.scope_center() AND s.xmin <> pg_current_xact_id()::xid)
    OR ARRAY(SELECT s.id FROM public.annotation_sets s WHERE s.exam_id = exam AND s.center_id = public.scope_center() ORDER BY 1)
      <> ARRAY(SELECT fresh.id FROM unnest(ids, keys) AS fresh (id, key) WHERE octet_length(fresh.key) > 0 ORDER BY 1)
    OR public.scope_given('w') IS DISTINCT FROM (
      SELECT sha256(convert_to(e.id || E'\n' || e.patient_id || string_agg(E'\n' || fresh.id || ' ' || encode(fresh.key, 'hex'), '' ORDER BY fresh.id), 'UTF8'))
      FROM public.exams e, unnest(ids, keys) AS fresh (id, key) WHERE e.id = exam GROUP BY e.id, e.patient_id) THEN
    RAISE insufficient_privilege USING MESSAGE = 'the keys of an exam''s sets are wrapped again all at once, by the transaction that moves it';
  END IF;
  UPDATE public.annotation_sets s SET wrapped_key = fresh.key
  FROM unnest(ids, keys) AS fresh (id, key)
  WHERE s.id = fresh.id AND s.exam_id = exam AND s.center_id = public.scope_center();
END $function$;
ALTER FUNCTION public.rewrap_annotation_keys(uuid,uuid[],bytea[]) OWNER TO medcloud_search;

-- A move commits only with the keys of its sets wrapped again, or they would stay wrapped by the key of another patient.
CREATE OR REPLACE FUNCTION public.check_moved_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM public.annotation_sets s WHERE s.id = NEW.id AND s.wrapped_key <> OLD.wrapped_key) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an exam moves with the keys of its measurements';
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION public.check_moved_keys() OWNER TO medcloud_search;

-- What an author may do with an own set: change a draft; save the next version, now; share a version; withdraw it as it
-- is. A draft never becomes a version, and what was withdrawn never returns.
CREATE OR REPLACE FUNCTION public.guard_annotations()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  is_next boolean;
  is_same boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state = 'withdrawn' OR NEW.revision <> 1 OR NEW.saved_at <> public.app_now()
      OR (NEW.created_at, NEW.updated_at) <> (public.app_now(), public.app_now()) THEN
      RAISE insufficient_privilege USING MESSAGE = 'a set begins now, with its first revision';
    END IF;
    RETURN NEW;
  END IF;
  is_next := NEW.revision = OLD.revision + 1;
  is_same := (NEW.revision, NEW.saved_at, NEW.content_encrypted, NEW.heading_encrypted, NEW.item_count)
    IS NOT DISTINCT FROM (OLD.revision, OLD.saved_at, OLD.content_encrypted, OLD.heading_encrypted, OLD.item_count);
  IF NEW.updated_at = public.app_now() AND (CASE
    WHEN OLD.state = 'draft' THEN NEW.state = 'draft' AND is_next
    WHEN OLD.state = 'saved' AND NEW.state = 'saved' THEN is_same OR is_next AND NEW.saved_at = public.app_now()
    WHEN OLD.state = 'saved' AND NEW.state = 'withdrawn' THEN is_same AND NEW.visibility = OLD.visibility
    ELSE false END) THEN
    RETURN NEW;
  END IF;
  RAISE insufficient_privilege USING MESSAGE = 'a saved version stays as it is until the next one, and a withdrawn set does not return';
END $function$;
