import { type Kysely, sql } from 'kysely';

/** Why: an erasure takes the last digits of the patient's numbers too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE otp_verifications DROP CONSTRAINT otp_verifications_phone_last3_check,
  ADD CONSTRAINT otp_verifications_phone_last3_check CHECK (phone_last3 ~ '^([0-9]{3})?$');
`)
    .execute(db);
}
