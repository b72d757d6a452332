import { type Kysely, sql } from 'kysely';

/**
 * Why: whoever gets a code may say, by the link that ends its message, that this doctor shall ask for this number no more
 * for 90 days (security, attack 13). Every code has its link, a decoy's too, and only the link's hash is kept. A block is
 * seen by the statement that looks for a number's patients, and by nothing that answers a doctor.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables + policies + purge).execute(db);
}

const tables = `
CREATE TABLE block_links (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  doctor_id uuid NOT NULL REFERENCES doctors (id),
  phone_index bytea NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'el')),
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX block_links_by_time ON block_links (created_at);
CREATE TABLE phone_blocks (
  doctor_id uuid NOT NULL REFERENCES doctors (id),
  phone_index bytea NOT NULL,
  blocked_at timestamptz NOT NULL DEFAULT app_now(),
  ends_at timestamptz NOT NULL CHECK (ends_at > blocked_at),
  PRIMARY KEY (phone_index, doctor_id)
);
CREATE INDEX phone_blocks_over ON phone_blocks (ends_at);
ALTER TABLE block_links ENABLE ROW LEVEL SECURITY; ALTER TABLE block_links FORCE ROW LEVEL SECURITY;
ALTER TABLE phone_blocks ENABLE ROW LEVEL SECURITY; ALTER TABLE phone_blocks FORCE ROW LEVEL SECURITY;
`;

const policies = `
-- the doctor and the number of the transaction's link; such a link opens its message's 90 days
CREATE POLICY scoped ON block_links FOR SELECT TO medcloud_search USING (true);
GRANT SELECT (token_hash, doctor_id, phone_index, created_at) ON block_links TO medcloud_search;
GRANT CREATE ON SCHEMA public TO medcloud_search;
CREATE FUNCTION scope_block_doctor() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT doctor_id FROM public.block_links
  WHERE token_hash = decode(nullif(current_setting('medcloud.link', true), ''), 'hex')
    AND created_at > public.app_now() - interval '90 days'
$$;
CREATE FUNCTION scope_block_phone() RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT phone_index FROM public.block_links
  WHERE token_hash = decode(nullif(current_setting('medcloud.link', true), ''), 'hex')
    AND created_at > public.app_now() - interval '90 days'
$$;
ALTER FUNCTION scope_block_doctor() OWNER TO medcloud_search;
ALTER FUNCTION scope_block_phone() OWNER TO medcloud_search;

CREATE POLICY made ON block_links FOR INSERT TO medcloud_app
  WITH CHECK ((SELECT scope_system()) = 'matching' AND doctor_id = (SELECT scope_doctor()));
CREATE POLICY held ON block_links FOR SELECT TO medcloud_app
  USING (token_hash = decode(nullif(current_setting('medcloud.link', true), ''), 'hex')
    AND created_at > app_now() - interval '90 days');
GRANT SELECT, INSERT ON block_links TO medcloud_app;

CREATE POLICY by_link ON phone_blocks TO medcloud_app
  USING (doctor_id = (SELECT scope_block_doctor()) AND phone_index = (SELECT scope_block_phone()));
CREATE POLICY heeded ON phone_blocks FOR SELECT TO medcloud_app
  USING ((SELECT scope_system()) = 'matching' AND doctor_id = (SELECT scope_doctor()));
GRANT SELECT, INSERT, UPDATE (blocked_at, ends_at) ON phone_blocks TO medcloud_app;

-- the code that came with the link, and any other of the doctor to the number, ends with the block
CREATE POLICY of_block ON otp_verifications FOR SELECT TO medcloud_app
  USING (doctor_id = (SELECT scope_block_doctor()) AND phone_index = (SELECT scope_block_phone()));
CREATE POLICY ended_by_block ON otp_verifications FOR UPDATE TO medcloud_app
  USING (doctor_id = (SELECT scope_block_doctor()) AND phone_index = (SELECT scope_block_phone()))
  WITH CHECK (superseded_at IS NOT NULL AND code_mac IS NULL);
CREATE POLICY of_block ON doctors FOR SELECT TO medcloud_app USING (id = (SELECT scope_block_doctor()));
`;

const purge = `
CREATE POLICY purged ON block_links FOR DELETE TO medcloud_search USING (created_at < app_now() - interval '90 days');
CREATE POLICY counted ON phone_blocks FOR SELECT TO medcloud_search USING (true);
CREATE POLICY purged ON phone_blocks FOR DELETE TO medcloud_search USING (ends_at < app_now() - interval '30 days');
GRANT DELETE ON block_links TO medcloud_search;
GRANT SELECT (doctor_id, phone_index, ends_at), DELETE ON phone_blocks TO medcloud_search;
CREATE FUNCTION purge_blocks(most integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH links_gone AS (DELETE FROM public.block_links WHERE token_hash IN (
      SELECT token_hash FROM public.block_links WHERE created_at < public.app_now() - interval '90 days'
      ORDER BY created_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1),
  blocks_gone AS (DELETE FROM public.phone_blocks WHERE (phone_index, doctor_id) IN (
      SELECT phone_index, doctor_id FROM public.phone_blocks WHERE ends_at < public.app_now() - interval '30 days'
      ORDER BY ends_at LIMIT most)
    AND public.scope_system() = 'sweep' RETURNING 1)
  SELECT (SELECT count(*) FROM links_gone) + (SELECT count(*) FROM blocks_gone)
$$;
REVOKE ALL ON FUNCTION purge_blocks(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_blocks(integer) TO medcloud_app;
ALTER FUNCTION purge_blocks(integer) OWNER TO medcloud_search;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`;
