import { type Kysely, sql } from 'kysely';

/**
 * Why: alarms come from rules over the audit log, about accounts, sessions, centers, networks and the installation, not
 * only about doctors. Each is mailed, and may put an account on hold. Existing alarms are not mailed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(alarms + counts + tokens).execute(db);
}

const alarms = `
-- the kinds are those of the code (domain/alarms/rules.ts)
ALTER TABLE alarms DROP CONSTRAINT IF EXISTS alarms_kind_check, DROP CONSTRAINT IF EXISTS alarms_check,
  DROP CONSTRAINT IF EXISTS alarms_center_check,
  ADD COLUMN IF NOT EXISTS center_id uuid REFERENCES medical_centers (id),
  ADD COLUMN subject text,
  -- no reference: the rules must not fail on an event whose account this database does not have
  ADD COLUMN user_id uuid,
  ADD COLUMN count integer,
  ADD COLUMN network text,
  ADD COLUMN browser text,
  ADD COLUMN system text,
  ADD COLUMN held_at timestamptz,
  ADD COLUMN released_at timestamptz,
  ADD COLUMN released_by uuid REFERENCES users (id),
  ADD COLUMN administrators_mailed_at timestamptz,
  ADD COLUMN account_mailed_at timestamptz,
  ADD CONSTRAINT alarms_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'),
  ADD CONSTRAINT alarms_hold_check CHECK (held_at IS NULL OR user_id IS NOT NULL),
  ADD CONSTRAINT alarms_release_check CHECK ((released_at IS NULL) = (released_by IS NULL) AND (held_at IS NOT NULL OR released_at IS NULL));
-- the owner is bound by row-level security where it is forced
ALTER TABLE alarms NO FORCE ROW LEVEL SECURITY;
UPDATE alarms SET subject = coalesce('doctor:' || doctor_id, 'center:' || center_id, 'installation:'), administrators_mailed_at = raised_at, account_mailed_at = raised_at;
ALTER TABLE alarms ALTER COLUMN subject SET NOT NULL, FORCE ROW LEVEL SECURITY;
DROP INDEX alarms_open;
-- one of a kind and subject is open at a time, whichever node raises it
CREATE UNIQUE INDEX alarms_open ON alarms (kind, subject) WHERE seen_at IS NULL;
CREATE INDEX alarms_of_subject ON alarms (kind, subject, raised_at DESC);
CREATE INDEX alarms_held ON alarms (user_id) WHERE held_at IS NOT NULL AND released_at IS NULL;
CREATE INDEX alarms_to_mail ON alarms (raised_at) WHERE administrators_mailed_at IS NULL OR account_mailed_at IS NULL;
CREATE INDEX alarms_mailed ON alarms (kind, administrators_mailed_at DESC) WHERE administrators_mailed_at IS NOT NULL;
ALTER TABLE users ADD COLUMN held_at timestamptz;
`;

const counts = `
-- events that the alarm rules have not counted yet
CREATE TABLE watched_events (event_id bigint PRIMARY KEY);
ALTER TABLE watched_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- how many exams an account or a session opened on a day (UTC): 'account:ID' or 'session:REFERENCE'
CREATE TABLE access_counts (
  subject text NOT NULL,
  day date NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (subject, day)
);
CREATE INDEX access_counts_by_day ON access_counts (day);
-- the exams in these counts, of the last days: each counts once a subject and day
CREATE TABLE opened_exams (
  subject text NOT NULL,
  day date NOT NULL,
  exam text NOT NULL,
  PRIMARY KEY (subject, day, exam)
);
CREATE INDEX opened_exams_by_day ON opened_exams (day);
ALTER TABLE audit_events NO FORCE ROW LEVEL SECURITY;
WITH opened AS (
  SELECT DISTINCT 'account:' || person_id AS subject, (at AT TIME ZONE 'UTC')::date AS day, object_id AS exam FROM audit_events
  WHERE event IN ('exam_downloaded', 'exam_viewed') AND outcome = 'success' AND person_id IS NOT NULL
    AND object_id IS NOT NULL AND at > app_now() - interval '31 days'
), recent AS (
  INSERT INTO opened_exams SELECT * FROM opened WHERE day >= (app_now() AT TIME ZONE 'UTC')::date - 2
)
INSERT INTO access_counts (subject, day, count) SELECT subject, day, count(*) FROM opened GROUP BY 1, 2;
ALTER TABLE audit_events FORCE ROW LEVEL SECURITY;
ALTER TABLE access_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE opened_exams ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- failed sign-ins, which are counted over all accounts
CREATE INDEX audit_failed_sign_ins ON audit_events (at) INCLUDE (address_block, person_id) WHERE event = 'login' AND outcome = 'failure';
`;

const tokens = `
-- the networks from which a token was used
CREATE TABLE token_networks (
  token_id uuid NOT NULL REFERENCES api_tokens (id) ON DELETE CASCADE,
  network text NOT NULL,
  first_used_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (token_id, network)
);
ALTER TABLE token_networks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`;
