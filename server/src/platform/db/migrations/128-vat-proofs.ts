import { type Kysely, sql } from 'kysely';

/**
 * Why: an administrator records a proof of a VAT number that VIES was not asked about or did not confirm. It holds for that
 * number alone: a trigger clears it with the number (guard_vat_proof).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
ALTER TABLE billing_parties
  ADD COLUMN vat_proved_on date,
  ADD COLUMN vat_proof_text text CHECK (length(vat_proof_text) BETWEEN 1 AND 200),
  ADD COLUMN vat_proved_by uuid REFERENCES users (id),
  ADD CHECK (num_nonnulls(vat_proved_on, vat_proof_text, vat_proved_by) IN (0, 3)),
  ADD CHECK (vat_proved_on IS NULL OR vat_number IS NOT NULL);
`;
