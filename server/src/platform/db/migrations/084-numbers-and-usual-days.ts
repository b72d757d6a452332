import { type Kysely, sql } from 'kysely';

/**
 * Why: an erasure takes the last digits of the patient's numbers too. And a day on which an account opened unusually many
 * exams must not raise what is usual, unless an administrator says so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE otp_verifications DROP CONSTRAINT otp_verifications_phone_last3_check,
  ADD CONSTRAINT otp_verifications_phone_last3_check CHECK (phone_last3 ~ '^([0-9]{3})?$');
ALTER TABLE access_counts ADD COLUMN is_unusual boolean NOT NULL DEFAULT false,
  ADD COLUMN usual_count integer CHECK (usual_count > 0);
`)
    .execute(db);
}
