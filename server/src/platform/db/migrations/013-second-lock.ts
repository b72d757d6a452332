import { type Kysely, sql } from 'kysely';

/**
 * Why: the second lock must also hold where whole rows stood open for a purpose: accounts, sessions and links had no
 * policy, an administrator's count could read every patient, a doctor's request every number's owner, and a temporary
 * table could stand in for `sessions`. Every table with data about persons has a policy now (docs/decisions/002).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw([scopes, accounts, organisations, consent, counts, grants, columnGuards].join('\n')).execute(db);
}

/**
 * The scope functions read sessions and links as a role that owns no table, so that these can be forced as well, and look
 * for temporary tables last: an unlisted pg_temp comes first, whatever the path.
 */
const scopes = `
GRANT SELECT (id, user_id, role, center_id, doctor_id, revoked_at) ON sessions TO medcloud_search;
GRANT SELECT ON consent_links TO medcloud_search;
CREATE POLICY scoped ON sessions FOR SELECT TO medcloud_search USING (true);
CREATE POLICY scoped ON consent_links TO medcloud_search USING (true);

GRANT CREATE ON SCHEMA public TO medcloud_search;
DO $$
DECLARE definer record;
BEGIN
  FOR definer IN SELECT p.oid::regprocedure AS name, p.proname LIKE 'scope\\_%' AS of_scope
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, public, pg_temp', definer.name);
    IF definer.of_scope THEN EXECUTE format('ALTER FUNCTION %s OWNER TO medcloud_search', definer.name); END IF;
  END LOOP;
END $$;
`;

const accounts = `
ALTER TABLE users ENABLE ROW LEVEL SECURITY; ALTER TABLE users FORCE ROW LEVEL SECURITY;
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY; ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
ALTER TABLE consent_links ENABLE ROW LEVEL SECURITY; ALTER TABLE consent_links FORCE ROW LEVEL SECURITY;
ALTER TABLE installation ENABLE ROW LEVEL SECURITY; ALTER TABLE installation FORCE ROW LEVEL SECURITY;
ALTER TABLE keys.service_keys ENABLE ROW LEVEL SECURITY; ALTER TABLE keys.service_keys FORCE ROW LEVEL SECURITY;

-- users: one's own, the administrator's, and whoever presents a password; the first start looks for an administrator
CREATE POLICY own ON users FOR SELECT TO medcloud_app USING (id = (SELECT scope_user()));
CREATE POLICY read_by_admin ON users FOR SELECT TO medcloud_app USING ((SELECT scope_is_admin()));
CREATE POLICY signing_in ON users FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'sign-in');
CREATE POLICY first ON users FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'start' AND role = 'admin');
CREATE POLICY applied ON users FOR INSERT TO medcloud_app WITH CHECK (
  (SELECT scope_system()) = 'signup' AND role = 'doctor' AND subscription_end_date IS NULL);
CREATE POLICY first_made ON users FOR INSERT TO medcloud_app WITH CHECK ((SELECT scope_system()) = 'start' AND role = 'admin');
CREATE POLICY made_by_admin ON users FOR INSERT TO medcloud_app WITH CHECK ((SELECT scope_is_admin()) AND role = 'medical_center');
CREATE POLICY changed ON users FOR UPDATE TO medcloud_app USING (
  id = (SELECT scope_user()) OR (SELECT scope_is_admin()) OR (SELECT scope_system()) = 'sign-in');

-- sessions: one's own, ended by the administrator too; a session begun by another goes on for the same tenant
CREATE POLICY own ON sessions FOR SELECT TO medcloud_app USING (
  user_id = (SELECT scope_user()) OR (SELECT scope_is_admin()) OR (SELECT scope_system()) = 'sign-in');
CREATE POLICY begun ON sessions FOR INSERT TO medcloud_app WITH CHECK ((SELECT scope_system()) = 'sign-in');
CREATE POLICY begun_anew ON sessions FOR INSERT TO medcloud_app WITH CHECK (
  user_id = (SELECT scope_user()) AND center_id IS NOT DISTINCT FROM (SELECT scope_center())
  AND doctor_id IS NOT DISTINCT FROM (SELECT scope_doctor()));
CREATE POLICY ended ON sessions FOR UPDATE TO medcloud_app USING (
  user_id = (SELECT scope_user()) OR (SELECT scope_is_admin()) OR (SELECT scope_system()) = 'sign-in');

-- links: made by the doctor whose request they belong to, or again by the center of the one grant that they concern
CREATE POLICY made ON consent_links FOR INSERT TO medcloud_app WITH CHECK (
  (SELECT scope_system()) = 'matching' AND access_id IS NULL AND EXISTS (
  SELECT 1 FROM access_requests r WHERE r.id = consent_links.request_id AND r.doctor_id = (SELECT scope_doctor())));
CREATE POLICY made_again ON consent_links FOR INSERT TO medcloud_app WITH CHECK (EXISTS (
  SELECT 1 FROM patient_access a WHERE a.id = consent_links.access_id AND a.request_id = consent_links.request_id
    AND a.center_id = (SELECT scope_center())));
CREATE POLICY of_center ON consent_links FOR SELECT TO medcloud_app USING ((SELECT scope_center()) IS NOT NULL AND EXISTS (
  SELECT 1 FROM patient_access a WHERE a.id = consent_links.access_id AND a.center_id = (SELECT scope_center())));

-- the portal's own
CREATE POLICY read ON installation FOR SELECT TO medcloud_app USING ((SELECT scope_system()) IN ('start', 'health', 'sweep'));
CREATE POLICY written ON installation FOR INSERT TO medcloud_app WITH CHECK ((SELECT scope_system()) = 'start');
CREATE POLICY read ON keys.service_keys FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'start');
CREATE POLICY written ON keys.service_keys FOR INSERT TO medcloud_app WITH CHECK ((SELECT scope_system()) = 'start');
`;

