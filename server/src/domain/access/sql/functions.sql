-- Functions of access. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.cancel_requests_of(doctor uuid)
 RETURNS TABLE(center uuid, patient uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT public.scope_is_admin() THEN RETURN; END IF;
  UPDATE public.otp_verifications SET superseded_at = public.app_now(), code_mac = NULL
    WHERE doctor_id = doctor AND verified_at IS NULL AND superseded_at IS NULL;
  RETURN QUERY UPDATE public.patient_access a SET status = 'expired', ended_at = public.app_now(), expires_at = public.app_now()
    WHERE a.doctor_id = doctor AND a.status = 'pending' AND a.expires_at > public.app_now() RETURNING a.center_id, a.patient_id;
END $function$;
ALTER FUNCTION public.cancel_requests_of(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.codes_to_phone(phone bytea)
 RETURNS TABLE(an_hour bigint, a_day bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT count(*) FILTER (WHERE o.created_at > public.app_now() - interval '1 hour'), count(*)
  FROM public.otp_verifications o
  WHERE o.phone_index = phone AND o.created_at > public.app_now() - interval '1 day'
    AND phone = public.scope_given('n') AND public.scope_doctor() IS NOT NULL AND public.scope_system() = 'matching'
$function$;
ALTER FUNCTION public.codes_to_phone(bytea) OWNER TO medcloud_search;

-- Whether a transaction that has committed counted this try. Whoever learns that a try was wrong can then not take its
-- count back: the number is that of the whole transaction, also within a savepoint or a block with EXCEPTION.
CREATE OR REPLACE FUNCTION public.is_counted(tried bytea, tries bytea[], tried_in xid8)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT coalesce(tried = ANY (tries) AND tried_in IS DISTINCT FROM pg_current_xact_id_if_assigned(), false)
$function$;

-- Uses an attempt of the scope's code for the MAC of what the doctor entered, which the scope has. Compares nothing.
CREATE OR REPLACE FUNCTION public.count_code_try()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH counted AS (
    UPDATE public.otp_verifications o
    SET attempts = o.attempts + 1, tries = o.tries || public.scope_given('m'), tried_in = pg_current_xact_id()
    WHERE o.id = public.scope_subject() AND o.doctor_id = public.scope_doctor() AND o.phone_index = public.scope_given('n')
      AND public.scope_given('m') IS NOT NULL AND o.attempts < 5 AND o.verified_at IS NULL AND o.superseded_at IS NULL
      AND o.expires_at > public.app_now()
    RETURNING 1)
  SELECT EXISTS (SELECT FROM counted)
$function$;
ALTER FUNCTION public.count_code_try() OWNER TO medcloud_search;

-- Marks the scope's code used, if the MAC of what the doctor entered, which the scope has, is the stored one and its try is
-- counted. The only way to a verified code: the portal's login can neither read a MAC nor set verified_at.
CREATE OR REPLACE FUNCTION public.verify_code()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH verified AS (
    UPDATE public.otp_verifications o SET verified_at = public.app_now(), code_mac = NULL
    WHERE o.id = public.scope_subject() AND o.doctor_id = public.scope_doctor() AND o.phone_index = public.scope_given('n')
      AND public.is_counted(public.scope_given('m'), o.tries, o.tried_in)
      AND o.code_mac = public.scope_given('m') AND o.verified_at IS NULL AND o.superseded_at IS NULL
    RETURNING 1)
  SELECT EXISTS (SELECT FROM verified)
$function$;
ALTER FUNCTION public.verify_code() OWNER TO medcloud_search;

-- The code by which the scope's doctor may request consent now: verified, and for the scope's phone number.
CREATE OR REPLACE FUNCTION public.scope_verified_code()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE found_value uuid;
BEGIN
  IF public.scope_system() IS DISTINCT FROM 'matching' THEN RETURN NULL; END IF;
  SELECT o.id INTO found_value FROM public.otp_verifications o
  WHERE o.id = public.scope_subject() AND o.doctor_id = public.scope_doctor() AND o.phone_index = public.scope_given('n')
    AND o.verified_at IS NOT NULL;
  RETURN found_value;
END $function$;
ALTER FUNCTION public.scope_verified_code() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.guard_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.superseded_at IS NULL THEN
    RAISE insufficient_privilege USING MESSAGE = 'a code that ended does not begin again';
  END IF;
  NEW.code_mac := NULL;
  RETURN NEW;
END $function$;

-- Uses an attempt of the scope's code for the MAC of what was entered, which the scope has. Compares nothing.
CREATE OR REPLACE FUNCTION public.count_link_try()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH counted AS (
    UPDATE public.link_codes c
    SET attempts = c.attempts + 1, tries = c.tries || public.scope_given('m'), tried_in = pg_current_xact_id()
    WHERE c.id = public.scope_subject() AND c.token_hash = public.scope_link_hash()
      AND public.scope_given('m') IS NOT NULL AND c.attempts < 5 AND c.used_at IS NULL AND c.superseded_at IS NULL
      AND c.expires_at > public.app_now()
    RETURNING 1)
  SELECT EXISTS (SELECT FROM counted)
$function$;
ALTER FUNCTION public.count_link_try() OWNER TO medcloud_search;

-- Marks the code of the link's scope used, if the MAC of what was entered, which the scope has, is the stored one and its
-- try is counted. The only way to a used code: the portal's login can neither read a MAC nor set used_at. A code that opens
-- the list of the phone's grants, or the patient's own pictures, gets the hash of the secret for it, which the scope has.
CREATE OR REPLACE FUNCTION public.use_link_code()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH used AS (
    UPDATE public.link_codes c SET used_at = public.app_now(), code_mac = NULL, session_hash = public.scope_given('o')
    WHERE c.id = public.scope_subject() AND c.token_hash = public.scope_link_hash()
      AND public.is_counted(public.scope_given('m'), c.tries, c.tried_in)
      AND c.code_mac = public.scope_given('m') AND c.used_at IS NULL AND c.superseded_at IS NULL AND c.expires_at > public.app_now()
      AND (c.purpose = 'change') = (public.scope_given('o') IS NULL)
    RETURNING 1)
  SELECT EXISTS (SELECT FROM used)
$function$;
ALTER FUNCTION public.use_link_code() OWNER TO medcloud_search;

-- How many codes for the list of its grants, or for own pictures, a phone got over all links. The scope names the phone of the next one.
CREATE OR REPLACE FUNCTION public.overview_codes_to_phone()
 RETURNS TABLE(an_hour bigint, a_day bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT count(*) FILTER (WHERE c.created_at > public.app_now() - interval '1 hour'), count(*)
  FROM public.link_codes c
  WHERE c.phone_index = public.scope_given('n') AND c.created_at > public.app_now() - interval '1 day'
    AND public.scope_system() = 'consent' AND public.scope_link() IS NOT NULL
$function$;
ALTER FUNCTION public.overview_codes_to_phone() OWNER TO medcloud_search;

-- Whether three wrong dates of birth were entered for own pictures after a code to the scope's phone, within a day.
CREATE OR REPLACE FUNCTION public.own_attempts_spent()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM public.link_codes c
    WHERE c.phone_index = public.scope_given('n') AND c.used_at > public.app_now() - interval '1 day'
      AND c.patient_id IS NULL AND c.birth_date_attempts >= 3)
$function$;
ALTER FUNCTION public.own_attempts_spent() OWNER TO medcloud_search;

-- What the scope of own pictures tries: a person and a date of birth.
CREATE OR REPLACE FUNCTION public.scope_birth_date_try()
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT sha256(public.scope_given('p') || '\x0a' || public.scope_given('q')) WHERE public.scope_system() = 'own'
$function$;

-- Uses a try to open own pictures, for the person and the date of birth that the scope has. Compares nothing. Returns the
-- tries that are left; null for a session that is unknown, over or already of a patient.
CREATE OR REPLACE FUNCTION public.count_birth_date_try()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH counted AS (
    UPDATE public.link_codes c SET birth_date_attempts = c.birth_date_attempts + 1,
      tries = c.tries || public.scope_birth_date_try(), tried_in = pg_current_xact_id()
    FROM public.consent_links l
    WHERE l.token_hash = c.token_hash AND c.session_hash = public.scope_given('o') AND c.purpose = 'own'
      AND c.used_at > public.app_now() - interval '30 minutes' AND c.superseded_at IS NULL AND l.ended_at IS NULL
      AND c.patient_id IS NULL AND c.birth_date_attempts < 3 AND public.scope_birth_date_try() IS NOT NULL
    RETURNING 3 - c.birth_date_attempts AS tries_left)
  SELECT (SELECT tries_left FROM counted)
$function$;
ALTER FUNCTION public.count_birth_date_try() OWNER TO medcloud_search;

-- Opens the own pictures of one patient of the link whose code yielded the scope's secret, if the scope has the patient's
-- date of birth. Returns no row for a session that is unknown, over or already of a patient, or without a counted try, and
-- no patient for a wrong date.
CREATE OR REPLACE FUNCTION public.open_own_pictures()
 RETURNS TABLE(patient uuid, request uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  code record;
  person uuid;
BEGIN
  SELECT c.id, l.request_id, l.access_id INTO code
  FROM public.link_codes c JOIN public.consent_links l ON l.token_hash = c.token_hash
  WHERE c.session_hash = public.scope_given('o') AND c.purpose = 'own'
    AND c.used_at > public.app_now() - interval '30 minutes' AND c.superseded_at IS NULL AND l.ended_at IS NULL
    AND c.patient_id IS NULL AND public.is_counted(public.scope_birth_date_try(), c.tries, c.tried_in)
  FOR UPDATE OF c;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT p.id INTO person
  FROM public.patient_access a JOIN public.patients p ON p.id = a.patient_id JOIN public.medical_centers m ON m.id = p.center_id
  WHERE a.request_id = code.request_id AND (a.id = code.access_id OR (code.access_id IS NULL AND a.unlinked_at IS NULL))
    AND a.public_patient_id = convert_from(public.scope_given('p'), 'UTF8')
    AND p.date_of_birth = convert_from(public.scope_given('q'), 'UTF8')::date
    AND p.erased_at IS NULL AND m.own_viewing_days IS NOT NULL;
  IF FOUND THEN UPDATE public.link_codes c SET patient_id = person WHERE c.id = code.id; END IF;
  RETURN QUERY SELECT person, code.request_id;
END $function$;
ALTER FUNCTION public.open_own_pictures() OWNER TO medcloud_search;

-- The grants of the patients who have the scope's phone number on record now, at all centers. Requests without a yes are
-- not among them.
CREATE OR REPLACE FUNCTION public.grants_of_phone()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT a.id FROM public.patients p JOIN public.patient_access a ON a.patient_id = p.id
  WHERE p.phone_index = (SELECT public.scope_overview()) AND p.erased_at IS NULL AND a.granted_at IS NOT NULL
$function$;
ALTER FUNCTION public.grants_of_phone() OWNER TO medcloud_search;

-- What the grants and requests of the scope's link, and the grants of the phone whose list the scope opened, are about. The
-- policies of other tables call these instead of reading patient_access, whose own policies PostgreSQL would plan
-- again for each of them (docs/decisions/069).
CREATE OR REPLACE FUNCTION public.scope_link_grants()
 RETURNS TABLE(patient_id uuid, center_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 ROWS 10
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT a.patient_id, a.center_id FROM public.patient_access a
  WHERE a.request_id = (SELECT public.scope_link()) AND public.link_shows(a.id, a.unlinked_at)
$function$;
ALTER FUNCTION public.scope_link_grants() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_link_doctor()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT r.doctor_id FROM public.access_requests r WHERE r.id = (SELECT public.scope_link())
$function$;
ALTER FUNCTION public.scope_link_doctor() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.scope_phone_grants()
 RETURNS TABLE(patient_id uuid, center_id uuid, doctor_id uuid, is_open boolean, exam_types text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 ROWS 10
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT a.patient_id, a.center_id, a.doctor_id, a.status = 'granted' AND a.expires_at > public.app_now(), a.scope
  FROM public.patient_access a WHERE a.id IN (SELECT public.grants_of_phone())
$function$;
ALTER FUNCTION public.scope_phone_grants() OWNER TO medcloud_search;

-- The given name and an initial of the patients of the scope's link, or of the phone whose list the scope opened: what
-- their pages show. These scopes read no row of patients, which has the date of birth that opens own pictures.
CREATE OR REPLACE FUNCTION public.scope_patient_names()
 RETURNS TABLE(id uuid, first_name text, initial text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 ROWS 10
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.id, p.first_name, left(p.last_name, 1) FROM public.patients p
  WHERE p.id IN (SELECT g.patient_id FROM public.scope_link_grants() g
    UNION ALL SELECT g.patient_id FROM public.scope_phone_grants() g)
$function$;
ALTER FUNCTION public.scope_patient_names() OWNER TO medcloud_search;

-- The holder of a consent link may end an access and give less of it, now: an answer keeps its text and times, and is not
-- undone. To grant, lengthen or widen, the row must get what the scope says that the patient chose, for a patient whom it
-- names (or the only one of the link); and a code must have been used in this transaction, except for a grant within 30
-- minutes of the link's SMS (limits.grantByLinkMs). On the list of a phone's grants, which a code opened, the row must be
-- the grant that the scope names.
CREATE OR REPLACE FUNCTION public.guard_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  chosen_patients text[] := string_to_array(convert_from(public.scope_given('p'), 'UTF8'), E'\n');
  chosen_days integer := convert_from(public.scope_given('d'), 'UTF8')::integer;
  chosen_types text := convert_from(public.scope_given('e'), 'UTF8'); -- null: unchanged, empty: all
  is_new boolean := OLD.status = 'pending' AND NEW.status = 'granted';
  is_longer boolean := is_new OR NEW.expires_at > OLD.expires_at;
  is_wider boolean := is_new OR OLD.scope IS NOT NULL AND NOT coalesce(NEW.scope <@ OLD.scope, false);
  is_listed boolean := coalesce(public.scope_system() = 'overview', false);
BEGIN
  IF (CASE
    WHEN is_new THEN NEW.ended_at IS NOT NULL
    WHEN OLD.status = 'pending' AND NEW.status = 'denied' THEN
      (NEW.response_date, NEW.ended_at) IS DISTINCT FROM (public.app_now(), public.app_now()) OR OLD.expires_at <= public.app_now()
      OR (NEW.granted_at, NEW.expires_at, NEW.scope, NEW.language, NEW.text_version, NEW.text_hash, NEW.tell_looks)
        IS DISTINCT FROM (OLD.granted_at, OLD.expires_at, OLD.scope, OLD.language, OLD.text_version, OLD.text_hash, OLD.tell_looks)
    WHEN OLD.status = 'granted' THEN
      (NEW.granted_at, NEW.response_date, NEW.language, NEW.text_version, NEW.text_hash)
        IS DISTINCT FROM (OLD.granted_at, OLD.response_date, OLD.language, OLD.text_version, OLD.text_hash)
      OR (NEW.status <> 'granted' AND (NEW.expires_at, NEW.scope, NEW.tell_looks)
        IS DISTINCT FROM (OLD.expires_at, OLD.scope, OLD.tell_looks))
      OR CASE NEW.status
        WHEN 'granted' THEN NEW.ended_at IS DISTINCT FROM OLD.ended_at
          OR (NEW.expires_at IS DISTINCT FROM OLD.expires_at AND NEW.expires_at < public.app_now())
        WHEN 'revoked' THEN NEW.ended_at IS DISTINCT FROM public.app_now() OR OLD.expires_at <= public.app_now()
        WHEN 'expired' THEN NEW.ended_at IS DISTINCT FROM OLD.expires_at OR OLD.expires_at > public.app_now()
        ELSE true END
    ELSE NEW IS DISTINCT FROM OLD END) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an answer is given and ended now, is not undone, and keeps its text and times';
  END IF;
  IF NOT (is_longer OR is_wider) THEN RETURN NEW; END IF;
  IF NEW.status <> 'granted' OR OLD.expires_at <= public.app_now()
    OR (chosen_patients IS NOT NULL AND NEW.public_patient_id <> ALL (chosen_patients))
    OR (chosen_patients IS NULL AND NOT is_listed AND EXISTS (SELECT FROM public.patient_access a
      WHERE a.request_id = NEW.request_id AND a.patient_id <> NEW.patient_id))
    OR (is_new AND num_nulls(chosen_days, chosen_types) > 0)
    -- also what is not more by itself: the types of before for more days, or the days of before for more types
    OR NEW.expires_at IS DISTINCT FROM coalesce(public.app_now() + make_interval(days => chosen_days), OLD.expires_at)
    OR NEW.scope IS DISTINCT FROM (CASE WHEN chosen_types IS NULL THEN OLD.scope ELSE nullif(string_to_array(chosen_types, ','), '{}') END)
    OR (is_new AND (NEW.granted_at, NEW.response_date) IS DISTINCT FROM (public.app_now(), public.app_now())) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a consent link gives what the patient chose, and no more';
  END IF;
  IF is_listed AND NOT is_new AND NEW.id = public.scope_subject() AND public.scope_overview() IS NOT NULL THEN RETURN NEW; END IF;
  IF NOT EXISTS (SELECT FROM public.link_codes c
    WHERE c.id = public.scope_subject() AND c.used_at = public.app_now() AND c.purpose = 'change')
    AND NOT (is_new AND EXISTS (SELECT FROM public.consent_links l
      WHERE l.token_hash = public.scope_link_hash() AND l.created_at > public.app_now() - interval '30 minutes')) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a consent link alone gives no more access: a code from the phone is needed';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.end_grant(access uuid, reason text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH ended AS (
    UPDATE public.patient_access a SET status = 'revoked', ended_at = public.app_now(), end_reason = reason,
      ended_by = CASE WHEN public.scope_is_admin() THEN 'admin' WHEN a.center_id = public.scope_center() THEN 'center' ELSE 'doctor' END
    WHERE a.id = access AND a.status = 'granted' AND a.expires_at > public.app_now()
      AND ((a.center_id = public.scope_center() AND public.scope_may('access.manage')) OR a.doctor_id = public.scope_doctor() OR public.scope_is_admin())
    RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM ended)
$function$;
ALTER FUNCTION public.end_grant(uuid,text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.grant_at_hand(access uuid)
 RETURNS TABLE(id uuid, request_id uuid, doctor_id uuid, patient_id uuid, center_id uuid, status text, expires_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT a.id, a.request_id, a.doctor_id, a.patient_id, a.center_id, a.status, a.expires_at FROM public.patient_access a
  WHERE a.id = access AND (a.center_id = public.scope_center() OR a.doctor_id = public.scope_doctor() OR public.scope_is_admin())
$function$;
ALTER FUNCTION public.grant_at_hand(uuid) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.grants_behind_link()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT held.id FROM public.patient_access asked
  JOIN public.patient_access held ON held.doctor_id = asked.doctor_id AND held.patient_id = asked.patient_id
  WHERE asked.request_id = public.scope_link() AND asked.status = 'pending' AND asked.expires_at > public.app_now()
    AND public.link_shows(asked.id, asked.unlinked_at) AND held.status = 'granted'
$function$;
ALTER FUNCTION public.grants_behind_link() OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.last_grant_on_exam(doctor uuid, exam uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN a.status = 'revoked' THEN 'revoked' ELSE 'expired' END
  FROM public.exams e JOIN public.patient_access a ON a.patient_id = e.patient_id
  WHERE e.id = exam AND a.doctor_id = doctor AND doctor = public.scope_doctor() AND a.granted_at IS NOT NULL
    AND (e.is_open AND (a.scope IS NULL OR e.exam_type = ANY (a.scope))
      OR EXISTS (SELECT FROM public.patients p WHERE p.id = e.patient_id AND p.erased_at IS NOT NULL))
    AND NOT EXISTS (SELECT 1 FROM public.patient_access live WHERE live.patient_id = e.patient_id AND live.doctor_id = doctor
      AND live.status = 'granted' AND live.expires_at > public.app_now())
  ORDER BY coalesce(a.ended_at, a.expires_at) DESC LIMIT 1
$function$;
ALTER FUNCTION public.last_grant_on_exam(uuid,uuid) OWNER TO medcloud_search;

-- Those of the exams whose patient ever gave the scope's doctor a grant.
CREATE OR REPLACE FUNCTION public.exams_once_granted(exams uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT e.id FROM public.exams e WHERE e.id = ANY (exams) AND EXISTS (
    SELECT FROM public.patient_access a
    WHERE a.patient_id = e.patient_id AND a.doctor_id = public.scope_doctor() AND a.granted_at IS NOT NULL)
$function$;
ALTER FUNCTION public.exams_once_granted(uuid[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.last_grant_on_study(doctor uuid, study text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT ended FROM (
    SELECT public.last_grant_on_exam(doctor, s.exam_id) AS ended FROM public.studies s
    WHERE s.study_uid = study AND doctor = public.scope_doctor() LIMIT 100) AS each
  WHERE ended IS NOT NULL LIMIT 1
$function$;
ALTER FUNCTION public.last_grant_on_study(uuid,text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.link_shows(access uuid, unlinked timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN scope_link_access() IS NULL THEN unlinked IS NULL ELSE access = scope_link_access() END
$function$;

CREATE OR REPLACE FUNCTION public.live_grants_among(accesses uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT a.id FROM public.patient_access a
  WHERE a.id = ANY (accesses) AND a.status = 'granted' AND a.expires_at > public.app_now() AND public.scope_is_admin()
$function$;
ALTER FUNCTION public.live_grants_among(uuid[]) OWNER TO medcloud_search;

-- Returns the grants and requests that audit events name, for a report: those of the center, all for an administrator.
CREATE OR REPLACE FUNCTION public.grants_of_events(accesses uuid[])
 RETURNS TABLE(id uuid, status text, granted_at timestamp with time zone, expires_at timestamp with time zone, ended_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT a.id, CASE WHEN a.status IN ('granted', 'pending') AND a.expires_at <= public.app_now() THEN 'expired' ELSE a.status END,
    a.granted_at, a.expires_at, coalesce(a.ended_at, CASE WHEN a.status = 'denied' THEN a.response_date END)
  FROM public.patient_access a
  WHERE a.id = ANY (accesses) AND (a.center_id = (SELECT public.scope_center()) OR (SELECT public.scope_is_admin()))
$function$;
ALTER FUNCTION public.grants_of_events(uuid[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.looks_to_tell(zone text, most integer)
 RETURNS TABLE(day date, phone_index bytea, request_id uuid, otp_id uuid, phone_sealed bytea, language text, doctors text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH yesterday AS (
    SELECT (public.app_now() AT TIME ZONE zone)::date - 1 AS day
    WHERE extract(hour FROM public.app_now() AT TIME ZONE zone) BETWEEN 9 AND 20 AND public.scope_system() = 'outbox'),
  looked AS (
    SELECT DISTINCT y.day, a.request_id, a.doctor_id FROM yesterday y, public.audit_events e
    JOIN public.patient_access a ON a.id = e.purpose
    WHERE e.event IN ('exams_listed', 'exam_viewed', 'exam_downloaded') AND e.actor_kind = 'doctor'
      AND e.at >= y.day::timestamp AT TIME ZONE zone AND e.at < (y.day + 1)::timestamp AT TIME ZONE zone
      AND NOT e.details ? 'background' AND NOT e.details ? 'thumbnails' AND a.tell_looks AND a.unlinked_at IS NULL),
  told AS (
    SELECT l.day, r.phone_index, (array_agg(r.id ORDER BY r.requested_at DESC))[1] AS request_id,
      array_agg(DISTINCT coalesce(d.approved_first_name, d.first_name) || ' ' || coalesce(d.approved_last_name, d.last_name)) AS doctors
    FROM looked l JOIN public.access_requests r ON r.id = l.request_id JOIN public.doctors d ON d.id = l.doctor_id
    WHERE NOT EXISTS (SELECT 1 FROM public.look_notices n WHERE n.phone_index = r.phone_index AND n.day = l.day)
    GROUP BY l.day, r.phone_index ORDER BY r.phone_index LIMIT most)
  SELECT t.day, t.phone_index, r.id, o.id, o.phone_sealed, r.language, t.doctors
  FROM told t JOIN public.access_requests r ON r.id = t.request_id JOIN public.otp_verifications o ON o.id = r.otp_id
$function$;
ALTER FUNCTION public.looks_to_tell(text,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.purge_blocks(most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH links_gone AS (DELETE FROM public.block_links WHERE token_hash IN (
      SELECT token_hash FROM public.block_links WHERE created_at < public.app_now() - interval '90 days'
      ORDER BY created_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  blocks_gone AS (DELETE FROM public.phone_blocks WHERE (phone_index, doctor_id) IN (
      SELECT phone_index, doctor_id FROM public.phone_blocks WHERE ends_at < public.app_now() - interval '30 days'
      ORDER BY ends_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1)
  SELECT (SELECT count(*) FROM links_gone) + (SELECT count(*) FROM blocks_gone)
$function$;
ALTER FUNCTION public.purge_blocks(integer) OWNER TO medcloud_search;

-- OFFSET 0 keeps the planner from comparing names before the join: only those of patients with a grant are compared.
CREATE OR REPLACE FUNCTION public.search_grants(doctor uuid, words jsonb, after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF doctor IS DISTINCT FROM public.scope_doctor() THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.id FROM (
       SELECT a.id, a.granted_at, p.name_key FROM public.patient_access a JOIN public.patients p ON p.id = a.patient_id
       WHERE a.doctor_id = $1 AND a.status = ''granted'' AND a.expires_at > public.app_now()
         AND ($2::timestamptz IS NULL OR (a.granted_at, a.id) < ($2, $3)) ORDER BY a.granted_at DESC, a.id DESC OFFSET 0) p
     WHERE %s ORDER BY p.granted_at DESC, p.id DESC LIMIT $4',
    public.name_condition(words))
  USING doctor, after_at, after_id, most;
END $function$;
ALTER FUNCTION public.search_grants(uuid,jsonb,timestamp with time zone,uuid,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.take_off_links(patient uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE consent_links SET ended_at = app_now() WHERE ended_at IS NULL AND access_id IN (
    SELECT a.id FROM patient_access a WHERE a.patient_id = patient AND a.center_id = scope_center());
  RETURN QUERY UPDATE patient_access a SET status = 'expired', ended_at = app_now(), expires_at = least(a.expires_at, app_now())
    WHERE a.patient_id = patient AND a.center_id = scope_center() AND a.status = 'pending' RETURNING a.doctor_id;
  UPDATE patient_access a SET unlinked_at = app_now()
    WHERE a.patient_id = patient AND a.center_id = scope_center() AND a.unlinked_at IS NULL;
END $function$;
ALTER FUNCTION public.take_off_links(uuid) OWNER TO medcloud_search;

-- To how many numbers without a patient a doctor's last codes went in a row, within seven days.
CREATE OR REPLACE FUNCTION public.count_unknown_numbers(doctor uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  WITH codes AS (
    -- a message that a statement adds makes no code to a patient of one that was none
    SELECT o.phone_index, o.created_at, bool_or(m.state = 'decoy') AS is_decoy
    FROM public.otp_verifications o JOIN public.outbox_messages m ON m.otp_id = o.id
    WHERE o.doctor_id = doctor AND o.created_at > public.app_now() - interval '7 days'
      AND public.scope_system() = 'outbox' AND public.scope_subject() = doctor
    GROUP BY o.id, o.phone_index, o.created_at)
  SELECT count(DISTINCT phone_index) FROM codes WHERE is_decoy AND created_at > coalesce(
    (SELECT max(created_at) FROM codes WHERE NOT is_decoy), '-infinity')
$function$;
ALTER FUNCTION public.count_unknown_numbers(uuid) OWNER TO medcloud_search;
