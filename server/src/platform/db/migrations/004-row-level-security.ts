import { type Kysely, sql } from 'kysely';

/** Tables that hold a center's or a patient's data. A table with center_id or patient_id that is not here fails a test. */
const guarded = [
  'medical_centers',
  'patients',
  'keys.patient_keys',
  'exams',
  'exam_objects',
  'otp_verifications',
  'access_requests',
  'patient_access',
  'audit_events',
  'outbox_messages',
];

/** Why: the second lock. Forced on every guarded table, so that no query without a scope, and none with a foreign one, sees a row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const force = guarded.map(
    (table) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY; ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;`,
  );
  await sql.raw(`${force.join('\n')}\n${policies}`).execute(db);
}

const policies = `
-- medical_centers: a center's name and number are known to whoever the portal shows it; its row is changed by itself and the administrator
CREATE POLICY read ON medical_centers FOR SELECT TO medcloud_app USING (
  id = (SELECT scope_center()) OR (SELECT scope_doctor()) IS NOT NULL OR (SELECT scope_is_admin())
  OR (SELECT scope_link()) IS NOT NULL OR (SELECT scope_system()) IS NOT NULL);
CREATE POLICY insert_by_admin ON medical_centers FOR INSERT TO medcloud_app WITH CHECK ((SELECT scope_is_admin()));
CREATE POLICY change ON medical_centers FOR UPDATE TO medcloud_app USING (
  id = (SELECT scope_center()) OR (SELECT scope_is_admin()) OR (SELECT scope_system()) = 'sign-in');
GRANT SELECT, INSERT, UPDATE ON medical_centers TO medcloud_app;

-- doctors: not a patient's data; read by whoever must name a doctor
GRANT SELECT, INSERT, UPDATE ON doctors TO medcloud_app;

-- patient_access
CREATE POLICY of_center ON patient_access FOR SELECT TO medcloud_app USING (center_id = (SELECT scope_center()));
CREATE POLICY of_doctor ON patient_access FOR SELECT TO medcloud_app USING (doctor_id = (SELECT scope_doctor()));
CREATE POLICY of_link ON patient_access FOR SELECT TO medcloud_app USING (request_id = (SELECT scope_link()));
CREATE POLICY answered_by_link ON patient_access FOR UPDATE TO medcloud_app USING (request_id = (SELECT scope_link()));
-- a new grant replaces the live one of the same doctor and patient, which belongs to an earlier link
CREATE POLICY replaced ON patient_access FOR UPDATE TO medcloud_app USING ((SELECT scope_system()) = 'replacing');
CREATE POLICY seen_when_replaced ON patient_access FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'replacing');
CREATE POLICY matched ON patient_access FOR SELECT TO medcloud_app USING (
  (SELECT scope_system()) = 'matching' AND doctor_id = (SELECT scope_doctor()));
CREATE POLICY made ON patient_access FOR INSERT TO medcloud_app WITH CHECK (
  (SELECT scope_system()) = 'matching' AND doctor_id = (SELECT scope_doctor()) AND status = 'pending');
GRANT SELECT, INSERT, UPDATE ON patient_access TO medcloud_app;

-- patients
CREATE POLICY of_center ON patients TO medcloud_app USING (center_id = (SELECT scope_center()));
CREATE POLICY of_doctor ON patients FOR SELECT TO medcloud_app USING ((SELECT scope_doctor()) IS NOT NULL AND EXISTS (
  SELECT 1 FROM patient_access a WHERE a.patient_id = patients.id AND a.doctor_id = (SELECT scope_doctor())
    AND a.status = 'granted' AND a.expires_at > app_now()));
CREATE POLICY of_link ON patients FOR SELECT TO medcloud_app USING ((SELECT scope_link()) IS NOT NULL AND EXISTS (
  SELECT 1 FROM patient_access a WHERE a.patient_id = patients.id AND a.request_id = (SELECT scope_link())));
CREATE POLICY matched ON patients FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'matching');
CREATE POLICY counted ON patients FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'counting' AND (SELECT scope_is_admin()));
GRANT SELECT, INSERT, UPDATE ON patients TO medcloud_app;

-- keys: readable exactly where the patient is
CREATE POLICY with_patient ON keys.patient_keys FOR SELECT TO medcloud_app USING (
  EXISTS (SELECT 1 FROM patients p WHERE p.id = patient_keys.patient_id));
CREATE POLICY made_by_center ON keys.patient_keys FOR INSERT TO medcloud_app WITH CHECK (
  EXISTS (SELECT 1 FROM patients p WHERE p.id = patient_keys.patient_id AND p.center_id = (SELECT scope_center())));
GRANT SELECT, INSERT ON keys.patient_keys TO medcloud_app;

-- exams
CREATE POLICY of_center ON exams TO medcloud_app USING (center_id = (SELECT scope_center()));
CREATE POLICY of_doctor ON exams FOR SELECT TO medcloud_app USING (
  (SELECT scope_doctor()) IS NOT NULL AND status IN ('processing', 'completed') AND EXISTS (
  SELECT 1 FROM patient_access a WHERE a.patient_id = exams.patient_id AND a.doctor_id = (SELECT scope_doctor())
    AND a.status = 'granted' AND a.expires_at > app_now() AND (a.scope IS NULL OR exams.exam_type = ANY (a.scope))));
CREATE POLICY of_link ON exams FOR SELECT TO medcloud_app USING (
  (SELECT scope_link()) IS NOT NULL AND status IN ('processing', 'completed') AND EXISTS (
  SELECT 1 FROM patient_access a WHERE a.patient_id = exams.patient_id AND a.request_id = (SELECT scope_link())));
CREATE POLICY counted ON exams FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'counting' AND (SELECT scope_is_admin()));
GRANT SELECT, INSERT, UPDATE ON exams TO medcloud_app;

-- exam_objects: readable exactly where the exam is
CREATE POLICY of_center ON exam_objects TO medcloud_app USING (center_id = (SELECT scope_center()));
CREATE POLICY of_doctor ON exam_objects FOR SELECT TO medcloud_app USING (
  (SELECT scope_doctor()) IS NOT NULL AND EXISTS (SELECT 1 FROM exams e WHERE e.id = exam_objects.exam_id));
CREATE POLICY swept ON exam_objects FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'sweep');
GRANT SELECT, INSERT, UPDATE ON exam_objects TO medcloud_app;

-- one-time codes and requests: the doctor's own; limits over all doctors are counted while matching
CREATE POLICY of_doctor ON otp_verifications TO medcloud_app USING (doctor_id = (SELECT scope_doctor()));
CREATE POLICY matched ON otp_verifications FOR SELECT TO medcloud_app USING ((SELECT scope_system()) IN ('matching', 'outbox'));
GRANT SELECT, INSERT, UPDATE ON otp_verifications TO medcloud_app;

CREATE POLICY of_doctor ON access_requests TO medcloud_app USING (doctor_id = (SELECT scope_doctor()));
CREATE POLICY of_link ON access_requests FOR SELECT TO medcloud_app USING (id = (SELECT scope_link()));
CREATE POLICY answered_by_link ON access_requests FOR UPDATE TO medcloud_app USING (id = (SELECT scope_link()));
GRANT SELECT, INSERT, UPDATE ON access_requests TO medcloud_app;

-- audit: everybody's acts are written, nobody's are changed; each reads what concerns them
CREATE POLICY written ON audit_events FOR INSERT TO medcloud_app WITH CHECK (true);
CREATE POLICY of_center ON audit_events FOR SELECT TO medcloud_app USING (center_id = (SELECT scope_center()));
CREATE POLICY of_doctor ON audit_events FOR SELECT TO medcloud_app USING (doctor_id = (SELECT scope_doctor()) AND actor_kind = 'doctor');
CREATE POLICY of_link ON audit_events FOR SELECT TO medcloud_app USING ((SELECT scope_link()) IS NOT NULL AND EXISTS (
  SELECT 1 FROM patient_access a WHERE a.id = audit_events.purpose AND a.request_id = (SELECT scope_link())));
GRANT SELECT, INSERT ON audit_events TO medcloud_app;

-- outbox: written by whoever causes a message, read by the sender alone
CREATE POLICY written ON outbox_messages FOR INSERT TO medcloud_app WITH CHECK (state IN ('waiting', 'decoy'));
CREATE POLICY sent ON outbox_messages TO medcloud_app USING ((SELECT scope_system()) = 'outbox');
GRANT SELECT, INSERT, UPDATE ON outbox_messages TO medcloud_app;
`;
