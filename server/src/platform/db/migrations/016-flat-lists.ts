import { type Kysely, sql } from 'kysely';

/**
 * Why: a dashboard that sums its center's exams, and a doctor's list that builds every grant's row before it shows fifty,
 * cost more with every year. A center's figures are kept as its rows come and go; a page of grants is chosen first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw([figures, reading, grants].join('\n')).execute(db);
}

/** Kept by triggers in the transaction that changes the rows: whoever reads them never sees another sum than the rows'. */
const figures = `
CREATE TABLE center_figures (
  center_id uuid PRIMARY KEY REFERENCES medical_centers (id),
  patients bigint NOT NULL DEFAULT 0 CHECK (patients >= 0),
  -- withdrawn exams are neither counted nor weighed
  exams bigint NOT NULL DEFAULT 0 CHECK (exams >= 0),
  exam_bytes bigint NOT NULL DEFAULT 0 CHECK (exam_bytes >= 0)
) WITH (fillfactor = 50);
INSERT INTO center_figures
  SELECT c.id, (SELECT count(*) FROM patients WHERE center_id = c.id), count(e.id), coalesce(sum(e.file_size), 0)
  FROM medical_centers c LEFT JOIN exams e ON e.center_id = c.id AND e.status <> 'withdrawn' GROUP BY c.id;
ALTER TABLE center_figures ENABLE ROW LEVEL SECURITY; ALTER TABLE center_figures FORCE ROW LEVEL SECURITY;
CREATE POLICY of_center ON center_figures FOR SELECT TO medcloud_app USING (center_id = (SELECT scope_center()));
CREATE POLICY of_admin ON center_figures FOR SELECT TO medcloud_app USING ((SELECT scope_is_admin()));
CREATE POLICY kept ON center_figures TO medcloud_search USING (true);
GRANT SELECT ON center_figures TO medcloud_app;
GRANT SELECT, INSERT, UPDATE (patients, exams, exam_bytes) ON center_figures TO medcloud_search;

CREATE FUNCTION begin_figures() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.center_figures (center_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER figures AFTER INSERT ON medical_centers FOR EACH ROW EXECUTE FUNCTION begin_figures();

CREATE FUNCTION count_patients() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE public.center_figures f SET patients = f.patients + c.n
    FROM (SELECT center_id, count(*) AS n FROM added GROUP BY center_id) AS c WHERE f.center_id = c.center_id;
  ELSE
    UPDATE public.center_figures f SET patients = f.patients - c.n
    FROM (SELECT center_id, count(*) AS n FROM gone GROUP BY center_id) AS c WHERE f.center_id = c.center_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER figures_add AFTER INSERT ON patients REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_patients();
CREATE TRIGGER figures_remove AFTER DELETE ON patients REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_patients();

CREATE FUNCTION count_exams() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
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
END $$;
CREATE TRIGGER figures_add AFTER INSERT ON exams REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_exams();
CREATE TRIGGER figures_remove AFTER DELETE ON exams REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_exams();

CREATE FUNCTION count_withdrawal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE sign integer := CASE WHEN NEW.status = 'withdrawn' THEN -1 ELSE 1 END;
BEGIN
  UPDATE public.center_figures SET exams = exams + sign, exam_bytes = exam_bytes + sign * NEW.file_size WHERE center_id = NEW.center_id;
  RETURN NULL;
END $$;
CREATE TRIGGER figures_change AFTER UPDATE OF status ON exams FOR EACH ROW
  WHEN ((OLD.status = 'withdrawn') <> (NEW.status = 'withdrawn')) EXECUTE FUNCTION count_withdrawal();

CREATE OR REPLACE FUNCTION count_records() RETURNS TABLE (patients bigint, exams bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(sum(patients), 0)::bigint, coalesce(sum(exams), 0)::bigint FROM public.center_figures HAVING public.scope_is_admin()
$$;
CREATE OR REPLACE FUNCTION count_records_of_center(center uuid) RETURNS TABLE (patients bigint, exams bigint, exam_bytes bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT f.patients, f.exams, f.exam_bytes FROM public.center_figures f WHERE f.center_id = center AND public.scope_is_admin()
$$;
`;

/** What lists and dashboards ask, from an index in their own order. */
const reading = `
CREATE INDEX exams_counted ON exams (center_id, uploaded_at) WHERE status <> 'withdrawn';
CREATE INDEX patient_access_newest ON patient_access (doctor_id, granted_at DESC, id DESC) WHERE status = 'granted';

-- as search_patients (005): ids of the session's own doctor's live grants whose patient's name matches
CREATE FUNCTION search_grants(doctor uuid, words jsonb, after_at timestamptz, after_id uuid, most integer)
RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF doctor IS DISTINCT FROM public.scope_doctor() THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT a.id FROM public.patient_access a JOIN public.patients p ON p.id = a.patient_id
     WHERE a.doctor_id = $1 AND a.status = ''granted'' AND a.expires_at > public.app_now() AND %s
       AND ($2::timestamptz IS NULL OR (a.granted_at, a.id) < ($2, $3)) ORDER BY a.granted_at DESC, a.id DESC LIMIT $4',
    public.name_condition(words))
  USING doctor, after_at, after_id, most;
END $$;
`;

const grants = `
GRANT CREATE ON SCHEMA public TO medcloud_search;
DO $$
DECLARE definer text;
BEGIN
  FOREACH definer IN ARRAY ARRAY['search_grants(uuid, jsonb, timestamptz, uuid, integer)', 'begin_figures()', 'count_patients()',
    'count_exams()', 'count_withdrawal()']
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', definer);
    EXECUTE format('ALTER FUNCTION %s OWNER TO medcloud_search', definer);
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION search_grants(uuid, jsonb, timestamptz, uuid, integer) TO medcloud_app;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`;
