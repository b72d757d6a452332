import { type Kysely, sql } from 'kysely';

/** Why: a file names its person by name and birth date, and the center's patients are searched by both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('CREATE INDEX patients_by_birth_date ON patients (center_id, date_of_birth);').execute(db);
}
