import { type Kysely, sql } from 'kysely';

/**
 * Why: a forgotten password is set anew, and an applicant's e-mail confirmed, by a mailed link that works once. Links are
 * kept by hash alone, and the link in hand is what opens an account or an application to the transaction that names it.
 * An address that belongs to nobody gets a row just the same, so that it takes as long.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw([tables, answers, policies].join('\n')).execute(db);
}

const tables = `
CREATE TABLE password_resets (
  id uuid PRIMARY KEY,
  -- null: the address has no account, or too many links were asked for; nobody has this link
  user_id uuid REFERENCES users (id),
  email_index bytea NOT NULL CHECK (length(email_index) = 32),
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- another link of the account was used, or its password changed otherwise
  superseded_at timestamptz
);
CREATE INDEX password_resets_by_email ON password_resets (email_index, created_at DESC);
CREATE INDEX password_resets_of_user ON password_resets (user_id) WHERE used_at IS NULL AND superseded_at IS NULL;

-- An application is no account yet: it holds no e-mail and no licence back, is in no list, and is forgotten after a day.
CREATE TABLE signup_confirmations (
  id uuid PRIMARY KEY,
  email_index bytea NOT NULL CHECK (length(email_index) = 32),
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  -- the application and the password's hash; null for a known address, and once confirmed or over
  sealed bytea,
  doctor_id uuid REFERENCES doctors (id),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  CHECK ((confirmed_at IS NULL) = (doctor_id IS NULL)),
  CHECK (confirmed_at IS NULL OR sealed IS NULL)
);
CREATE INDEX signup_confirmations_by_email ON signup_confirmations (email_index, created_at DESC);
CREATE INDEX signup_confirmations_open ON signup_confirmations (expires_at) WHERE sealed IS NOT NULL;

ALTER TABLE password_resets ENABLE ROW LEVEL SECURITY; ALTER TABLE password_resets FORCE ROW LEVEL SECURITY;
ALTER TABLE signup_confirmations ENABLE ROW LEVEL SECURITY; ALTER TABLE signup_confirmations FORCE ROW LEVEL SECURITY;
`;

/** What recovering and signing up need of others' rows, as answers (docs/decisions/002). */
const answers = `
-- whose password the link in hand may set: while it is good, and to the end of the transaction that uses it
CREATE FUNCTION scope_reset() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT user_id FROM public.password_resets
  WHERE token_hash = decode(nullif(current_setting('medcloud.link', true), ''), 'hex')
    AND public.scope_system() = 'recovery' AND superseded_at IS NULL AND expires_at > public.app_now()
    AND (used_at IS NULL OR used_at = public.app_now())
$$;
-- to whom a mail for an address is written
CREATE FUNCTION account_of_address(wanted text) RETURNS TABLE (id uuid, role text, language text, center_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT u.id, u.role, u.language, c.center_id FROM public.users u LEFT JOIN public.medical_centers c ON c.user_id = u.id
  WHERE u.email = wanted AND u.closed_at IS NULL AND public.scope_system() IN ('recovery', 'signup')
$$;
-- how many links were asked for with an address in an hour
CREATE FUNCTION links_to_address(wanted bytea) RETURNS TABLE (resets bigint, confirmations bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (SELECT count(*) FROM public.password_resets WHERE email_index = wanted AND created_at > public.app_now() - interval '1 hour'),
    (SELECT count(*) FROM public.signup_confirmations WHERE email_index = wanted AND created_at > public.app_now() - interval '1 hour')
  WHERE public.scope_system() IN ('recovery', 'signup')
$$;
CREATE FUNCTION is_license_taken(wanted text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT public.scope_system() = 'signup' AND EXISTS (SELECT 1 FROM public.doctors
    WHERE lower(license_number) = lower(wanted) AND state NOT IN ('rejected', 'closed'))
$$;
-- empties applications that nobody confirmed within their day; says how many
CREATE FUNCTION forget_applications() RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH gone AS (UPDATE public.signup_confirmations SET sealed = NULL
    WHERE sealed IS NOT NULL AND expires_at <= public.app_now() AND public.scope_system() = 'sweep' RETURNING 1)
  SELECT count(*) FROM gone
$$;

GRANT SELECT (user_id, email_index, token_hash, created_at, expires_at, used_at, superseded_at) ON password_resets TO medcloud_search;
GRANT SELECT (email_index, sealed, created_at, expires_at), UPDATE (sealed) ON signup_confirmations TO medcloud_search;
GRANT SELECT (id, email, role, language, closed_at) ON users TO medcloud_search;
GRANT SELECT (user_id, center_id) ON medical_centers TO medcloud_search;
GRANT SELECT (license_number, state) ON doctors TO medcloud_search;
CREATE POLICY answered ON password_resets FOR SELECT TO medcloud_search USING (true);
CREATE POLICY answered ON signup_confirmations TO medcloud_search USING (true);
CREATE POLICY answered ON users FOR SELECT TO medcloud_search USING (true);
CREATE POLICY answered ON medical_centers FOR SELECT TO medcloud_search USING (true);
CREATE POLICY answered ON doctors FOR SELECT TO medcloud_search USING (true);

GRANT CREATE ON SCHEMA public TO medcloud_search;
DO $$
DECLARE definer text;
BEGIN
  FOREACH definer IN ARRAY ARRAY['scope_reset()', 'account_of_address(text)', 'links_to_address(bytea)', 'is_license_taken(text)', 'forget_applications()']
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', definer);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO medcloud_app', definer);
    EXECUTE format('ALTER FUNCTION %s OWNER TO medcloud_search', definer);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM medcloud_search;
`;

