import { type Kysely, sql } from 'kysely';

/** Why: a breach must be documented with its facts, its notices within 72 hours and what was done (GDPR 33, 34). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE breaches (
  id uuid PRIMARY KEY,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed')),
  alarm_id uuid REFERENCES alarms (id),
  content_sealed bytea NOT NULL,
  happened_from timestamptz NOT NULL,
  happened_until timestamptz CHECK (happened_until >= happened_from),
  noticed_at timestamptz NOT NULL CHECK (noticed_at >= happened_from),
  high_risk boolean NOT NULL,
  scope_kind text NOT NULL CHECK (scope_kind IN ('account', 'session', 'token', 'period')),
  scope_value text CHECK ((scope_value IS NULL) = (scope_kind = 'period')),
  scope_from timestamptz,
  scope_to timestamptz CHECK (scope_to >= scope_from),
  opened_at timestamptz NOT NULL DEFAULT app_now(),
  opened_by uuid NOT NULL REFERENCES users (id),
  closed_at timestamptz,
  closed_by uuid REFERENCES users (id),
  close_reason_sealed bytea,
  CHECK (scope_kind <> 'period' OR (scope_from IS NOT NULL AND scope_to IS NOT NULL)),
  CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (close_reason_sealed IS NULL))
);
CREATE INDEX breaches_in_order ON breaches (state DESC, noticed_at DESC, id DESC);
CREATE TABLE breach_notices (
  breach_id uuid NOT NULL REFERENCES breaches (id),
  kind text NOT NULL CHECK (kind IN ('authority', 'persons')),
  state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'notified', 'not_needed')),
  notified_at timestamptz,
  reason_sealed bytea,
  decided_at timestamptz,
  decided_by uuid REFERENCES users (id),
  PRIMARY KEY (breach_id, kind),
  CHECK ((state = 'notified') = (notified_at IS NOT NULL)),
  CHECK (state <> 'not_needed' OR reason_sealed IS NOT NULL),
  CHECK ((state = 'due') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL))
);
ALTER TABLE breaches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE breach_notices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`)
    .execute(db);
}