/** Who reads a center's or doctor's row: whoever the portal names them to, and no purpose but sign-in. */
const organisations = `
DROP POLICY read ON medical_centers;
CREATE POLICY read ON medical_centers FOR SELECT TO medcloud_app USING (
  id = (SELECT scope_center()) OR (SELECT scope_doctor()) IS NOT NULL OR (SELECT scope_is_admin())
  OR (SELECT scope_system()) = 'sign-in');
CREATE POLICY of_link ON medical_centers FOR SELECT TO medcloud_app USING ((SELECT scope_link()) IS NOT NULL AND EXISTS (
  SELECT 1 FROM patient_access a WHERE a.center_id = medical_centers.id AND a.request_id = (SELECT scope_link())));

DROP POLICY read ON doctors;
CREATE POLICY read ON doctors FOR SELECT TO medcloud_app USING (
  id = (SELECT scope_doctor()) OR (SELECT scope_is_admin()) OR (SELECT scope_system()) = 'sign-in');
CREATE POLICY of_link ON doctors FOR SELECT TO medcloud_app USING ((SELECT scope_link()) IS NOT NULL AND EXISTS (
  SELECT 1 FROM access_requests r WHERE r.doctor_id = doctors.id AND r.id = (SELECT scope_link())));
-- who asked for a record of the center, and what came of it
CREATE POLICY of_center ON doctors FOR SELECT TO medcloud_app USING ((SELECT scope_center()) IS NOT NULL AND EXISTS (
  SELECT 1 FROM patient_access a WHERE a.doctor_id = doctors.id AND a.center_id = (SELECT scope_center())));
DROP POLICY applied ON doctors;
CREATE POLICY applied ON doctors FOR INSERT TO medcloud_app WITH CHECK (
  (SELECT scope_system()) = 'signup' AND state = 'pending' AND first_approved_at IS NULL);
`;

/** A request and an answer see what they need by function, and no row beyond it. */
const consent = `
-- whose records a number belongs to: ids and language, while a doctor asks
CREATE FUNCTION patients_of_phone(phone bytea)
RETURNS TABLE (id uuid, center_id uuid, patient_id text, language text, created_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT p.id, p.center_id, p.patient_id, p.language, p.created_at FROM public.patients p
  WHERE p.phone_index = phone AND public.scope_doctor() IS NOT NULL AND public.scope_system() = 'matching'
$$;
DROP POLICY matched ON patients;

-- how many codes went to a number in an hour and in a day, over all doctors
CREATE FUNCTION codes_to_phone(phone bytea) RETURNS TABLE (an_hour bigint, a_day bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT count(*) FILTER (WHERE o.created_at > public.app_now() - interval '1 hour'), count(*)
  FROM public.otp_verifications o
  WHERE o.phone_index = phone AND o.created_at > public.app_now() - interval '1 day'
    AND public.scope_doctor() IS NOT NULL AND public.scope_system() = 'matching'
$$;
CREATE POLICY counted ON otp_verifications FOR SELECT TO medcloud_search USING (true);
DROP POLICY matched ON otp_verifications;
CREATE POLICY sent ON otp_verifications FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'outbox');

-- live grants that an answer may replace: of the link's own doctor, on records that the link still waits for
CREATE FUNCTION grants_behind_link() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT held.id FROM public.patient_access asked
  JOIN public.patient_access held ON held.doctor_id = asked.doctor_id AND held.patient_id = asked.patient_id
  WHERE asked.request_id = public.scope_link() AND asked.status = 'pending' AND asked.expires_at > public.app_now()
    AND public.link_shows(asked.id, asked.unlinked_at) AND held.status = 'granted'
$$;
DROP POLICY replaced ON patient_access;
DROP POLICY seen_when_replaced ON patient_access;
DROP POLICY matched ON patient_access;
CREATE POLICY replaced ON patient_access FOR UPDATE TO medcloud_app
  USING ((SELECT scope_system()) = 'replacing' AND id IN (SELECT grants_behind_link()))
  WITH CHECK ((SELECT scope_system()) = 'replacing' AND id IN (SELECT grants_behind_link()) AND status IN ('revoked', 'expired'));
CREATE POLICY seen_when_replaced ON patient_access FOR SELECT TO medcloud_app
  USING ((SELECT scope_system()) = 'replacing' AND id IN (SELECT grants_behind_link()));

-- a doctor makes a request and reads it; answering it is the link's
DROP POLICY of_doctor ON access_requests;
CREATE POLICY of_doctor ON access_requests FOR SELECT TO medcloud_app USING (doctor_id = (SELECT scope_doctor()));
CREATE POLICY made ON access_requests FOR INSERT TO medcloud_app WITH CHECK (
  doctor_id = (SELECT scope_doctor()) AND (SELECT scope_system()) = 'matching' AND answered_at IS NULL);

-- the consent page opens nothing that is sealed
DROP POLICY with_patient ON keys.patient_keys;
CREATE POLICY with_patient ON keys.patient_keys FOR SELECT TO medcloud_app USING (
  ((SELECT scope_center()) IS NOT NULL OR (SELECT scope_doctor()) IS NOT NULL)
  AND EXISTS (SELECT 1 FROM patients p WHERE p.id = patient_keys.patient_id));
`;