const policies = `
-- a link is asked for by anybody, and opens its own row; whoever changes the own password ends those under way
CREATE POLICY asked ON password_resets FOR INSERT TO medcloud_app WITH CHECK (
  (SELECT scope_system()) = 'recovery' AND used_at IS NULL AND superseded_at IS NULL);
CREATE POLICY by_link ON password_resets FOR SELECT TO medcloud_app USING (
  (SELECT scope_system()) = 'recovery' AND user_id = (SELECT scope_reset()));
CREATE POLICY used_by_link ON password_resets FOR UPDATE TO medcloud_app USING (
  (SELECT scope_system()) = 'recovery' AND user_id = (SELECT scope_reset()));
CREATE POLICY own ON password_resets FOR SELECT TO medcloud_app USING (user_id = (SELECT scope_user()));
CREATE POLICY own_ended ON password_resets FOR UPDATE TO medcloud_app
  USING (user_id = (SELECT scope_user())) WITH CHECK (user_id = (SELECT scope_user()) AND superseded_at IS NOT NULL);
GRANT SELECT, INSERT, UPDATE (used_at, superseded_at) ON password_resets TO medcloud_app;

CREATE POLICY received ON signup_confirmations FOR INSERT TO medcloud_app WITH CHECK (
  (SELECT scope_system()) = 'signup' AND confirmed_at IS NULL);
CREATE POLICY by_link ON signup_confirmations FOR SELECT TO medcloud_app USING (
  (SELECT scope_system()) = 'signup' AND token_hash = decode(nullif(current_setting('medcloud.link', true), ''), 'hex'));
CREATE POLICY confirmed_by_link ON signup_confirmations FOR UPDATE TO medcloud_app USING (
  (SELECT scope_system()) = 'signup' AND token_hash = decode(nullif(current_setting('medcloud.link', true), ''), 'hex'));
GRANT SELECT, INSERT, UPDATE (sealed, doctor_id, confirmed_at) ON signup_confirmations TO medcloud_app;

-- the account that a link opens: read, its password set, its sessions ended
CREATE POLICY recovered ON users FOR SELECT TO medcloud_app USING (
  (SELECT scope_system()) = 'recovery' AND id = (SELECT scope_reset()));
CREATE POLICY recovered_set ON users FOR UPDATE TO medcloud_app USING (
  (SELECT scope_system()) = 'recovery' AND id = (SELECT scope_reset()));
CREATE POLICY recovered ON medical_centers FOR SELECT TO medcloud_app USING (
  (SELECT scope_system()) = 'recovery' AND user_id = (SELECT scope_reset()));
CREATE POLICY recovered ON sessions FOR SELECT TO medcloud_app USING (
  (SELECT scope_system()) = 'recovery' AND user_id = (SELECT scope_reset()));
CREATE POLICY recovered_ended ON sessions FOR UPDATE TO medcloud_app USING (
  (SELECT scope_system()) = 'recovery' AND user_id = (SELECT scope_reset()));

-- as in 013, and: a password is set by a link of its account too
CREATE OR REPLACE FUNCTION guard_user() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE is_own boolean := coalesce(NEW.id = public.scope_user(), false);
BEGIN
  IF (NEW.password_hash, NEW.must_change_password, NEW.initial_password_expires_at)
    IS DISTINCT FROM (OLD.password_hash, OLD.must_change_password, OLD.initial_password_expires_at)
    AND NOT (is_own OR coalesce(NEW.id = public.scope_reset(), false) OR coalesce(public.scope_system() = 'sign-in', false)) THEN
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
`;
