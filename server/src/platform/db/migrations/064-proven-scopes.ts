import { type Kysely, sql } from 'kysely';

/**
 * Why: a scope is a text that any statement could set. Its MAC proves that the portal set it. The keys are in tables that
 * the application's login cannot read; connections end with the server, so theirs need not survive it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE keys.scope_keys (
  id uuid PRIMARY KEY,
  key bytea NOT NULL CHECK (octet_length(key) = 32),
  made_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNLOGGED TABLE keys.scope_connections (
  pid integer PRIMARY KEY,
  key_id uuid NOT NULL,
  connection_number bigint NOT NULL,
  inner_pad bytea NOT NULL,
  outer_pad bytea NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE jobs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE throttles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE request_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE health_hours ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE health_probes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE health_states ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`)
    .execute(db);
}
