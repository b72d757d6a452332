import { type Kysely, sql } from 'kysely';

/**
 * Why: a center moves, confirms and withdraws exams, and a patient's number changes. A link sent to the old number must
 * then show that record no more, though its grant lives on; and a link sent again concerns one grant alone, since the
 * request behind it may concern records of other centers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- what the center wrote when it last moved, confirmed or withdrew the exam, sealed like the notes; and when that was
ALTER TABLE exams ADD COLUMN reason_sealed bytea, ADD COLUMN changed_at timestamptz;

-- access_id: of a link that the center sent again, which concerns this grant alone. ended_at: the number has changed since.
ALTER TABLE consent_links ADD COLUMN access_id uuid REFERENCES patient_access (id), ADD COLUMN ended_at timestamptz;
ALTER TABLE consent_links DROP CONSTRAINT consent_links_request_id_key;
CREATE INDEX consent_links_of_request ON consent_links (request_id);
CREATE INDEX consent_links_of_access ON consent_links (access_id, created_at) WHERE access_id IS NOT NULL;

-- since when the request's first link shows this record no more: it was sent to a number that is no longer the patient's
ALTER TABLE patient_access ADD COLUMN unlinked_at timestamptz;

CREATE OR REPLACE FUNCTION scope_link() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT request_id FROM consent_links
  WHERE token_hash = decode(nullif(current_setting('medcloud.link', true), ''), 'hex') AND ended_at IS NULL
$$;
CREATE FUNCTION scope_link_access() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT access_id FROM consent_links
  WHERE token_hash = decode(nullif(current_setting('medcloud.link', true), ''), 'hex') AND ended_at IS NULL
$$;
-- Whether the transaction's link shows a row of its request: all that is still on it, or the one it was sent again for.
CREATE FUNCTION link_shows(access uuid, unlinked timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN scope_link_access() IS NULL THEN unlinked IS NULL ELSE access = scope_link_access() END
$$;

ALTER POLICY of_link ON patient_access USING (request_id = (SELECT scope_link()) AND link_shows(id, unlinked_at));
ALTER POLICY answered_by_link ON patient_access USING (request_id = (SELECT scope_link()) AND link_shows(id, unlinked_at));
ALTER POLICY of_link ON patients USING ((SELECT scope_link()) IS NOT NULL AND EXISTS (
  SELECT 1 FROM patient_access a WHERE a.patient_id = patients.id AND a.request_id = (SELECT scope_link())
    AND link_shows(a.id, a.unlinked_at)));
ALTER POLICY of_link ON exams USING (
  (SELECT scope_link()) IS NOT NULL AND status IN ('processing', 'completed') AND EXISTS (
  SELECT 1 FROM patient_access a WHERE a.patient_id = exams.patient_id AND a.request_id = (SELECT scope_link())
    AND link_shows(a.id, a.unlinked_at)));

-- A patient of the session's own center has another number: requests that wait end, and links sent before lose the
-- record. The center itself may write no row of patient_access: it sees consent and does not make it. Answers the
-- doctors whose request ended.
CREATE POLICY taken_off_links ON patient_access FOR UPDATE TO medcloud_search USING (true);
GRANT UPDATE (status, expires_at, ended_at, unlinked_at) ON patient_access TO medcloud_search;
GRANT SELECT, UPDATE (ended_at) ON consent_links TO medcloud_search;
CREATE FUNCTION take_off_links(patient uuid) RETURNS SETOF uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE consent_links SET ended_at = app_now() WHERE ended_at IS NULL AND access_id IN (
    SELECT a.id FROM patient_access a WHERE a.patient_id = patient AND a.center_id = scope_center());
  RETURN QUERY UPDATE patient_access a SET status = 'expired', ended_at = app_now(), expires_at = least(a.expires_at, app_now())
    WHERE a.patient_id = patient AND a.center_id = scope_center() AND a.status = 'pending' RETURNING a.doctor_id;
  UPDATE patient_access a SET unlinked_at = app_now()
    WHERE a.patient_id = patient AND a.center_id = scope_center() AND a.unlinked_at IS NULL;
END $$;

-- the search of the history, by status too
DROP FUNCTION search_exams(uuid, jsonb, text, timestamptz, timestamptz, timestamptz, uuid, integer);
CREATE FUNCTION search_exams(center uuid, words jsonb, of_type text, of_status text, from_at timestamptz, to_at timestamptz, after_at timestamptz, after_id uuid, most integer)
RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF center IS DISTINCT FROM scope_center() THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT e.id FROM exams e JOIN patients p ON p.id = e.patient_id
     WHERE e.center_id = $1 AND p.center_id = $1 AND CASE WHEN $8::text IS NULL THEN e.status <> ''withdrawn'' ELSE e.status = $8 END AND %s
       AND ($2::text IS NULL OR e.exam_type = $2) AND ($3::timestamptz IS NULL OR e.uploaded_at >= $3)
       AND ($4::timestamptz IS NULL OR e.uploaded_at < $4) AND ($5::timestamptz IS NULL OR (e.uploaded_at, e.id) < ($5, $6))
     ORDER BY e.uploaded_at DESC, e.id DESC LIMIT $7', name_condition(words))
  USING center, of_type, from_at, to_at, after_at, after_id, most, of_status;
END $$;

REVOKE ALL ON FUNCTION take_off_links(uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION search_exams(uuid, jsonb, text, text, timestamptz, timestamptz, timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_off_links(uuid) TO medcloud_app;
GRANT EXECUTE ON FUNCTION search_exams(uuid, jsonb, text, text, timestamptz, timestamptz, timestamptz, uuid, integer) TO medcloud_app;
-- a new owner needs the right to create in the schema for the moment of the change
GRANT CREATE ON SCHEMA public TO medcloud_search;
ALTER FUNCTION take_off_links(uuid) OWNER TO medcloud_search;
ALTER FUNCTION search_exams(uuid, jsonb, text, text, timestamptz, timestamptz, timestamptz, uuid, integer) OWNER TO medcloud_search;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`)
    .execute(db);
}
