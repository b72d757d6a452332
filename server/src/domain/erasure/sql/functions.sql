-- Functions of erasure. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.patient_to_erase(public_id text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.id FROM public.patients p WHERE p.patient_id = public_id AND public.scope_system() = 'erasure'
$function$;
ALTER FUNCTION public.patient_to_erase(text) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.erased_patients()
 RETURNS TABLE(id uuid, erased_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.id, p.erased_at FROM public.patients p WHERE p.erased_at IS NOT NULL AND public.scope_system() = 'erasure'
$function$;
ALTER FUNCTION public.erased_patients() OWNER TO medcloud_search;

-- Takes everything from a patient's rows but what keeps lists and the audit log whole, and replaces the key. Ends the
-- grants. A request that a patient shares who is not erased keeps its number. Returns the stored objects that no row names
-- any more, and a null if the patient exists. The subject of the scope is the only patient that the policies of the
-- tables' owner let it change.
CREATE OR REPLACE FUNCTION public.erase_patient(new_key bytea, new_master integer)
 RETURNS TABLE(object_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  patient uuid := public.scope_subject();
  phone bytea;
  phones bytea[];
  requests uuid[];
  codes uuid[];
  links bytea[];
BEGIN
  IF public.scope_system() IS DISTINCT FROM 'erasure' OR patient IS NULL THEN RETURN; END IF;
  -- Of two patients who share a request, the second erasure must see that the first is done.
  PERFORM pg_advisory_xact_lock(hashtextextended('medcloud erasure', 0));
  -- Uploads and changes that run finish first: they lock the row too.
  SELECT p.phone_index INTO phone FROM public.patients p WHERE p.id = patient FOR UPDATE;
  -- Also those to a number that the patient had earlier.
  requests := ARRAY(SELECT a.request_id FROM public.patient_access a WHERE a.patient_id = patient AND NOT EXISTS (
    SELECT FROM public.patient_access o JOIN public.patients p ON p.id = o.patient_id
    WHERE o.request_id = a.request_id AND o.patient_id <> patient AND p.erased_at IS NULL));
  -- The patient's numbers that no other patient has.
  phones := ARRAY(SELECT n.phone_index FROM (SELECT phone UNION
      SELECT r.phone_index FROM public.access_requests r WHERE r.id = ANY (requests)) AS n (phone_index)
    WHERE NOT EXISTS (SELECT FROM public.patients p WHERE p.phone_index = n.phone_index AND p.id <> patient));
  codes := ARRAY(SELECT r.otp_id FROM public.access_requests r WHERE r.id = ANY (requests)
    UNION SELECT v.id FROM public.otp_verifications v WHERE v.phone_index = phone AND phone = ANY (phones));
  UPDATE keys.patient_keys k SET wrapped_key = new_key, master_id = new_master WHERE k.patient_id = patient;
  RETURN QUERY SELECT o.id FROM public.exam_objects o WHERE o.patient_id = patient
    UNION SELECT u.object_id FROM public.uploads u WHERE u.patient_id = patient AND u.state <> 'stored'
      AND NOT public.is_object_of_another(u.object_id, patient);
  DELETE FROM public.uploads u WHERE u.patient_id = patient;
  DELETE FROM public.annotation_sets s WHERE s.patient_id = patient;
  DELETE FROM public.series s WHERE s.patient_id = patient;
  DELETE FROM public.studies s WHERE s.patient_id = patient;
  DELETE FROM public.exam_objects o WHERE o.patient_id = patient;
  UPDATE public.exams e SET exam_type = 'other', exam_date = '1900-01-01', referring_physician = NULL, notes_sealed = NULL,
    reason_sealed = NULL, file_name = '-', study_description = NULL, modalities = NULL, body_parts = NULL, laterality = NULL, series_count = NULL,
    image_count = NULL, key_study_uid = NULL, key_series_uid = NULL, sha256 = decode(repeat('00', 32), 'hex'), status = 'withdrawn', status_reason = NULL,
    imaging_state = 'failed', imaging_fault = 'erased', scan_state = 'none', scan_findings = NULL, marks = '{}',
    confirmed_doubts = '{}', awaits_comparison = false
  WHERE e.patient_id = patient;
  WITH ended AS (
    UPDATE public.consent_links l SET ended_at = coalesce(l.ended_at, public.app_now()), phone_sealed = NULL
    WHERE l.request_id = ANY (requests)
      OR l.access_id IN (SELECT a.id FROM public.patient_access a WHERE a.patient_id = patient)
    RETURNING l.token_hash)
  SELECT array_agg(token_hash) INTO links FROM ended;
  UPDATE public.patient_access a SET status = CASE a.status WHEN 'granted' THEN 'revoked' ELSE 'expired' END,
    ended_at = public.app_now(), expires_at = least(a.expires_at, public.app_now())
  WHERE a.patient_id = patient AND a.status IN ('granted', 'pending');
  -- Nobody is told of yesterday's views: there is no number any more.
  UPDATE public.patient_access a SET unlinked_at = public.app_now() WHERE a.patient_id = patient AND a.unlinked_at IS NULL;
  DELETE FROM public.block_links b WHERE b.phone_index = ANY (phones);
  DELETE FROM public.phone_blocks b WHERE b.phone_index = ANY (phones);
  DELETE FROM public.look_notices n WHERE n.phone_index = ANY (phones);
  -- A notice about several patients of one phone stays for the others, and belongs to one of their requests from now on.
  UPDATE public.outbox_messages m SET otp_id = o.otp_id
  FROM public.otp_verifications v, LATERAL (SELECT r.otp_id FROM public.access_requests r
    WHERE r.phone_index = v.phone_index AND r.otp_id <> ALL (codes) LIMIT 1) o
  WHERE m.kind = 'looked' AND m.state IN ('waiting', 'sending') AND m.otp_id = ANY (codes) AND v.id = m.otp_id
    AND v.phone_index <> ALL (phones);
  -- What the gateway may have now is not sent again.
  UPDATE public.outbox_messages m SET state = CASE m.state WHEN 'waiting' THEN 'superseded' ELSE 'uncertain' END,
    sealed = NULL, done_at = public.app_now()
  WHERE m.state IN ('waiting', 'sending') AND (m.otp_id = ANY (codes) OR m.link_hash = ANY (links));
  UPDATE public.access_requests r SET phone_index = sha256(r.id::text::bytea), phone_last3 = '' WHERE r.otp_id = ANY (codes);
  UPDATE public.otp_verifications v SET phone_index = sha256(v.id::text::bytea), phone_sealed = '', phone_last3 = '',
    code_mac = NULL, superseded_at = coalesce(v.superseded_at, public.app_now())
  WHERE v.id = ANY (codes);
  UPDATE public.patients p SET first_name = '-', last_name = '-', name_key = '|', date_of_birth = '1900-01-01',
    gender = 'Other', email = NULL, language = NULL, phone_sealed = NULL, phone_index = NULL, amka_sealed = NULL,
    amka_index = NULL, address_sealed = NULL, erased_at = coalesce(p.erased_at, public.app_now())
  WHERE p.id = patient;
  IF FOUND THEN RETURN QUERY SELECT NULL::uuid; END IF;
END $function$;

-- An exam cannot get to an erased patient: whoever inserts it waits for the end of a running erasure.
CREATE OR REPLACE FUNCTION public.refuse_erased()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM public.patients p WHERE p.id = NEW.patient_id FOR SHARE;
  IF EXISTS (SELECT FROM public.patients p WHERE p.id = NEW.patient_id AND p.erased_at IS NOT NULL) THEN
    RAISE check_violation USING MESSAGE = 'the patient was erased';
  END IF;
  RETURN NEW;
END $function$;
