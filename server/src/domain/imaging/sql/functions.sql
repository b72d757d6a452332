-- Functions of imaging. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.clear_imaging(kinds text[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF kinds IS NULL THEN
    DELETE FROM public.series s WHERE s.exam_id = public.scope_exam();
    DELETE FROM public.studies s WHERE s.exam_id = public.scope_exam();
  END IF;
  RETURN QUERY DELETE FROM public.exam_objects o
    WHERE o.exam_id = public.scope_exam() AND o.kind <> 'original' AND (kinds IS NULL OR o.kind = ANY (kinds)) RETURNING o.id;
END $function$;
ALTER FUNCTION public.clear_imaging(text[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.exams_to_image(newest integer, again boolean, after uuid, most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT e.id FROM public.exams e
  WHERE public.scope_system() = 'imaging' AND public.scope_exam() IS NULL AND e.status <> 'withdrawn' AND (after IS NULL OR e.id > after)
    AND (again OR e.imaging_state = 'waiting' OR (e.imaging_state = 'ready' AND e.imaging_version < newest))
  ORDER BY e.id LIMIT most
$function$;
ALTER FUNCTION public.exams_to_image(integer,boolean,uuid,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.frame_cache_bytes()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce(sum(o.size_bytes), 0)::bigint FROM public.exam_objects o
  WHERE o.kind IN ('frames', 'rendered') AND public.scope_system() = 'imaging'
$function$;
ALTER FUNCTION public.frame_cache_bytes() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.guard_imaging()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE own text[] := ARRAY['status', 'status_reason', 'imaging_state', 'imaging_fault', 'imaging_version',
  'imaging_attempts', 'imaged_at', 'instance_count', 'other_count', 'unreadable_count', 'awaits_comparison',
  'duplicate_count', 'is_open', 'marks', 'scan_state', 'scan_findings', 'scanned_at',
  'scan_fault', 'scan_attempts', 'scan_due_at'];
BEGIN
  IF to_jsonb(NEW) - own <> to_jsonb(OLD) - own THEN
    RAISE insufficient_privilege USING MESSAGE = 'an exam is changed by its center alone';
  END IF;
  RETURN NEW;
END $function$;

-- The objects of a series are its exam's own.
CREATE OR REPLACE FUNCTION public.guard_series()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM unnest(ARRAY[NEW.manifest_object, NEW.thumbnail_object, NEW.frames_object]) AS named (id)
    WHERE named.id IS NOT NULL
      AND NOT EXISTS (SELECT FROM public.exam_objects o WHERE o.id = named.id AND o.exam_id = NEW.exam_id)) THEN
    RAISE insufficient_privilege USING MESSAGE = 'the objects of a series are its exam''s';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.oldest_frames()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT o.exam_id FROM public.exam_objects o
  WHERE o.kind IN ('frames', 'rendered') AND public.scope_system() = 'imaging' AND o.exam_id IS DISTINCT FROM public.scope_exam()
  ORDER BY o.created_at, o.exam_id LIMIT 1
$function$;
ALTER FUNCTION public.oldest_frames() OWNER TO medcloud_search;

-- Writes what an exam's studies and series say about it into its row: of the exam of the scope, or of up to `most` indexed
-- exams without a summary. Returns how many. The key series has the most images of those with a thumbnail; a localizer
-- only if there is no other.
CREATE OR REPLACE FUNCTION public.summarize_exams(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE ids uuid[];
BEGIN
  IF public.scope_system() IS DISTINCT FROM 'imaging' THEN RETURN 0; END IF;
  IF public.scope_exam() IS NULL THEN
    ids := ARRAY(SELECT e.id FROM public.exams e WHERE e.series_count IS NULL AND e.imaging_state = 'ready'
      ORDER BY e.id LIMIT most FOR UPDATE SKIP LOCKED);
  ELSE
    ids := ARRAY[public.scope_exam()];
  END IF;
  UPDATE public.exams e
  SET study_description = left(st.description, 200), series_count = coalesce(s.series_count, 0),
    image_count = coalesce(s.image_count, 0), modalities = coalesce(s.modalities, '{}'),
    body_parts = coalesce(s.body_parts, '{}'), laterality = s.laterality,
    key_study_uid = k.study_uid, key_series_uid = k.series_uid
  FROM unnest(ids) AS due (id)
  LEFT JOIN (
    SELECT r.exam_id, count(*)::integer AS series_count, sum(r.frame_count)::integer AS image_count,
      array_agg(DISTINCT r.modality) FILTER (WHERE r.frame_count > 0 AND r.modality <> '') AS modalities,
      array_agg(DISTINCT upper(r.body_part)) FILTER (WHERE r.frame_count > 0 AND r.body_part <> '') AS body_parts,
      CASE string_agg(DISTINCT r.attributes #>> '{00200060,Value,0}', '')
        WHEN 'L' THEN 'L' WHEN 'R' THEN 'R' WHEN 'LR' THEN 'B' END AS laterality
    FROM public.series r WHERE r.exam_id = ANY (ids) GROUP BY r.exam_id
  ) AS s ON s.exam_id = due.id
  LEFT JOIN (
    SELECT DISTINCT ON (t.exam_id) t.exam_id, nullif(t.description, '') AS description
    FROM public.studies t LEFT JOIN public.series r ON r.exam_id = t.exam_id AND r.study_uid = t.study_uid
    WHERE t.exam_id = ANY (ids) GROUP BY t.exam_id, t.study_uid, t.description
    ORDER BY t.exam_id, sum(r.frame_count) DESC, t.study_uid
  ) AS st ON st.exam_id = due.id
  LEFT JOIN (
    SELECT DISTINCT ON (r.exam_id) r.exam_id, r.study_uid, r.series_uid FROM public.series r
    WHERE r.exam_id = ANY (ids) AND r.thumbnail_object IS NOT NULL
    ORDER BY r.exam_id, coalesce(r.description, '') ~* 'locali[sz]er|scout|topogram|surview', r.frame_count DESC, r.position
  ) AS k ON k.exam_id = due.id
  WHERE e.id = due.id;
  RETURN cardinality(ids);
END $function$;
ALTER FUNCTION public.summarize_exams(integer) OWNER TO medcloud_search;
