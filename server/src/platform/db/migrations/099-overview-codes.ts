import { type Kysely, sql } from 'kysely';

/**
 * Why: a code from the phone opens the list of all grants of that phone for some minutes. The used code is the session: it
 * has the phone that it was sent to and the hash of the secret that the page got.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE link_codes
  ADD COLUMN purpose text NOT NULL DEFAULT 'change' CHECK (purpose IN ('change', 'overview')),
  ADD COLUMN phone_index bytea,
  ADD COLUMN session_hash bytea,
  ADD CHECK ((purpose = 'overview') = (phone_index IS NOT NULL)),
  ADD CHECK (session_hash IS NULL OR (purpose = 'overview' AND used_at IS NOT NULL));
CREATE UNIQUE INDEX link_codes_by_session ON link_codes (session_hash) WHERE session_hash IS NOT NULL;
`)
    .execute(db);
}
