import { type Kysely, sql } from 'kysely';

/**
 * Why: a key that the master key wraps carries the id of its master, so that both masters are good while a rotation
 * rewraps. The foreign keys refuse to delete a master that still wraps a key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE keys.master_keys (
  id integer PRIMARY KEY CHECK (id > 0),
  fingerprint text NOT NULL UNIQUE CHECK (length(fingerprint) = 32),
  state text NOT NULL UNIQUE CHECK (state IN ('current', 'next')),
  service_wrapped text,
  wrapped_by_other bytea,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE TABLE keys.retired_master_keys (
  id integer PRIMARY KEY,
  fingerprint text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  retired_at timestamptz NOT NULL DEFAULT app_now()
);
ALTER TABLE keys.master_keys ENABLE ROW LEVEL SECURITY; ALTER TABLE keys.master_keys FORCE ROW LEVEL SECURITY;
ALTER TABLE keys.retired_master_keys ENABLE ROW LEVEL SECURITY; ALTER TABLE keys.retired_master_keys FORCE ROW LEVEL SECURITY;
ALTER TABLE installation NO FORCE ROW LEVEL SECURITY;
ALTER TABLE keys.master_keys NO FORCE ROW LEVEL SECURITY;
INSERT INTO keys.master_keys (id, fingerprint, state, created_at)
  SELECT 1, value, 'current', created_at FROM installation WHERE name = 'master-key-fingerprint';
ALTER TABLE keys.master_keys FORCE ROW LEVEL SECURITY;
ALTER TABLE installation FORCE ROW LEVEL SECURITY;
ALTER TABLE keys.patient_keys ADD COLUMN master_id integer NOT NULL DEFAULT 1 REFERENCES keys.master_keys (id);
ALTER TABLE keys.service_keys ADD COLUMN master_id integer NOT NULL DEFAULT 1 REFERENCES keys.master_keys (id);
`)
    .execute(db);
}
