import { type Kysely, sql } from 'kysely';

/**
 * Why: a statement smuggled into a request could take back the count of a wrong code or date of birth by a rollback, and
 * try on. What was tried is stored first, with the transaction that did so; only another transaction compares it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // counted and compared in one; its result has other columns now
  await sql`DROP FUNCTION IF EXISTS open_own_pictures()`.execute(db);
  for (const table of ['otp_verifications', 'link_codes'])
    await sql`ALTER TABLE ${sql.ref(table)}
      ADD COLUMN tries bytea[] NOT NULL DEFAULT '{}', ADD COLUMN tried_in xid8`.execute(db);
}
