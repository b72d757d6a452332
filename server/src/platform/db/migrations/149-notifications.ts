import { type Kysely, sql } from 'kysely';

/**
 * Why: doctors are mailed what concerns them while they are away, at once, once a day or never, as they choose. A row is noted
 * in the transaction of the act, and marked in the transaction that stores its mail.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
CREATE TABLE notification_choices (
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('access_granted', 'access_changed', 'access_revoked', 'exam_arrived')),
  choice text NOT NULL CHECK (choice IN ('at-once', 'daily', 'never')),
  PRIMARY KEY (user_id, kind)
);
ALTER TABLE notification_choices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE TABLE notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('access_granted', 'access_changed', 'access_revoked', 'exam_arrived')),
  -- the grant, or the exam
  subject_id uuid NOT NULL,
  -- as chosen when it was noted, or since; otherwise in the day's digest
  is_at_once boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  sent_at timestamptz,
  -- the day of the digest that named it
  digest_on date,
  CHECK (digest_on IS NULL OR sent_at IS NOT NULL)
);
-- each is noted once; a grant that changes again is noted again once the mail about its last change was sent
CREATE UNIQUE INDEX notifications_once ON notifications (user_id, kind, subject_id) WHERE kind <> 'access_changed' OR sent_at IS NULL;
CREATE INDEX notifications_at_once ON notifications (user_id) WHERE sent_at IS NULL AND is_at_once;
CREATE INDEX notifications_daily ON notifications (user_id, created_at) WHERE sent_at IS NULL AND NOT is_at_once;
CREATE INDEX notifications_digests ON notifications (user_id, digest_on) WHERE digest_on IS NOT NULL;
CREATE INDEX notifications_oldest ON notifications (created_at);
ALTER TABLE notifications ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`;
