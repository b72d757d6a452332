import { type Kysely, sql } from 'kysely';

/**
 * Why: what people write to the operator is kept whatever becomes of the mail, and answered from the portal. People write
 * about patients, so the words are sealed, and only administrators read the rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE support_messages (
  id uuid PRIMARY KEY,
  -- what the sender names on the phone
  reference text NOT NULL UNIQUE CHECK (reference ~ '^S-[0-9A-HJKMNP-TV-Z]{8}$'),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'closed')),
  urgent boolean NOT NULL,
  -- what the sender says to be: not checked
  role text CHECK (role IN ('medical-center', 'doctor', 'admin', 'other')),
  language text NOT NULL CHECK (language IN ('en', 'el')),
  -- name, e-mail, subject, topic and message, as JSON
  content_sealed bytea NOT NULL,
  -- whose session came along
  user_id uuid REFERENCES users (id),
  received_at timestamptz NOT NULL DEFAULT app_now(),
  answered_at timestamptz,
  closed_at timestamptz,
  closed_by uuid REFERENCES users (id),
  CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
  CHECK ((closed_by IS NULL) = (closed_at IS NULL))
);
CREATE INDEX support_messages_newest ON support_messages (received_at DESC, id DESC);
CREATE INDEX support_messages_urgent ON support_messages (urgent DESC, received_at DESC, id DESC);
CREATE INDEX support_messages_open ON support_messages (received_at DESC) WHERE state = 'open';

CREATE TABLE support_replies (
  id uuid PRIMARY KEY,
  message_id uuid NOT NULL REFERENCES support_messages (id),
  text_sealed bytea NOT NULL,
  sent_by uuid NOT NULL REFERENCES users (id),
  sent_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX support_replies_of_message ON support_replies (message_id, sent_at);

ALTER TABLE support_messages ENABLE ROW LEVEL SECURITY; ALTER TABLE support_messages FORCE ROW LEVEL SECURITY;
ALTER TABLE support_replies ENABLE ROW LEVEL SECURITY; ALTER TABLE support_replies FORCE ROW LEVEL SECURITY;

-- taken from anybody; the portal counts the last hour's, so that a flood does not become a flood of mail
CREATE POLICY taken ON support_messages FOR INSERT TO medcloud_app WITH CHECK ((SELECT scope_system()) = 'support' AND state = 'open');
CREATE POLICY counted ON support_messages FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'support');
CREATE POLICY read_by_admin ON support_messages FOR SELECT TO medcloud_app USING ((SELECT scope_is_admin()));
CREATE POLICY changed_by_admin ON support_messages FOR UPDATE TO medcloud_app USING ((SELECT scope_is_admin()));
GRANT SELECT, INSERT, UPDATE (state, answered_at, closed_at, closed_by) ON support_messages TO medcloud_app;

CREATE POLICY of_admin ON support_replies TO medcloud_app USING ((SELECT scope_is_admin()));
GRANT SELECT, INSERT ON support_replies TO medcloud_app;
`)
    .execute(db);
}
