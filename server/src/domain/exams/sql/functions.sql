-- Functions of exams. Applied by a start where this file changed.

-- The lists of all exams, and the release of those that wait for the scanner, are for the jobs that go through all exams:
-- the scope of one exam's indexing, which reads uploaded files, gets none of them.
CREATE OR REPLACE FUNCTION public.exams_to_verify(after uuid, most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT e.id FROM public.exams e
  WHERE public.scope_system() = 'imaging' AND public.scope_exam() IS NULL AND (after IS NULL OR e.id > after)
    AND NOT EXISTS (SELECT FROM public.patients p WHERE p.id = e.patient_id AND p.erased_at IS NOT NULL)
  ORDER BY e.id LIMIT most
$function$;
ALTER FUNCTION public.exams_to_verify(uuid,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.guard_scan()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF CURRENT_USER = 'medcloud_app' AND TG_OP = 'INSERT' THEN
    IF NEW.scan_state NOT IN ('none', 'waiting') OR NEW.scan_attempts <> 0 OR NEW.marks <> '{}'
      OR num_nonnulls(NEW.scan_findings, NEW.scanned_at, NEW.scan_fault, NEW.scan_due_at) > 0 THEN
      RAISE insufficient_privilege USING MESSAGE = 'what a file carries is recorded by the inspection alone';
    END IF;
    -- an exam that could be scanned does not pass as one from before there was a scanner
    IF NEW.scan_state = 'none' AND public.is_scanner_seen() THEN NEW.scan_state := 'waiting'; END IF;
    RETURN NEW;
  END IF;
  IF CURRENT_USER = 'medcloud_app' AND public.scope_exam() IS NULL
    AND (NEW.marks, NEW.scan_state, NEW.scan_findings, NEW.scanned_at, NEW.scan_fault, NEW.scan_attempts, NEW.scan_due_at)
      IS DISTINCT FROM (OLD.marks, OLD.scan_state, OLD.scan_findings, OLD.scanned_at, OLD.scan_fault, OLD.scan_attempts, OLD.scan_due_at) THEN
    RAISE insufficient_privilege USING MESSAGE = 'what a file carries is recorded by the inspection alone';
  END IF;
  IF NEW.scan_state = 'infected' AND NEW.status IN ('processing', 'completed') THEN
    NEW.status := 'needs-attention';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.search_exams(center uuid, words jsonb, of_type text, of_status text, from_at timestamp with time zone, to_at timestamp with time zone, after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF center IS DISTINCT FROM scope_center() THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT e.id FROM exams e JOIN patients p ON p.id = e.patient_id
     WHERE e.center_id = $1 AND p.center_id = $1 AND CASE WHEN $8::text IS NULL THEN e.status <> ''withdrawn'' ELSE e.status = $8 END AND %s
       AND ($2::text IS NULL OR e.exam_type = $2) AND ($3::timestamptz IS NULL OR e.uploaded_at >= $3)
       AND ($4::timestamptz IS NULL OR e.uploaded_at < $4) AND ($5::timestamptz IS NULL OR (e.uploaded_at, e.id) < ($5, $6))
     ORDER BY e.uploaded_at DESC, e.id DESC LIMIT $7', name_condition(words))
  USING center, of_type, from_at, to_at, after_at, after_id, most, of_status;
END $function$;
ALTER FUNCTION public.search_exams(uuid,jsonb,text,text,timestamp with time zone,timestamp with time zone,timestamp with time zone,uuid,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.viewers_of_exam()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT DISTINCT a.doctor_id FROM public.exams e JOIN public.patient_access a ON a.patient_id = e.patient_id
  WHERE e.id = public.scope_exam() AND a.status = 'granted' AND a.expires_at > public.app_now()
    AND (a.scope IS NULL OR e.exam_type = ANY (a.scope))
$function$;
ALTER FUNCTION public.viewers_of_exam() OWNER TO medcloud_search;

-- Which of these stored objects belong neither to an exam nor to a running upload; at most 500 are asked for at once.
CREATE OR REPLACE FUNCTION public.orphans_among(objects uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT stored.id FROM unnest(objects[1:500]) AS stored (id)
  WHERE public.scope_system() = 'sweep'
    AND NOT EXISTS (SELECT FROM public.exam_objects o WHERE o.id = stored.id)
    AND NOT EXISTS (SELECT FROM public.uploads u WHERE u.object_id = stored.id AND u.ended_at IS NULL)
$function$;
ALTER FUNCTION public.orphans_among(uuid[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.has_exam_objects()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.exam_objects) AND public.scope_system() = 'sweep'
$function$;
ALTER FUNCTION public.has_exam_objects() OWNER TO medcloud_search;

-- Exams whose scan is due, by id: `waiting` for their first one, `tried` before, or arrived before a scanner was set.
CREATE OR REPLACE FUNCTION public.exams_to_scan(of_state text, most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  -- two parts, each with its partial index
  SELECT due.id FROM (
    SELECT e.id FROM public.exams e
    WHERE of_state IN ('waiting', 'tried') AND e.scan_state = 'waiting' AND (e.scan_attempts > 0) = (of_state = 'tried')
      AND e.status <> 'withdrawn' AND (e.scan_due_at IS NULL OR e.scan_due_at <= public.app_now())
    UNION ALL
    SELECT e.id FROM public.exams e
    WHERE of_state = 'none' AND e.scan_state = 'none'
      AND e.status <> 'withdrawn' AND (e.scan_due_at IS NULL OR e.scan_due_at <= public.app_now())
  ) AS due
  WHERE public.scope_system() = 'imaging' AND public.scope_exam() IS NULL ORDER BY due.id LIMIT most
$function$;
ALTER FUNCTION public.exams_to_scan(text,integer) OWNER TO medcloud_search;

-- Whether a node with a virus scanner ran within the last 24 hours.
CREATE OR REPLACE FUNCTION public.is_scanner_seen()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.scanner_heartbeat WHERE seen_at > public.app_now() - interval '24 hours')
$function$;
ALTER FUNCTION public.is_scanner_seen() OWNER TO medcloud_search;

-- Without a scanner on any node: exams that waited for one are no longer held back. Returns how many.
CREATE OR REPLACE FUNCTION public.release_unscanned(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH released AS (
    UPDATE public.exams SET scan_state = 'none', scan_due_at = NULL
    WHERE id IN (SELECT e.id FROM public.exams e
      WHERE public.scope_system() = 'imaging' AND public.scope_exam() IS NULL AND e.scan_state = 'waiting'
      AND NOT (SELECT public.is_scanner_seen()) ORDER BY e.id LIMIT most FOR UPDATE)
    RETURNING id)
  SELECT count(*)::integer FROM released
$function$;
ALTER FUNCTION public.release_unscanned(integer) OWNER TO medcloud_search;

-- For the health page: exams that wait for the scanner, since when the oldest, how many were too large for it, and how
-- many (up to 10,000) arrived without one.
CREATE OR REPLACE FUNCTION public.scan_backlog()
 RETURNS TABLE(waiting integer, oldest_ms double precision, over_limit integer, never integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT count(*)::integer, coalesce(extract(epoch FROM public.app_now() - min(e.uploaded_at)) * 1000, 0)::float8,
    (count(*) FILTER (WHERE e.scan_fault = 'limit'))::integer,
    (SELECT count(*)::integer FROM (SELECT FROM public.exams n WHERE n.scan_state = 'none' AND n.status <> 'withdrawn'
      AND public.scope_system() = 'health' LIMIT 10000) AS unscanned)
  FROM public.exams e WHERE public.scope_system() = 'health' AND e.scan_state = 'waiting' AND e.status <> 'withdrawn'
$function$;
ALTER FUNCTION public.scan_backlog() OWNER TO medcloud_search;

-- Remembers that a doctor opened an exam, with the event that records it, so that it is no longer new to that doctor.
CREATE OR REPLACE FUNCTION public.note_exam_view()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO public.doctor_exam_views (doctor_id, exam_id)
  SELECT NEW.doctor_id, e.id FROM public.exams e WHERE e.id = NEW.object_id::uuid AND e.patient_id = NEW.patient_id
  ON CONFLICT (doctor_id, exam_id) DO UPDATE SET last_at = public.app_now();
  RETURN NULL;
END $function$;
ALTER FUNCTION public.note_exam_view() OWNER TO medcloud_search;

-- The patient of the exam that the scope indexes.
CREATE OR REPLACE FUNCTION public.scope_exam_patient()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT e.patient_id FROM public.exams e WHERE e.id = (SELECT public.scope_exam())
$function$;
ALTER FUNCTION public.scope_exam_patient() OWNER TO medcloud_search;

-- The exams that the scope's patient sees: ready and not in doubt, checked for viruses where a scanner is set, and uploaded
-- as many days ago as the center wants, which may read them first. None without a session that a code opened.
CREATE OR REPLACE FUNCTION public.scope_own_exams()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 ROWS 20
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE patient uuid := public.scope_own();
BEGIN
  IF patient IS NULL THEN RETURN; END IF;
  RETURN QUERY SELECT e.id FROM public.exams e
  WHERE e.patient_id = patient AND e.is_open AND e.status = 'completed' AND e.scan_state IN ('none', 'clean')
    AND e.uploaded_at <= (SELECT public.app_now() - make_interval(days => m.own_viewing_days)
      FROM public.medical_centers m WHERE m.id = (SELECT public.scope_own_center()));
END $function$;
ALTER FUNCTION public.scope_own_exams() OWNER TO medcloud_search;

-- The stored object of an upload becomes the original of an exam of that upload's patient alone, as the upload ends.
CREATE OR REPLACE FUNCTION public.guard_exam_object()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM public.uploads u WHERE u.object_id = NEW.id
    AND (NEW.kind <> 'original' OR u.ended_at IS NOT NULL OR (u.center_id, u.patient_id) <> (NEW.center_id, NEW.patient_id))) THEN
    RAISE insufficient_privilege USING MESSAGE = 'this file belongs to an upload';
  END IF;
  RETURN NEW;
END $function$;
ALTER FUNCTION public.guard_exam_object() OWNER TO medcloud_search;

-- Whether an exam of another patient has this stored object. For the erasure, which sees one patient.
CREATE OR REPLACE FUNCTION public.is_object_of_another(object uuid, patient uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.exam_objects o JOIN public.exams e ON e.id = o.exam_id
    WHERE o.id = object AND e.patient_id <> patient)
$function$;
ALTER FUNCTION public.is_object_of_another(uuid,uuid) OWNER TO medcloud_search;

-- A member changes of an exam what the roles allow: withdraw it, move it to another patient, or confirm what its file names. A
-- move changes the status too.
CREATE OR REPLACE FUNCTION public.guard_exam_act()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  is_moved boolean := NEW.patient_id <> OLD.patient_id;
  is_withdrawn boolean := (NEW.status = 'withdrawn') <> (OLD.status = 'withdrawn');
BEGIN
  IF public.scope_member() IS NULL THEN RETURN NEW; END IF;
  IF (is_moved AND NOT public.scope_may('exams.move')) OR (is_withdrawn AND NOT public.scope_may('exams.withdraw'))
    OR (NOT is_moved AND NOT is_withdrawn AND NOT public.scope_may('exams.confirm')) THEN
    RAISE insufficient_privilege USING MESSAGE = 'the roles of this member do not change the exam so';
  END IF;
  RETURN NEW;
END $function$;
