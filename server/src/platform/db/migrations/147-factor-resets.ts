import { type Kysely, sql } from 'kysely';

/**
 * Why: who lost a second factor asks an administrator, not the operator's command. A request waits a day, so that the account's
 * owner hears of it by mail and can stop it. Rows stay: they say who asked, and how the person was recognized.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
CREATE TABLE factor_resets (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  asked_by uuid NOT NULL REFERENCES users (id),
  recognized_by text NOT NULL CHECK (recognized_by IN ('in_person', 'video', 'callback')),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  asked_at timestamptz NOT NULL DEFAULT app_now(),
  effective_at timestamptz NOT NULL DEFAULT app_now() + interval '24 hours',
  -- SHA-256 of the token of the mailed link that stops it
  cancel_hash bytea NOT NULL UNIQUE CHECK (octet_length(cancel_hash) = 32),
  -- of an administrator's account: another one confirms
  needs_confirmation boolean NOT NULL,
  confirmed_by uuid REFERENCES users (id),
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  -- by the mailed link; false: by an administrator
  cancelled_by_owner boolean,
  done_at timestamptz,
  CHECK (user_id <> asked_by AND user_id IS DISTINCT FROM confirmed_by),
  CHECK (asked_by <> confirmed_by),
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
  CHECK ((cancelled_at IS NULL) = (cancelled_by_owner IS NULL)),
  CHECK (num_nonnulls(cancelled_at, done_at) < 2)
);
CREATE UNIQUE INDEX factor_resets_open ON factor_resets (user_id) WHERE cancelled_at IS NULL AND done_at IS NULL;
ALTER TABLE factor_resets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`;
