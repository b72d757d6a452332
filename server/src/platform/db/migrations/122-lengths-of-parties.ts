import { type Kysely, sql } from 'kysely';

/**
 * Why: a statement could store billing details of any length. They are as long as the form lets them be
 * (contract/src/shapes/billing/party.ts); the name may be two names of a sign-up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE billing_parties
      ADD CONSTRAINT billing_parties_lengths CHECK (
        char_length(legal_name) <= 300 AND char_length(vat_number) <= 20 AND char_length(vat_proof) <= 200
        AND char_length(tax_office) <= 100 AND char_length(activity) <= 200 AND char_length(address) <= 300
        AND char_length(city) <= 100 AND char_length(postal_code) <= 20 AND char_length(region) <= 50
        AND char_length(email) <= 254)`.execute(db);
}
