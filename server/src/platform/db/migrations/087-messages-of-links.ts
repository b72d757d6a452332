import { type Kysely, sql } from 'kysely';

/**
 * Why: the erasure of a patient takes back waiting SMS. Those with a link that a center sent again, or with a code for a
 * link, named no patient. Now they name the link.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE outbox_messages ADD COLUMN link_hash bytea CHECK (length(link_hash) = 32);
CREATE INDEX outbox_waiting_by_link ON outbox_messages (link_hash) WHERE state = 'waiting' AND link_hash IS NOT NULL;
`)
    .execute(db);
}
