import { type Kysely, sql } from 'kysely';

/**
 * Why: a passkey works at the domain alone that it was made for, so after a change of `PASSKEY_DOMAIN` the health page says how
 * many no longer work. A right password whose factor never came is recorded with its network, once its challenge has ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
-- null: made before this migration
ALTER TABLE passkeys ADD COLUMN domain text CHECK (length(domain) BETWEEN 1 AND 253);

ALTER TABLE sign_in_challenges ADD COLUMN address_block text, ADD COLUMN missed_at timestamptz;
CREATE INDEX sign_in_challenges_open ON sign_in_challenges (expires_at) WHERE used_at IS NULL AND missed_at IS NULL;
-- those of before are not reported all at once
ALTER TABLE sign_in_challenges NO FORCE ROW LEVEL SECURITY;
UPDATE sign_in_challenges SET missed_at = expires_at WHERE used_at IS NULL AND expires_at < app_now();
ALTER TABLE sign_in_challenges FORCE ROW LEVEL SECURITY;

-- replaced by one that also stores the network
DROP FUNCTION IF EXISTS begin_challenge(uuid);
`;
