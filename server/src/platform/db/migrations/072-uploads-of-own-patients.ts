import { type Kysely, sql } from 'kysely';

/** An upload names a patient of its own center: until now the database checked only that the patient exists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE uploads DROP CONSTRAINT uploads_patient_id_fkey,
      ADD FOREIGN KEY (patient_id, center_id) REFERENCES patients (id, center_id)`.execute(db);
}
