import { type Kysely, sql } from 'kysely';

/**
 * Why: a message that a real gateway takes can be under way when the process dies, so that it is written down before it
 * goes (`sending`), and what became of it is told apart: sent, refused (`failed`), or nobody knows (`uncertain`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE outbox_messages
  DROP CONSTRAINT outbox_messages_state_check,
  DROP CONSTRAINT outbox_messages_check,
  ADD COLUMN sending_at timestamptz;
UPDATE outbox_messages SET state = 'failed' WHERE state = 'dead';
UPDATE outbox_messages SET expires_at = created_at + interval '7 days' WHERE expires_at IS NULL;
ALTER TABLE outbox_messages
  ALTER COLUMN expires_at SET NOT NULL,
  ALTER COLUMN expires_at SET DEFAULT app_now() + interval '7 days',
  ADD CONSTRAINT outbox_messages_state_check CHECK (state IN
    ('waiting', 'sending', 'sent', 'expired', 'superseded', 'failed', 'uncertain', 'decoy')),
  ADD CONSTRAINT outbox_messages_text_check CHECK ((state IN ('waiting', 'sending')) = (sealed IS NOT NULL)),
  ADD CONSTRAINT outbox_messages_sending_check CHECK (state <> 'sending' OR sending_at IS NOT NULL);
DROP INDEX outbox_waiting;
CREATE INDEX outbox_open ON outbox_messages (expires_at) WHERE state IN ('waiting', 'sending');
`)
    .execute(db);
}
