import { type Kysely, sql } from 'kysely';

/**
 * Why: an administrator must hear of what looks like misuse (security 2.1, 2.4): codes guessed at, numbers tried one after the
 * other, a doctor's many downloads, the day's SMS running out. An alarm stands until an administrator has looked; while the
 * one for guessed codes stands, that doctor's requests pause.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(alarms + sms).execute(db);
}

const alarms = `
CREATE TABLE alarms (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('codes_burnt', 'unknown_numbers', 'many_downloads', 'sms_half', 'sms_spent')),
  doctor_id uuid REFERENCES doctors (id),
  raised_at timestamptz NOT NULL DEFAULT app_now(),
  seen_at timestamptz,
  seen_by uuid REFERENCES users (id),
  CHECK ((kind IN ('sms_half', 'sms_spent')) = (doctor_id IS NULL)),
  CHECK ((seen_at IS NULL) = (seen_by IS NULL))
);
-- one of a kind stands at a time, whichever node raises it
CREATE UNIQUE INDEX alarms_open ON alarms (kind, doctor_id) NULLS NOT DISTINCT WHERE seen_at IS NULL;
CREATE INDEX alarms_of_doctor ON alarms (doctor_id, kind, raised_at DESC) WHERE doctor_id IS NOT NULL;
ALTER TABLE alarms ENABLE ROW LEVEL SECURITY; ALTER TABLE alarms FORCE ROW LEVEL SECURITY;
CREATE POLICY of_doctor ON alarms FOR SELECT TO medcloud_app USING (doctor_id = (SELECT scope_doctor()));
CREATE POLICY raised ON alarms FOR INSERT TO medcloud_app
  WITH CHECK (seen_at IS NULL AND (doctor_id = (SELECT scope_doctor()) OR (SELECT scope_system()) = 'outbox'));
CREATE POLICY of_outbox ON alarms FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'outbox');
CREATE POLICY of_admin ON alarms FOR SELECT TO medcloud_app USING ((SELECT scope_is_admin()));
CREATE POLICY seen_by_admin ON alarms FOR UPDATE TO medcloud_app USING ((SELECT scope_is_admin()));
GRANT SELECT, INSERT, UPDATE (seen_at, seen_by) ON alarms TO medcloud_app;
`;

const sms = `
-- how many SMS were handed over on a day of the operator's time zone
CREATE TABLE sms_days (day date PRIMARY KEY, sent integer NOT NULL CHECK (sent > 0));
ALTER TABLE sms_days ENABLE ROW LEVEL SECURITY; ALTER TABLE sms_days FORCE ROW LEVEL SECURITY;
CREATE POLICY counted ON sms_days TO medcloud_app USING ((SELECT scope_system()) = 'outbox');
GRANT SELECT, INSERT, UPDATE (sent) ON sms_days TO medcloud_app;
`;
