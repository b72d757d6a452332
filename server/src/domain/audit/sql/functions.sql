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

-- Whether a text is a network as the portal writes it (addressBlock), or none.
CREATE OR REPLACE FUNCTION public.is_network_block(block text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(block ~ '^([a-z]{0,16}|[0-9a-f.:]{2,45}/[0-9]{1,3})$', true)
$function$;

-- An event is short and flat, so that the chain, the log server's copy, the audit log and the alarms can read each of them:
-- 32 KiB of details, seven levels deep; the codes of event and network as the portal writes them.
CREATE OR REPLACE FUNCTION public.guard_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF octet_length(NEW.details::text) > 32768 OR jsonb_path_exists(NEW.details, '$.**{8}')
    OR NEW.event !~ '^[a-z][a-z0-9_]{2,63}$' OR NOT public.is_network_block(NEW.address_block)
    OR greatest(length(NEW.object_id), length(NEW.object_kind), length(NEW.request_id), length(NEW.exam_type)) > 200 THEN
    RAISE insufficient_privilege USING MESSAGE = 'an audit event is short, flat and in the portal''s codes';
  END IF;
  RETURN NEW;
END $function$;

-- Returns whether the scope may write an event of an account: each its own, under its own session, about patients of the
-- center, or about patients of whom the doctor has or requested a grant. An ended session still records its end, a sign-in
-- what its account did.
CREATE OR REPLACE FUNCTION public.may_record(actor text, person uuid, ref text, center uuid, doctor uuid, patient uuid, access uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  session uuid := public.scope_part(1)::uuid;
BEGIN
  RETURN EXISTS (
    SELECT FROM (
      SELECT s.user_id, s.center_id, s.doctor_id FROM public.sessions s WHERE s.id = session
      UNION ALL SELECT t.user_id, t.center_id, t.doctor_id FROM public.api_tokens t WHERE t.id = session
      UNION ALL SELECT u.id, c.id, d.id FROM public.users u
        LEFT JOIN public.medical_centers c ON c.user_id = u.id LEFT JOIN public.doctors d ON d.user_id = u.id
        WHERE session IS NULL AND u.id = person AND person IN (SELECT public.scope_accounts()) AND u.role <> 'member'
      UNION ALL SELECT m.user_id, m.center_id, NULL FROM public.center_members m
        WHERE session IS NULL AND m.user_id = person AND m.state = 'active' AND person IN (SELECT public.scope_accounts())
    ) own
    WHERE own.user_id = person AND CASE actor
      WHEN 'center' THEN own.center_id = center
        AND (patient IS NULL OR EXISTS (SELECT FROM public.patients p WHERE p.id = patient AND p.center_id = center))
        AND (access IS NULL OR EXISTS (SELECT FROM public.patient_access a
          WHERE a.id = access AND a.center_id = center AND a.patient_id = patient))
      WHEN 'doctor' THEN own.doctor_id = doctor AND (num_nonnulls(center, patient, access) = 0
        OR EXISTS (SELECT FROM public.patient_access a WHERE a.doctor_id = doctor AND a.patient_id = patient
          AND a.center_id = center AND (access IS NULL OR a.id = access)))
      ELSE own.center_id IS NULL AND own.doctor_id IS NULL
    END) AND (ref IS NULL OR public.is_own_session(session, person, ref));
END $function$;
ALTER FUNCTION public.may_record(text,uuid,text,uuid,uuid,uuid,uuid) OWNER TO medcloud_search;

-- How an event refers to a session or token (entry.ts): it does not reveal its id.
CREATE OR REPLACE FUNCTION public.session_reference(session uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT left(encode(sha256(convert_to('audit session ' || session::text, 'UTF8')), 'hex'), 16)
$function$;

-- Returns whether an event refers to the scope's own session, or, in a sign-in, to one of the account whose secret the scope
-- has: of a session or token that the caller presented, or of the new session.
CREATE OR REPLACE FUNCTION public.is_own_session(session uuid, account uuid, ref text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE hashes bytea[];
BEGIN
  IF session IS NOT NULL THEN RETURN public.session_reference(session) = ref; END IF;
  IF coalesce(public.scope_part(3), '') NOT IN ('sign-in', 'signed-in', 'factor', 'passkey') THEN RETURN false; END IF;
  SELECT array_agg(decode(substr(item, 2), 'hex')) INTO hashes
  FROM unnest(string_to_array(public.scope_part(2), '.')) AS item WHERE left(item, 1) IN ('s', 'b');
  RETURN EXISTS (
    SELECT FROM (
      SELECT s.id, s.user_id FROM public.sessions s WHERE s.bearer_hash = ANY (hashes)
      UNION ALL SELECT s.id, s.user_id FROM public.sessions s WHERE s.cookie_hash = ANY (hashes)
      UNION ALL SELECT t.id, t.user_id FROM public.api_tokens t WHERE t.token_hash = ANY (hashes)
    ) own
    WHERE own.user_id = account AND public.session_reference(own.id) = ref);
END $function$;

-- Returns whether the scope may write an event of the portal's: each purpose the events of its own work, about what it works
-- on. A doctor's request raises alarms about that doctor; no other request writes in the portal's name.
CREATE OR REPLACE FUNCTION public.may_record_as_portal(event text, person uuid, ref text, center uuid, doctor uuid, patient uuid, access uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE named_count integer := num_nonnulls(center, doctor, patient);
BEGIN
  IF num_nonnulls(person, ref, access) > 0 THEN RETURN false; END IF;
  IF public.scope_part(1) IS NOT NULL THEN
    RETURN coalesce(event = 'security_alert' AND doctor = public.scope_doctor() AND named_count = 1, false);
  END IF;
  RETURN coalesce(CASE public.scope_part(3)
    WHEN 'start' THEN named_count = 0 AND event IN ('start', 'stop', 'account_created', 'backup_made')
    WHEN 'rotation' THEN named_count = 0 AND event IN ('key_rotation_begun', 'key_rotated')
    WHEN 'breach' THEN named_count = 0 AND event = 'audit_shown'
    WHEN 'factor-removal' THEN named_count = 0 AND event = 'factor_removed'
    WHEN 'erasure' THEN named_count = 1 AND event = 'patient_erased' AND patient = public.scope_subject()
    WHEN 'outbox' THEN (named_count = 0 AND event IN ('looks_told', 'message_failed', 'message_sent', 'security_alert'))
      OR (named_count = 1 AND event = 'security_alert' AND doctor = public.scope_subject())
    WHEN 'alarms' THEN (named_count = 0 AND event = 'account_held')
      OR (event = 'security_alert' AND doctor IS NULL AND patient IS NULL)
    WHEN 'billing' THEN (named_count = 1 AND center IS NOT NULL AND event = 'security_alert') OR named_count = 0
      AND event IN ('subscription_state_changed', 'dunning_sent', 'price_notice_sent', 'due_made', 'due_recomputed', 'invoice_issued', 'invoice_credited', 'payment_begun', 'payment_recorded', 'payment_refused',
        'payment_undone', 'refund_made', 'chargeback_opened', 'chargeback_closed', 'security_alert', 'fiscal_accepted', 'fiscal_rejected',
        'fiscal_cancelled', 'vat_number_checked', 'plan_changed')
    WHEN 'sweep' THEN event = 'exam_upload_ended' AND doctor IS NULL
    WHEN 'imaging' THEN doctor IS NULL AND event IN ('exam_infected', 'exam_unviewable', 'exam_viewable', 'security_alert')
      AND EXISTS (SELECT FROM public.exams e
        WHERE e.id = public.scope_exam() AND e.center_id = center AND (patient IS NULL OR e.patient_id = patient))
  END, false);
END $function$;
ALTER FUNCTION public.may_record_as_portal(text,uuid,text,uuid,uuid,uuid,uuid) OWNER TO medcloud_search;

-- Returns whether the scope may write an event whose actor has no account. `patient`: the holder of a link, about the
-- records behind it, what such a holder does. `nobody`: a caller without a session, only the events of what such a caller can do, about no patient
-- or center, and about the account that a sign-in failed for or that a mailed link belongs to.
CREATE OR REPLACE FUNCTION public.may_record_without_account(event text, outcome text, actor text, person uuid, center uuid, doctor uuid, patient uuid, access uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE purpose text := public.scope_part(3);
BEGIN
  IF doctor IS NOT NULL THEN RETURN false; END IF;
  IF actor = 'patient' AND purpose = 'overview' THEN
    RETURN person IS NULL AND event IN ('consent_changed', 'consent_revoked') AND EXISTS (SELECT FROM public.patient_access a
      WHERE a.id = access AND a.id = public.scope_subject() AND a.center_id = center AND a.patient_id = patient
        AND a.id IN (SELECT public.grants_of_phone()));
  END IF;
  IF actor = 'patient' AND purpose = 'own' THEN
    RETURN coalesce(CASE
      WHEN person IS NOT NULL THEN false
      -- a wrong date of birth: whose, is not known
      WHEN outcome = 'failure' THEN event = 'own_exams_opened' AND num_nonnulls(center, patient, access) = 0
        AND public.scope_given('o') IS NOT NULL
      -- the session may have ended before the download
      WHEN event = 'own_exam_download_ended' THEN EXISTS (SELECT FROM public.link_codes c
        JOIN public.consent_links l ON l.token_hash = c.token_hash
        JOIN public.patient_access a ON a.request_id = l.request_id AND a.patient_id = c.patient_id
        WHERE c.session_hash = public.scope_given('o') AND c.purpose = 'own' AND a.id = access AND a.patient_id = patient
          AND a.center_id = center)
      ELSE event IN ('own_exams_opened', 'own_exam_viewed', 'own_exam_downloaded') AND access = public.scope_own_access()
        AND EXISTS (SELECT FROM public.patient_access a WHERE a.id = access AND a.patient_id = patient AND a.center_id = center) END, false);
  END IF;
  IF actor = 'patient' THEN
    RETURN person IS NULL AND coalesce(purpose, 'consent') = 'consent' AND (event LIKE 'consent\_%' OR event = 'doctor_blocked') AND CASE WHEN num_nonnulls(center, patient, access) = 0
      THEN coalesce(public.scope_link(), public.scope_block_doctor()) IS NOT NULL
      -- the grant of the link, or one of the same doctor and patient that it replaces
      ELSE EXISTS (SELECT FROM public.patient_access a WHERE a.request_id = public.scope_link() AND a.center_id = center
        AND (patient IS NULL OR a.patient_id = patient)
        AND (access IS NULL OR EXISTS (SELECT FROM public.patient_access g
          WHERE g.id = access AND g.doctor_id = a.doctor_id AND g.patient_id = a.patient_id))) END;
  END IF;
  IF actor = 'nobody' AND purpose = 'invitation' THEN
    RETURN event = 'member_joined' AND outcome = 'success' AND num_nonnulls(patient, access) = 0 AND EXISTS (
      SELECT FROM public.center_members m WHERE m.id = public.scope_invited() AND m.center_id = center AND m.user_id = person);
  END IF;
  IF actor = 'nobody' AND purpose = 'factor-reset' THEN
    RETURN event = 'factor_reset_cancelled' AND outcome = 'success' AND num_nonnulls(center, patient, access) = 0
      AND coalesce(person = public.scope_kept_account(), false);
  END IF;
  IF actor <> 'nobody' OR public.scope_part(1) IS NOT NULL OR num_nonnulls(center, patient, access) > 0 THEN RETURN false; END IF;
  RETURN coalesce(CASE purpose
    WHEN 'log' THEN (event = 'login' AND outcome IN ('failure', 'denied')) OR (event = 'denied' AND outcome = 'denied' AND person IS NULL)
    WHEN 'alarms' THEN event = 'login' AND outcome = 'failure' AND person IS NOT NULL
    WHEN 'reset-request' THEN event = 'password_reset_requested' AND outcome = 'success'
      AND (person IS NULL OR person = (SELECT a.id FROM public.account_of_address(public.scope_address()) a))
    WHEN 'recovery' THEN event IN ('password_reset', 'browser_remembered') AND outcome = 'success' AND person = public.scope_reset()
    WHEN 'signup' THEN event IN ('account_created', 'signup_received') AND outcome = 'success' AND person IS NULL
    WHEN 'support' THEN event = 'support_message_received' AND outcome = 'success' AND person IS NULL
  END, false);
END $function$;
ALTER FUNCTION public.may_record_without_account(text,text,text,uuid,uuid,uuid,uuid,uuid) OWNER TO medcloud_search;

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

-- Returns patients by the beginning of their public id, four characters after `P-` at least, for an administrator.
CREATE OR REPLACE FUNCTION public.trail_patients_by_prefix(prefix text, most integer)
 RETURNS TABLE(patient_id text, center_code text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.patient_id, c.center_id FROM public.patients p JOIN public.medical_centers c ON c.id = p.center_id
  WHERE prefix ~ '^P-[0-9A-HJKMNP-TV-Z]{4,10}$' AND starts_with(p.patient_id, prefix) AND public.scope_is_admin()
  ORDER BY p.patient_id LIMIT most
$function$;
ALTER FUNCTION public.trail_patients_by_prefix(text,integer) OWNER TO medcloud_search;

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
