import { type Kysely, sql } from 'kysely';

/**
 * Why: a viewer or archive that reads by DICOMweb has no session: it shows a personal token. The scope functions know tokens
 * as they know sessions, so that row-level security holds for both alike. A token is nobody's account: scope_user() does not know it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE api_tokens (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  center_id uuid,
  doctor_id uuid,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  CHECK ((center_id IS NULL) <> (doctor_id IS NULL))
);
CREATE INDEX api_tokens_of_user ON api_tokens (user_id, created_at DESC);
ALTER TABLE api_tokens ENABLE ROW LEVEL SECURITY; ALTER TABLE api_tokens FORCE ROW LEVEL SECURITY;
-- one's own, and whoever presents one
CREATE POLICY own ON api_tokens FOR SELECT TO medcloud_app USING (
  user_id = (SELECT scope_user()) OR (SELECT scope_system()) = 'sign-in');
CREATE POLICY made ON api_tokens FOR INSERT TO medcloud_app WITH CHECK (
  user_id = (SELECT scope_user()) AND center_id IS NOT DISTINCT FROM (SELECT scope_center())
  AND doctor_id IS NOT DISTINCT FROM (SELECT scope_doctor()));
CREATE POLICY changed ON api_tokens FOR UPDATE TO medcloud_app USING (
  user_id = (SELECT scope_user()) OR (SELECT scope_system()) = 'sign-in');
CREATE POLICY scoped ON api_tokens FOR SELECT TO medcloud_search USING (true);
GRANT SELECT, INSERT, UPDATE (last_used_at, revoked_at) ON api_tokens TO medcloud_app;
GRANT SELECT (id, center_id, doctor_id, expires_at, revoked_at) ON api_tokens TO medcloud_search;

CREATE OR REPLACE FUNCTION scope_center() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT center_id FROM public.sessions
  WHERE id = nullif(current_setting('medcloud.session', true), '')::uuid AND revoked_at IS NULL
  UNION ALL
  SELECT center_id FROM public.api_tokens
  WHERE id = nullif(current_setting('medcloud.session', true), '')::uuid AND revoked_at IS NULL AND expires_at > public.app_now()
$$;
CREATE OR REPLACE FUNCTION scope_doctor() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT doctor_id FROM public.sessions
  WHERE id = nullif(current_setting('medcloud.session', true), '')::uuid AND revoked_at IS NULL
  UNION ALL
  SELECT doctor_id FROM public.api_tokens
  WHERE id = nullif(current_setting('medcloud.session', true), '')::uuid AND revoked_at IS NULL AND expires_at > public.app_now()
$$;
`)
    .execute(db);
}
