import { type Kysely, sql } from 'kysely';

/**
 * Why: a data-protection officer asks the operator who did what, and whose data a stolen session touched: the administrator reads
 * the trail, and a command for the time after a breach. Of patients both learn the public id and the center, no more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(read).execute(db);
}

const read = `
CREATE POLICY of_admin ON audit_events FOR SELECT TO medcloud_app USING ((SELECT scope_is_admin()) OR (SELECT scope_system()) = 'breach');

-- a page of the trail is read from its newest end, whatever it is filtered by
CREATE INDEX audit_of_time ON audit_events (at DESC, id DESC);
CREATE INDEX audit_of_person ON audit_events (person_id, at DESC) WHERE person_id IS NOT NULL;
CREATE INDEX audit_of_center ON audit_events (center_id, at DESC) WHERE center_id IS NOT NULL;
CREATE INDEX audit_of_object ON audit_events (object_id, at DESC) WHERE object_id IS NOT NULL;
CREATE INDEX audit_of_event ON audit_events (event, at DESC);

-- the public ids of patients whom the trail names, and of their centers
CREATE FUNCTION trail_patients(ids uuid[]) RETURNS TABLE (id uuid, patient_id text, center_code text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT p.id, p.patient_id, c.center_id FROM public.patients p JOIN public.medical_centers c ON c.id = p.center_id
  WHERE p.id = ANY (ids) AND (public.scope_is_admin() OR public.scope_system() = 'breach')
$$;
CREATE FUNCTION trail_patient(public_id text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT p.id FROM public.patients p WHERE p.patient_id = public_id AND public.scope_is_admin()
$$;
GRANT SELECT (id) ON medical_centers TO medcloud_search;
REVOKE ALL ON FUNCTION trail_patients(uuid[]), trail_patient(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trail_patients(uuid[]), trail_patient(text) TO medcloud_app;
GRANT CREATE ON SCHEMA public TO medcloud_search;
ALTER FUNCTION trail_patients(uuid[]) OWNER TO medcloud_search;
ALTER FUNCTION trail_patient(text) OWNER TO medcloud_search;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`;
