import { type Kysely, sql } from 'kysely';

/**
 * Why: work that waits for a transaction's commit, for a retry or for its hour. The application's role may add a job and
 * pull a waiting one forward, and can read no payload; the workers run as the table's owner (`platform/queue`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(jobsSchema).execute(db);
}

const jobsSchema = `
CREATE TABLE jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),
  payload jsonb NOT NULL,
  key text CHECK (length(key) BETWEEN 1 AND 300),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'dead')),
  -- waiting: when to run; running: when the lease lapses; dead: when it died
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL DEFAULT 10 CHECK (max_attempts > 0),
  -- names the worker's hold on this very run: a late worker's token matches nothing
  lease uuid,
  -- of a repeating job, which is never deleted nor dead
  every_ms bigint CHECK (every_ms > 0),
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((state = 'running') = (lease IS NOT NULL)),
  CHECK (every_ms IS NULL OR state <> 'dead')
);
CREATE INDEX jobs_due ON jobs (due_at, id) WHERE state <> 'dead';
CREATE INDEX jobs_dead ON jobs (due_at DESC) WHERE state = 'dead';
CREATE UNIQUE INDEX jobs_waiting_key ON jobs (kind, key) WHERE state = 'waiting' AND key IS NOT NULL;
CREATE UNIQUE INDEX jobs_repeating ON jobs (kind) WHERE every_ms IS NOT NULL;

GRANT INSERT (kind, payload, key, due_at, max_attempts) ON jobs TO medcloud_app;
GRANT SELECT (kind, key, state, due_at), UPDATE (due_at) ON jobs TO medcloud_app;
`;
