import { type Kysely, sql } from 'kysely';

/**
 * Why: a passkey is two factors in one, cannot be phished, and signs in without a password. A challenge that one signed is
 * stored once it was used; those only given out are not stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
-- 244 random bits, so that a passkey does not tell whose it is
ALTER TABLE users ADD COLUMN handle bytea NOT NULL
  DEFAULT sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
  CONSTRAINT users_handle_key UNIQUE;

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL CHECK (octet_length(public_key) BETWEEN 1 AND 4096),
  sign_count bigint NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
  transports text[] NOT NULL,
  is_device_bound boolean NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  last_used_at timestamptz,
  suspect_at timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);

CREATE TABLE spent_challenges (
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  expires_at timestamptz NOT NULL,
  spent_in xid8 NOT NULL
);
CREATE INDEX spent_challenges_by_end ON spent_challenges (expires_at);

ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE spent_challenges ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`;
