import { type Kysely, sql } from 'kysely';

/**
 * Why: an erasure takes the last digits of the patient's numbers too. A day on which an account opened unusually many
 * exams must not raise what is usual, unless an administrator says so. And the clock of a breach that is set later still
 * shows when its notices were due before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE otp_verifications DROP CONSTRAINT otp_verifications_phone_last3_check,
  ADD CONSTRAINT otp_verifications_phone_last3_check CHECK (phone_last3 ~ '^([0-9]{3})?$');
ALTER TABLE access_counts ADD COLUMN is_unusual boolean NOT NULL DEFAULT false,
  ADD COLUMN usual_count integer CHECK (usual_count > 0);
ALTER TABLE breaches ADD COLUMN first_noticed_at timestamptz, NO FORCE ROW LEVEL SECURITY;
UPDATE breaches SET first_noticed_at = noticed_at;
ALTER TABLE breaches ALTER COLUMN first_noticed_at SET NOT NULL, ADD CHECK (first_noticed_at <= noticed_at),
  FORCE ROW LEVEL SECURITY;
`)
    .execute(db);
}
