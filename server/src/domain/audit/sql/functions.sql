-- Functions of audit. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.await_seal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO public.audit_unsealed (event_id, at) VALUES (NEW.id, NEW.at);
  RETURN NULL;
END $function$;
ALTER FUNCTION public.await_seal() OWNER TO medcloud_search;

-- Returns whether the scope may write an event of this actor: each account its own, the portal's by its own work
-- alone, or about the doctor whose request raised an alarm. An
-- ended session still records its end, a sign-in and a mailed link what their account did.
CREATE OR REPLACE FUNCTION public.may_record(actor text, person uuid, center uuid, doctor uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
  purpose text := public.scope_part(3);
BEGIN
  IF actor = 'system' AND session IS NULL THEN
    -- the portal's own events of no account's work name no account
    RETURN person IS NULL AND (purpose <> 'log' OR (center IS NULL AND doctor IS NULL)) AND purpose NOT IN ('sign-in', 'signed-in', 'session-probe', 'reset-request', 'recovery', 'signup', 'support', 'throttle', 'replacing', 'stream');
  END IF;
  RETURN EXISTS (
    SELECT FROM (
      SELECT s.user_id, s.center_id, s.doctor_id FROM public.sessions s WHERE s.id = session
      UNION ALL SELECT t.user_id, t.center_id, t.doctor_id FROM public.api_tokens t WHERE t.id = session
      UNION ALL SELECT u.id, c.id, d.id FROM public.users u
        LEFT JOIN public.medical_centers c ON c.user_id = u.id LEFT JOIN public.doctors d ON d.user_id = u.id
        WHERE session IS NULL AND u.id = person AND (person IN (SELECT public.scope_accounts()) OR person = public.scope_reset())
    ) own
    WHERE CASE actor
      WHEN 'system' THEN person IS NULL AND own.doctor_id = doctor
      WHEN 'center' THEN own.user_id = person AND own.center_id = center
      WHEN 'doctor' THEN own.user_id = person AND own.doctor_id = doctor
      ELSE own.user_id = person AND own.center_id IS NULL AND own.doctor_id IS NULL
    END);
END $function$;
ALTER FUNCTION public.may_record(text,uuid,uuid,uuid) OWNER TO medcloud_search;

-- Returns whether the scope may write an event whose actor has no account. `patient`: the holder of a link, about the
-- records behind it. `nobody`: a caller without a session, only the events of what such a caller can do, about no patient
-- or center, and about the account that a sign-in failed for or that a mailed link belongs to.
CREATE OR REPLACE FUNCTION public.may_record_without_account(event text, outcome text, actor text, person uuid, center uuid, doctor uuid, patient uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE purpose text := public.scope_part(3);
BEGIN
  IF doctor IS NOT NULL THEN RETURN false; END IF;
  IF actor = 'patient' THEN
    RETURN person IS NULL AND coalesce(purpose, 'replacing') = 'replacing' AND CASE WHEN center IS NULL AND patient IS NULL
      THEN coalesce(public.scope_link(), public.scope_block_doctor()) IS NOT NULL
      ELSE EXISTS (SELECT FROM public.patient_access a WHERE a.request_id = public.scope_link() AND a.center_id = center
        AND (patient IS NULL OR a.patient_id = patient)) END;
  END IF;
  IF actor <> 'nobody' OR public.scope_part(1) IS NOT NULL OR center IS NOT NULL OR patient IS NOT NULL THEN RETURN false; END IF;
  RETURN coalesce(CASE purpose
    WHEN 'log' THEN (event = 'login' AND outcome IN ('failure', 'denied')) OR (event = 'denied' AND outcome = 'denied' AND person IS NULL)
    WHEN 'reset-request' THEN event = 'password_reset_requested' AND outcome = 'success'
      AND (person IS NULL OR person = (SELECT a.id FROM public.account_of_address(public.scope_address()) a))
    WHEN 'recovery' THEN event = 'password_reset' AND outcome = 'success' AND person = public.scope_reset()
    WHEN 'signup' THEN event IN ('account_created', 'signup_received') AND outcome = 'success' AND person IS NULL
    WHEN 'support' THEN event = 'support_message_received' AND outcome = 'success' AND person IS NULL
  END, false);
END $function$;
ALTER FUNCTION public.may_record_without_account(text,text,text,uuid,uuid,uuid,uuid) OWNER TO medcloud_search;

-- Returns the names of the accounts, doctors and centers in audit events, by their ids, for the copy that a log server gets.
CREATE OR REPLACE FUNCTION public.stream_names(ids uuid[])
 RETURNS TABLE(id uuid, email text, first_name text, last_name text, center_code text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT named.* FROM (
    SELECT u.id, u.email, NULL, NULL, NULL FROM public.users u WHERE u.id = ANY (ids)
    UNION ALL SELECT d.id, NULL, d.first_name, d.last_name, NULL FROM public.doctors d WHERE d.id = ANY (ids)
    UNION ALL SELECT c.id, NULL, NULL, NULL, c.center_id FROM public.medical_centers c WHERE c.id = ANY (ids)
  ) named
  WHERE public.scope_system() = 'stream'
$function$;
ALTER FUNCTION public.stream_names(uuid[]) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.trail_patient(public_id text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.id FROM public.patients p WHERE p.patient_id = public_id AND public.scope_is_admin()
$function$;
ALTER FUNCTION public.trail_patient(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.trail_patients(ids uuid[])
 RETURNS TABLE(id uuid, patient_id text, center_code text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.id, p.patient_id, c.center_id FROM public.patients p JOIN public.medical_centers c ON c.id = p.center_id
  WHERE p.id = ANY (ids) AND (public.scope_is_admin() OR public.scope_system() IN ('breach', 'stream'))
$function$;
ALTER FUNCTION public.trail_patients(uuid[]) OWNER TO medcloud_search;
