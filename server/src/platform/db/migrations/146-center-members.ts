import { type Kysely, sql } from 'kysely';

/**
 * Why: each person of a center signs in as themselves, with the rights of the job. A membership's row is never removed: the audit
 * log finds its name there. A session or token without a member is the center's own account, as all were before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
-- a person whose only rights are memberships
ALTER TABLE users DROP CONSTRAINT users_role_check;
ALTER TABLE users ADD CONSTRAINT users_role_check CHECK (role IN ('admin', 'doctor', 'medical_center', 'member'));

CREATE TABLE center_members (
  id uuid PRIMARY KEY,
  center_id uuid NOT NULL REFERENCES medical_centers (id),
  -- null until the invitation is accepted
  user_id uuid REFERENCES users (id),
  roles text[] NOT NULL CHECK (cardinality(roles) BETWEEN 1 AND 5
    AND roles <@ ARRAY['owner', 'technician', 'secretary', 'radiologist', 'billing']),
  is_clinical boolean NOT NULL GENERATED ALWAYS AS (roles && ARRAY['owner', 'technician', 'secretary', 'radiologist']) STORED,
  username text NOT NULL CHECK (length(username) BETWEEN 2 AND 40 AND username !~ '[/@[:space:]]'),
  display_name text NOT NULL CHECK (length(display_name) BETWEEN 2 AND 100),
  email text NOT NULL CHECK (length(email) <= 254),
  language language_code NOT NULL,
  state text NOT NULL DEFAULT 'invited' CHECK (state IN ('invited', 'active', 'suspended', 'ended')),
  invited_by uuid NOT NULL REFERENCES users (id),
  invite_hash bytea NOT NULL UNIQUE CHECK (octet_length(invite_hash) = 32),
  invited_at timestamptz NOT NULL DEFAULT app_now(),
  invite_expires_at timestamptz NOT NULL,
  joined_at timestamptz,
  suspended_at timestamptz,
  ended_at timestamptz,
  CHECK ((user_id IS NULL) = (joined_at IS NULL)),
  CHECK (state NOT IN ('active', 'suspended') OR user_id IS NOT NULL),
  CHECK (state <> 'invited' OR user_id IS NULL),
  CHECK ((state = 'suspended') = (suspended_at IS NOT NULL)),
  CHECK ((state = 'ended') = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX center_members_username_live ON center_members (center_id, any_case(username)) WHERE state <> 'ended';
CREATE UNIQUE INDEX center_members_email_live ON center_members (center_id, email) WHERE state <> 'ended';
CREATE UNIQUE INDEX center_members_user_live ON center_members (center_id, user_id) WHERE state <> 'ended';
CREATE INDEX center_members_of_user ON center_members (user_id);
CREATE INDEX center_members_newest ON center_members (center_id, invited_at DESC, id);
ALTER TABLE center_members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

ALTER TABLE sessions ADD COLUMN member_id uuid REFERENCES center_members (id);
CREATE INDEX sessions_of_member ON sessions (member_id) WHERE member_id IS NOT NULL;
ALTER TABLE api_tokens ADD COLUMN member_id uuid REFERENCES center_members (id);
CREATE INDEX api_tokens_of_member ON api_tokens (member_id) WHERE member_id IS NOT NULL;
ALTER TABLE sign_in_challenges ADD COLUMN member_id uuid REFERENCES center_members (id);

-- the start creates them again: two with more columns, one with a further parameter
DROP FUNCTION IF EXISTS find_session_and_exam(bytea, bytea, uuid);
DROP FUNCTION IF EXISTS find_session(bytea, bytea, boolean);
DROP FUNCTION IF EXISTS begin_challenge(uuid, text);
`;
