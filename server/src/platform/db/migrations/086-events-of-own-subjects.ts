import { type Kysely, sql } from 'kysely';

/**
 * Why: whether a scope may write an audit event now also depends on the event, the session, the patient and the grant. The
 * functions with fewer arguments go, with the policy that calls them; `audit/sql/policies.sql` makes it again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
DROP POLICY IF EXISTS written ON audit_events;
DROP FUNCTION IF EXISTS may_record(text, uuid, uuid, uuid);
DROP FUNCTION IF EXISTS may_record_without_account(text, text, text, uuid, uuid, uuid, uuid);
`)
    .execute(db);
}
