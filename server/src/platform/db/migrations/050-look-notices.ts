import { type Kysely, sql } from 'kysely';

/**
 * Why: with the patient's wish one SMS a day says which doctors looked (issue "Trust"). The wish stands with each grant, off unless
 * ticked; whom it concerns is told to the job alone, by function, with the number under its seal; a notice of a number
 * and day is written down once, whichever node makes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(wish + notices + looks).execute(db);
}

const wish = `
ALTER TABLE patient_access ADD COLUMN tell_looks boolean NOT NULL DEFAULT false;
GRANT UPDATE (tell_looks) ON patient_access TO medcloud_app;
`;

const notices = `
CREATE TABLE look_notices (
  phone_index bytea NOT NULL,
  day date NOT NULL,
  made_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (phone_index, day)
);
ALTER TABLE look_notices ENABLE ROW LEVEL SECURITY; ALTER TABLE look_notices FORCE ROW LEVEL SECURITY;
CREATE POLICY made ON look_notices TO medcloud_app USING ((SELECT scope_system()) = 'outbox');
CREATE POLICY looked_up ON look_notices FOR SELECT TO medcloud_search USING (true);
GRANT SELECT, INSERT ON look_notices TO medcloud_app;
GRANT SELECT (phone_index, day) ON look_notices TO medcloud_search;
`;

const looks = `
CREATE POLICY told ON audit_events FOR SELECT TO medcloud_search USING (true);
CREATE POLICY told ON access_requests FOR SELECT TO medcloud_search USING (true);
GRANT SELECT (event, at, actor_kind, purpose, details) ON audit_events TO medcloud_search;
GRANT SELECT (id, otp_id, phone_index, language, requested_at) ON access_requests TO medcloud_search;
GRANT SELECT (id, first_name, last_name) ON doctors TO medcloud_search;
GRANT SELECT (phone_sealed) ON otp_verifications TO medcloud_search;

-- numbers whose owners asked to be told, of yesterday by the operator's days, between nine and nine; not those told already.
-- A record whose number changed is on no link any more, and its old number hears of it no more.
CREATE FUNCTION looks_to_tell(zone text, most integer)
RETURNS TABLE (day date, phone_index bytea, request_id uuid, otp_id uuid, phone_sealed bytea, language text, doctors text[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH yesterday AS (
    SELECT (public.app_now() AT TIME ZONE zone)::date - 1 AS day
    WHERE extract(hour FROM public.app_now() AT TIME ZONE zone) BETWEEN 9 AND 20 AND public.scope_system() = 'outbox'),
  looked AS (
    SELECT DISTINCT y.day, a.request_id, a.doctor_id FROM yesterday y, public.audit_events e
    JOIN public.patient_access a ON a.id = e.purpose
    WHERE e.event IN ('exams_listed', 'exam_viewed', 'exam_downloaded') AND e.actor_kind = 'doctor'
      AND e.at >= y.day::timestamp AT TIME ZONE zone AND e.at < (y.day + 1)::timestamp AT TIME ZONE zone
      AND NOT e.details ? 'background' AND a.tell_looks AND a.unlinked_at IS NULL),
  told AS (
    SELECT l.day, r.phone_index, (array_agg(r.id ORDER BY r.requested_at DESC))[1] AS request_id,
      array_agg(DISTINCT d.first_name || ' ' || d.last_name) AS doctors
    FROM looked l JOIN public.access_requests r ON r.id = l.request_id JOIN public.doctors d ON d.id = l.doctor_id
    WHERE NOT EXISTS (SELECT 1 FROM public.look_notices n WHERE n.phone_index = r.phone_index AND n.day = l.day)
    GROUP BY l.day, r.phone_index ORDER BY r.phone_index LIMIT most)
  SELECT t.day, t.phone_index, r.id, o.id, o.phone_sealed, r.language, t.doctors
  FROM told t JOIN public.access_requests r ON r.id = t.request_id JOIN public.otp_verifications o ON o.id = r.otp_id
$$;
REVOKE ALL ON FUNCTION looks_to_tell(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION looks_to_tell(text, integer) TO medcloud_app;
GRANT CREATE ON SCHEMA public TO medcloud_search;
ALTER FUNCTION looks_to_tell(text, integer) OWNER TO medcloud_search;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`;
