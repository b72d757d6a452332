import { type Kysely, sql } from 'kysely';

/**
 * Why: row-level security must hold even where the application's own check is wrong, so the database works out by itself
 * whose session it serves: the scope functions read the session (or the consent link) named by the transaction, never a
 * tenant that the application names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE SCHEMA keys;
GRANT USAGE ON SCHEMA keys TO medcloud_app;

-- The portal's time: the database's own clock, which a test may push forward within its transaction.
CREATE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT now() + make_interval(secs => coalesce(nullif(current_setting('medcloud.clock_offset_ms', true), '')::float8, 0) / 1000)
$$;

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  password_hash text NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'doctor', 'medical_center')),
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'el')),
  must_change_password boolean NOT NULL DEFAULT false,
  -- of a password that somebody else chose: it stops working then
  initial_password_expires_at timestamptz,
  subscription_start_date date,
  subscription_end_date date,
  subscription_status text NOT NULL DEFAULT 'inactive' CHECK (subscription_status IN ('active', 'inactive', 'expired')),
  -- a rejected or closed account: it cannot sign in, and its e-mail is free again
  closed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (subscription_end_date >= subscription_start_date),
  CHECK (role <> 'admin' OR (subscription_start_date IS NULL AND subscription_end_date IS NULL))
);
CREATE UNIQUE INDEX users_email_live ON users (email) WHERE closed_at IS NULL;
CREATE INDEX users_newest ON users (created_at DESC, id DESC);

-- A session row holds hashes only. center_id and doctor_id are copied at sign-in, so that the scope functions read one row.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('admin', 'doctor', 'medical_center')),
  center_id uuid,
  doctor_id uuid,
  bearer_hash bytea NOT NULL UNIQUE CHECK (length(bearer_hash) = 32),
  cookie_hash bytea NOT NULL UNIQUE CHECK (length(cookie_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  last_seen_at timestamptz NOT NULL DEFAULT app_now(),
  authenticated_at timestamptz NOT NULL DEFAULT app_now(),
  idle_seconds integer NOT NULL CHECK (idle_seconds > 0),
  expires_at timestamptz NOT NULL,
  address_block text NOT NULL,
  revoked_at timestamptz,
  revoke_cause text,
  CHECK ((revoked_at IS NULL) = (revoke_cause IS NULL)),
  CHECK ((role = 'medical_center') = (center_id IS NOT NULL)),
  CHECK ((role = 'doctor') = (doctor_id IS NOT NULL))
);
CREATE INDEX sessions_of_user ON sessions (user_id) WHERE revoked_at IS NULL;

-- A consent link's token, by hash alone: holds no patient's data, so that the scope function below can read it.
CREATE TABLE consent_links (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  request_id uuid NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT app_now()
);

CREATE FUNCTION scope_center() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT center_id FROM sessions
  WHERE id = nullif(current_setting('medcloud.session', true), '')::uuid AND revoked_at IS NULL
$$;
CREATE FUNCTION scope_doctor() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT doctor_id FROM sessions
  WHERE id = nullif(current_setting('medcloud.session', true), '')::uuid AND revoked_at IS NULL
$$;
CREATE FUNCTION scope_user() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT user_id FROM sessions
  WHERE id = nullif(current_setting('medcloud.session', true), '')::uuid AND revoked_at IS NULL
$$;
CREATE FUNCTION scope_is_admin() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT coalesce((SELECT role = 'admin' FROM sessions
  WHERE id = nullif(current_setting('medcloud.session', true), '')::uuid AND revoked_at IS NULL), false)
$$;
CREATE FUNCTION scope_link() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT request_id FROM consent_links
  WHERE token_hash = decode(nullif(current_setting('medcloud.link', true), ''), 'hex')
$$;
-- What the portal itself is about: 'matching', 'outbox', 'sweep', 'signup', 'start'; null in a person's request.
CREATE FUNCTION scope_system() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('medcloud.system', true), '')
$$;

GRANT SELECT, INSERT, UPDATE ON users, sessions TO medcloud_app;
GRANT SELECT, INSERT ON consent_links TO medcloud_app;

-- Attempts counted over all nodes (rate-limiter-flexible's own shape).
CREATE TABLE throttles (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);

-- What an Idempotency-Key made: the object's id alone, so that no reply with a patient's data is kept twice.
CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL REFERENCES users (id),
  route text NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  request_hash bytea NOT NULL,
  object_id uuid,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (user_id, route, key)
);
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON idempotency_keys TO medcloud_app USING (user_id = (SELECT scope_user()));
GRANT SELECT, INSERT, UPDATE ON idempotency_keys TO medcloud_app;

-- Facts of the installation, such as the fingerprint of its master key.
CREATE TABLE installation (name text PRIMARY KEY, value text NOT NULL, created_at timestamptz NOT NULL DEFAULT app_now());
GRANT SELECT, INSERT ON installation TO medcloud_app;

-- Keys of the portal's own (blind index, codes, outbox, repetition), each random and wrapped by the master key.
CREATE TABLE keys.service_keys (
  name text PRIMARY KEY,
  wrapped_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
GRANT SELECT, INSERT ON keys.service_keys TO medcloud_app;
`)
    .execute(db);
}
