import { type Kysely, sql } from 'kysely';

/**
 * Why: a center may let patients see their own pictures, `own_viewing_days` after the upload (null: not at all). A code
 * from the phone opens a session of 30 minutes; the used code is the session. It gets the patient once the right date of
 * birth was entered, in three tries.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE medical_centers ADD COLUMN own_viewing_days smallint CHECK (own_viewing_days BETWEEN 0 AND 30);
ALTER TABLE link_codes
  DROP CONSTRAINT link_codes_purpose_check,
  DROP CONSTRAINT link_codes_check1,
  DROP CONSTRAINT link_codes_check2,
  ADD COLUMN patient_id uuid REFERENCES patients (id),
  ADD COLUMN birth_date_attempts smallint NOT NULL DEFAULT 0,
  ADD CONSTRAINT link_codes_purpose_check CHECK (purpose IN ('change', 'overview', 'own')),
  ADD CONSTRAINT link_codes_check1 CHECK ((purpose <> 'change') = (phone_index IS NOT NULL)),
  ADD CONSTRAINT link_codes_check2 CHECK (session_hash IS NULL OR (purpose <> 'change' AND used_at IS NOT NULL)),
  ADD CONSTRAINT link_codes_own_check CHECK (
    purpose = 'own' AND (patient_id IS NULL OR session_hash IS NOT NULL) AND birth_date_attempts BETWEEN 0 AND 3
    OR purpose <> 'own' AND patient_id IS NULL AND birth_date_attempts = 0);
`)
    .execute(db);
}
