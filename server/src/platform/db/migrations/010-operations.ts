import { type Kysely, sql } from 'kysely';

/**
 * Why: an operator on call must see what happened and what is not well, in any node's browser and after a restart: the
 * system log, the last day of the health probes, and the delivery of messages. No table here holds a person's data.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(operations).execute(db);
}

const operations = `
-- ids are UUIDv7 by the node that speaks, so that they sort by time; 'params' hold codes and counts, never what a person typed
CREATE TABLE system_events (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  level text NOT NULL CHECK (level IN ('info', 'success', 'warning', 'error')),
  source text NOT NULL CHECK (length(source) BETWEEN 1 AND 40),
  code text NOT NULL CHECK (length(code) BETWEEN 1 AND 60),
  params jsonb NOT NULL DEFAULT '{}' CHECK (length(params::text) <= 4000),
  -- the sentence in English
  message text NOT NULL CHECK (length(message) <= 1000),
  -- the sentence in every language, folded
  search_text text NOT NULL,
  -- how often the same was said within one writing
  times integer NOT NULL DEFAULT 1 CHECK (times > 0)
);
CREATE INDEX system_events_at ON system_events (at);
ALTER TABLE system_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE system_events FORCE ROW LEVEL SECURITY;
CREATE POLICY written ON system_events FOR INSERT TO medcloud_app WITH CHECK (true);
CREATE POLICY read_by_admin ON system_events FOR SELECT TO medcloud_app USING ((SELECT scope_is_admin()));
GRANT SELECT, INSERT ON system_events TO medcloud_app;

-- the application removes no row by itself: this function does, as the owner, and only what is older than 30 days
CREATE POLICY swept_seen ON system_events FOR SELECT USING ((SELECT scope_system()) = 'sweep');
CREATE POLICY swept ON system_events FOR DELETE USING ((SELECT scope_system()) = 'sweep');
CREATE FUNCTION sweep_system_events() RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  WITH gone AS (DELETE FROM system_events WHERE at < app_now() - interval '30 days' RETURNING 1)
  SELECT count(*)::integer FROM gone
$$;
REVOKE ALL ON FUNCTION sweep_system_events() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sweep_system_events() TO medcloud_app;

-- the last day of each probe, an hour a row
CREATE TABLE health_hours (
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  hour timestamptz NOT NULL,
  checks integer NOT NULL,
  warnings integer NOT NULL,
  failures integer NOT NULL,
  slowest_ms double precision NOT NULL,
  PRIMARY KEY (name, hour)
);
-- what each probe found last, so that a change can be told from a state that lasts
CREATE TABLE health_states (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 40),
  state text NOT NULL CHECK (state IN ('ok', 'warning', 'failed')),
  since timestamptz NOT NULL DEFAULT app_now()
);
-- the row that the database's own probe writes, reads back and removes
CREATE TABLE health_probes (id uuid PRIMARY KEY);
GRANT SELECT, INSERT, UPDATE, DELETE ON health_hours, health_states, health_probes TO medcloud_app;

-- the administrator sees how a message fared; its text is sealed, and a decoy is no message
CREATE POLICY seen_by_admin ON outbox_messages FOR SELECT TO medcloud_app USING ((SELECT scope_is_admin()) AND state <> 'decoy');
CREATE INDEX outbox_by_time ON outbox_messages (created_at);

-- and how many bytes lie in the store
CREATE POLICY counted ON exam_objects FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'counting' AND (SELECT scope_is_admin()));
`;
