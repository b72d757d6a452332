-- Functions of centers. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.begin_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO public.center_figures (center_id) VALUES (NEW.id);
  RETURN NULL;
END $function$;
ALTER FUNCTION public.begin_figures() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_exams()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE public.center_figures f SET exams = f.exams + c.n, exam_bytes = f.exam_bytes + c.bytes
    FROM (SELECT center_id, count(*) AS n, sum(file_size) AS bytes FROM added WHERE status <> 'withdrawn' GROUP BY center_id) AS c
    WHERE f.center_id = c.center_id;
  ELSE
    UPDATE public.center_figures f SET exams = f.exams - c.n, exam_bytes = f.exam_bytes - c.bytes
    FROM (SELECT center_id, count(*) AS n, sum(file_size) AS bytes FROM gone WHERE status <> 'withdrawn' GROUP BY center_id) AS c
    WHERE f.center_id = c.center_id;
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION public.count_exams() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_patients()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE public.center_figures f SET patients = f.patients + c.n
    FROM (SELECT center_id, count(*) AS n FROM added GROUP BY center_id) AS c WHERE f.center_id = c.center_id;
  ELSE
    UPDATE public.center_figures f SET patients = f.patients - c.n
    FROM (SELECT center_id, count(*) AS n FROM gone GROUP BY center_id) AS c WHERE f.center_id = c.center_id;
  END IF;
  RETURN NULL;
END $function$;
ALTER FUNCTION public.count_patients() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.count_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE sign integer := CASE WHEN NEW.status = 'withdrawn' THEN -1 ELSE 1 END;
BEGIN
  UPDATE public.center_figures SET exams = exams + sign, exam_bytes = exam_bytes + sign * NEW.file_size WHERE center_id = NEW.center_id;
  RETURN NULL;
END $function$;
ALTER FUNCTION public.count_withdrawal() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.guard_center()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  -- billing stores the plan that a center chose
  IF public.scope_system() = 'billing' AND to_jsonb(NEW) - '{plan,quota_bytes}'::text[] = to_jsonb(OLD) - '{plan,quota_bytes}'::text[] THEN
    RETURN NEW;
  END IF;
  IF NOT public.scope_is_admin()
    AND to_jsonb(NEW) - '{last_activity_at,own_viewing_days}'::text[] <> to_jsonb(OLD) - '{last_activity_at,own_viewing_days}'::text[] THEN
    RAISE insufficient_privilege USING MESSAGE = 'a center is changed by an administrator';
  END IF;
  IF NEW.own_viewing_days IS DISTINCT FROM OLD.own_viewing_days AND NEW.id IS DISTINCT FROM public.scope_center() THEN
    RAISE insufficient_privilege USING MESSAGE = 'a center chooses itself when patients see their own pictures';
  END IF;
  RETURN NEW;
END $function$;