/** The administrator's figures are counted by function: no policy shows a patient, an exam or a key for them. */
const counts = `
DROP POLICY counted ON patients;
DROP POLICY counted ON exams;
DROP POLICY counted ON exam_objects;
CREATE POLICY counted ON exam_objects FOR SELECT TO medcloud_search USING (true);

CREATE FUNCTION count_records() RETURNS TABLE (patients bigint, exams bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (SELECT count(*) FROM public.patients), (SELECT count(*) FROM public.exams WHERE status <> 'withdrawn')
  WHERE public.scope_is_admin()
$$;
CREATE FUNCTION count_records_of_center(center uuid) RETURNS TABLE (patients bigint, exams bigint, exam_bytes bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (SELECT count(*) FROM public.patients WHERE center_id = center), count(*), coalesce(sum(file_size), 0)::bigint
  FROM public.exams WHERE center_id = center AND status <> 'withdrawn' HAVING public.scope_is_admin()
$$;
-- what lies in the store, and what of it came in the last 30 days: since when, in days from 1 to 30
CREATE FUNCTION count_storage() RETURNS TABLE (used_bytes bigint, file_count bigint, recent_bytes bigint, recent_days double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(sum(size_bytes), 0)::bigint, count(*),
    coalesce(sum(size_bytes) FILTER (WHERE created_at > public.app_now() - interval '30 days'), 0)::bigint,
    least(30, greatest(1, coalesce(extract(epoch FROM public.app_now() - min(created_at)) / 86400, 1)))::float8
  FROM public.exam_objects HAVING public.scope_is_admin()
$$;
`;

