import { type Kysely, sql } from 'kysely';

/**
 * Why: 068 copies the phone of each consent link from its request. Where the owner is no superuser, row-level security bound
 * it and it copied nothing: patients with such a link get no code to give more access. Erased phones are empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = ['consent_links', 'access_requests', 'otp_verifications'];
  for (const table of tables) await sql.raw(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`).execute(db);
  await sql`UPDATE consent_links l SET phone_sealed = o.phone_sealed
    FROM access_requests r JOIN otp_verifications o ON o.id = r.otp_id
    WHERE r.id = l.request_id AND l.access_id IS NULL AND l.phone_sealed IS NULL
      AND octet_length(o.phone_sealed) > 0`.execute(db);
  for (const table of tables) await sql.raw(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`).execute(db);
}
