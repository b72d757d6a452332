import { type Kysely, sql } from 'kysely';

/**
 * Why: a consent link alone must not give more access long after its SMS. A code goes to the phone that got the link, so
 * the link keeps the number, encrypted as in the request's own code. Links that a center sent again have no such copy.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE consent_links ADD COLUMN phone_sealed bytea;
UPDATE consent_links l SET phone_sealed = o.phone_sealed FROM access_requests r JOIN otp_verifications o ON o.id = r.otp_id
WHERE r.id = l.request_id AND l.access_id IS NULL;
CREATE TABLE link_codes (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL REFERENCES consent_links (token_hash),
  code_mac bytea,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at timestamptz,
  superseded_at timestamptz
);
CREATE INDEX link_codes_of_link ON link_codes (token_hash, created_at);
CREATE INDEX link_codes_by_time ON link_codes (created_at);
ALTER TABLE link_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`)
    .execute(db);
}