/** The functions' role sees the columns that they name; the application changes no column that says whose a row is, or what was uploaded. */
const grants = `
REVOKE SELECT ON patients, exams FROM medcloud_search;
GRANT SELECT (id, center_id, patient_id, name_key, phone_index, language, created_at) ON patients TO medcloud_search;
GRANT SELECT (id, center_id, patient_id, exam_type, status, file_size, uploaded_at) ON exams TO medcloud_search;
GRANT SELECT (phone_index, created_at) ON otp_verifications TO medcloud_search;
GRANT SELECT (size_bytes, created_at) ON exam_objects TO medcloud_search;

DO $$
DECLARE definer text;
BEGIN
  FOREACH definer IN ARRAY ARRAY['patients_of_phone(bytea)', 'codes_to_phone(bytea)', 'grants_behind_link()',
    'count_records()', 'count_records_of_center(uuid)', 'count_storage()']
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', definer);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO medcloud_app', definer);
    EXECUTE format('ALTER FUNCTION %s OWNER TO medcloud_search', definer);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;

DO $$
DECLARE fixed record; changing text;
BEGIN
  FOR fixed IN SELECT * FROM (VALUES
    ('users', '{id,role,created_at}'::text[]),
    ('medical_centers', '{id,number,user_id,center_id,created_at}'),
    ('doctors', '{id,user_id,terms_version,terms_accepted_at,created_at}'),
    ('payment_methods', '{doctor_id}'),
    ('patients', '{id,center_id,patient_id,registered_by,created_at}'),
    ('exams', '{id,center_id,file_name,file_size,content,sha256,uploaded_by,uploaded_at}'),
    ('exam_objects', '{id,exam_id,center_id,patient_id,kind,position,size_bytes,sha256,created_at}'),
    ('patient_access', '{id,request_id,doctor_id,patient_id,center_id,public_patient_id,access_token,request_date}'),
    ('access_requests', '{id,otp_id,doctor_id,phone_index,phone_last3,language,requested_at,expires_at}'),
    ('otp_verifications', '{id,doctor_id,phone_index,phone_sealed,phone_last3,created_at,expires_at}'),
    ('outbox_messages', '{id,channel,kind,otp_id,created_at}'),
    ('idempotency_keys', '{user_id,route,key,request_hash,created_at}'),
    ('sessions', '{id,user_id,role,center_id,doctor_id,bearer_hash,cookie_hash,created_at,authenticated_at,idle_seconds,expires_at,address_block}')
  ) AS f (name, columns)
  LOOP
    SELECT string_agg(quote_ident(attname), ', ') INTO changing FROM pg_attribute
    WHERE attrelid = fixed.name::regclass AND attnum > 0 AND NOT attisdropped AND attname <> ALL (fixed.columns);
    EXECUTE format('REVOKE UPDATE ON %I FROM medcloud_app', fixed.name);
    EXECUTE format('GRANT UPDATE (%s) ON %I TO medcloud_app', changing, fixed.name);
  END LOOP;
END $$;
`;

/**
 * A grant names columns and a policy names rows; who may change which column of which row takes both. These hold the
 * application's role alone: a migration or an operator at the database is not asked.
 */
const columnGuards = `
CREATE FUNCTION guard_user() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE is_own boolean := coalesce(NEW.id = public.scope_user(), false);
BEGIN
  IF (NEW.password_hash, NEW.must_change_password, NEW.initial_password_expires_at)
    IS DISTINCT FROM (OLD.password_hash, OLD.must_change_password, OLD.initial_password_expires_at)
    AND NOT (is_own OR coalesce(public.scope_system() = 'sign-in', false)) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a password is set by its own account alone';
  END IF;
  IF (NEW.email, NEW.language) IS DISTINCT FROM (OLD.email, OLD.language) AND NOT (is_own OR public.scope_is_admin()) THEN
    RAISE insufficient_privilege USING MESSAGE = 'an e-mail is changed by its own account or an administrator';
  END IF;
  IF (NEW.subscription_start_date, NEW.subscription_end_date, NEW.subscription_status, NEW.closed_at)
    IS DISTINCT FROM (OLD.subscription_start_date, OLD.subscription_end_date, OLD.subscription_status, OLD.closed_at)
    AND NOT public.scope_is_admin() THEN
    RAISE insufficient_privilege USING MESSAGE = 'a subscription is changed by an administrator';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON users FOR EACH ROW WHEN (current_user = 'medcloud_app') EXECUTE FUNCTION guard_user();

-- a doctor's own way is back to review, never out of it; what was approved stays what it was
CREATE FUNCTION guard_doctor() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF public.scope_is_admin() THEN RETURN NEW; END IF;
  IF NEW.state <> OLD.state AND NOT (OLD.state = 'verified' AND NEW.state = 'pending_review')
    OR (NEW.first_approved_at, NEW.decided_at, NEW.decided_by, NEW.reject_reason)
      IS DISTINCT FROM (OLD.first_approved_at, OLD.decided_at, OLD.decided_by, OLD.reject_reason)
    OR (OLD.state <> 'verified' AND (NEW.review_since, NEW.approved_first_name, NEW.approved_last_name, NEW.approved_license_number)
      IS DISTINCT FROM (OLD.review_since, OLD.approved_first_name, OLD.approved_last_name, OLD.approved_license_number)) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a doctor is approved by an administrator';
  END IF;
  IF NEW.state = 'verified' AND (NEW.first_name, NEW.last_name, NEW.license_number)
    IS DISTINCT FROM (OLD.first_name, OLD.last_name, OLD.license_number) THEN
    RAISE insufficient_privilege USING MESSAGE = 'a verified name or licence changes by a review';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON doctors FOR EACH ROW WHEN (current_user = 'medcloud_app') EXECUTE FUNCTION guard_doctor();

CREATE FUNCTION guard_center() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT public.scope_is_admin() AND to_jsonb(NEW) - 'last_activity_at' <> to_jsonb(OLD) - 'last_activity_at' THEN
    RAISE insufficient_privilege USING MESSAGE = 'a center is changed by an administrator';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON medical_centers FOR EACH ROW WHEN (current_user = 'medcloud_app') EXECUTE FUNCTION guard_center();
`;
