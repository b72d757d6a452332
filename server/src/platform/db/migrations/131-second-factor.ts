import { type Kysely, sql } from 'kysely';

/**
 * Why: a password alone opened everything its account may. An account may have an authenticator app as second factor, and
 * recovery codes; a right password then yields a challenge instead of a session.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
CREATE TABLE totp_secrets (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  encrypted_secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  confirmed_at timestamptz,
  last_step bigint CHECK (last_step >= 0)
);

CREATE TABLE recovery_codes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  code_mac bytea NOT NULL CHECK (octet_length(code_mac) = 32),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  used_at timestamptz,
  UNIQUE (user_id, code_mac)
);

CREATE TABLE sign_in_challenges (
  id uuid PRIMARY KEY,
  secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  user_id uuid NOT NULL REFERENCES users (id),
  password_proof bytea NOT NULL CHECK (octet_length(password_proof) = 32),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  used_in xid8
);
CREATE INDEX sign_in_challenges_by_end ON sign_in_challenges (expires_at);

ALTER TABLE totp_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE sign_in_challenges ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`;
