import { type Kysely, sql } from 'kysely';

/**
 * Why: besides the patient, the center whose record it is, the doctor and an administrator may end a live grant (security 7).
 * None of them may write a row of patient_access; a function does this one thing for whoever's the grant is, and keeps who
 * it was and why, by a code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- null of a grant that the patient ended, that another replaced, or that ran out
ALTER TABLE patient_access
  ADD COLUMN ended_by text CHECK (ended_by IN ('center', 'doctor', 'admin')),
  ADD COLUMN end_reason text CHECK (end_reason IN ('asked', 'mistake', 'misuse', 'other')),
  ADD CHECK (ended_by IS NULL OR (status = 'revoked' AND ended_at IS NOT NULL)),
  ADD CHECK (end_reason IS NULL OR ended_by IN ('center', 'admin'));
GRANT UPDATE (ended_by, end_reason) ON patient_access TO medcloud_search;

-- whose grant or request it is, for those who may end it: ids and its state, nothing of the patient's
CREATE FUNCTION grant_at_hand(access uuid)
RETURNS TABLE (id uuid, request_id uuid, doctor_id uuid, patient_id uuid, center_id uuid, status text, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT a.id, a.request_id, a.doctor_id, a.patient_id, a.center_id, a.status, a.expires_at FROM public.patient_access a
  WHERE a.id = access AND (a.center_id = public.scope_center() OR a.doctor_id = public.scope_doctor() OR public.scope_is_admin())
$$;

-- granted -> revoked, while it lives; whether this call did it
CREATE FUNCTION end_grant(access uuid, reason text) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH ended AS (
    UPDATE public.patient_access a SET status = 'revoked', ended_at = public.app_now(), end_reason = reason,
      ended_by = CASE WHEN public.scope_is_admin() THEN 'admin' WHEN a.center_id = public.scope_center() THEN 'center' ELSE 'doctor' END
    WHERE a.id = access AND a.status = 'granted' AND a.expires_at > public.app_now()
      AND (a.center_id = public.scope_center() OR a.doctor_id = public.scope_doctor() OR public.scope_is_admin())
    RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM ended)
$$;

-- which of some grants live: an administrator may end what stands in an entry of the trail
CREATE FUNCTION live_grants_among(accesses uuid[]) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT a.id FROM public.patient_access a
  WHERE a.id = ANY (accesses) AND a.status = 'granted' AND a.expires_at > public.app_now() AND public.scope_is_admin()
$$;

REVOKE ALL ON FUNCTION grant_at_hand(uuid), end_grant(uuid, text), live_grants_among(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION grant_at_hand(uuid), end_grant(uuid, text), live_grants_among(uuid[]) TO medcloud_app;
GRANT CREATE ON SCHEMA public TO medcloud_search;
ALTER FUNCTION grant_at_hand(uuid) OWNER TO medcloud_search;
ALTER FUNCTION end_grant(uuid, text) OWNER TO medcloud_search;
ALTER FUNCTION live_grants_among(uuid[]) OWNER TO medcloud_search;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`)
    .execute(db);
}
