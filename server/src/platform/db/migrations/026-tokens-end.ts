import { type Kysely, sql } from 'kysely';

/** Why: whoever sets a new password by a mailed link must end the account's API tokens too, as its sessions: another may hold them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE POLICY recovered ON api_tokens FOR SELECT TO medcloud_app USING (
  (SELECT scope_system()) = 'recovery' AND user_id = (SELECT scope_reset()));
CREATE POLICY recovered_ended ON api_tokens FOR UPDATE TO medcloud_app USING (
  (SELECT scope_system()) = 'recovery' AND user_id = (SELECT scope_reset()));
`)
    .execute(db);
}
