import { type Kysely, sql } from 'kysely';

/**
 * Why: an auditor must be able to tell that nobody edited the trail, the database's own administrator included. Beside every
 * event stands a link of a chain, written by a role that can do nothing else; what waits for its link is listed apart, so
 * that no event is passed over, in whatever order transactions commit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(chain).execute(db);
}

const chain = `
-- they waited for the sealer, which writes beside the events: what is written once is never touched again
ALTER TABLE audit_events DROP COLUMN seq, DROP COLUMN prev, DROP COLUMN hash;
-- its number and its hour are the database's to give
REVOKE INSERT ON audit_events FROM medcloud_app;
GRANT INSERT (event, outcome, actor_kind, person_id, session_ref, center_id, doctor_id, patient_id, object_kind, object_id,
  exam_type, purpose, request_id, address_block, details) ON audit_events TO medcloud_app;

-- 'mac': of the hash, under a key that the database does not hold, so that who edits an event cannot seal it anew
CREATE TABLE audit_chain (
  seq bigint PRIMARY KEY CHECK (seq > 0),
  event_id bigint NOT NULL UNIQUE,
  prev bytea NOT NULL CHECK (length(prev) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  mac bytea NOT NULL CHECK (length(mac) = 32),
  sealed_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE TABLE audit_unsealed (event_id bigint PRIMARY KEY, at timestamptz NOT NULL);
-- 'line': word for word as it stands in the file outside the database
CREATE TABLE audit_checkpoints (
  number bigint PRIMARY KEY CHECK (number > 0),
  seq bigint NOT NULL,
  at timestamptz NOT NULL,
  line text NOT NULL CHECK (length(line) <= 2000)
);
-- forced on their owner too, the policies would show the migration none of the events there are
ALTER TABLE audit_events NO FORCE ROW LEVEL SECURITY;
INSERT INTO audit_unsealed (event_id, at) SELECT id, at FROM audit_events;
ALTER TABLE audit_events FORCE ROW LEVEL SECURITY;

CREATE FUNCTION await_seal() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.audit_unsealed (event_id, at) VALUES (NEW.id, NEW.at);
  RETURN NULL;
END $$;
CREATE TRIGGER await_seal AFTER INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION await_seal();

ALTER TABLE audit_chain ENABLE ROW LEVEL SECURITY; ALTER TABLE audit_chain FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_unsealed ENABLE ROW LEVEL SECURITY; ALTER TABLE audit_unsealed FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_checkpoints ENABLE ROW LEVEL SECURITY; ALTER TABLE audit_checkpoints FORCE ROW LEVEL SECURITY;

-- the sealer reads every event, adds links and checkpoints, and crosses off what it has sealed. It changes nothing.
GRANT USAGE ON SCHEMA public TO medcloud_sealer;
CREATE POLICY sealed ON audit_events FOR SELECT TO medcloud_sealer USING (true);
CREATE POLICY linked ON audit_chain FOR SELECT TO medcloud_sealer USING (true);
CREATE POLICY added ON audit_chain FOR INSERT TO medcloud_sealer WITH CHECK (true);
CREATE POLICY waiting ON audit_unsealed FOR SELECT TO medcloud_sealer USING (true);
CREATE POLICY done ON audit_unsealed FOR DELETE TO medcloud_sealer USING (true);
CREATE POLICY signed ON audit_checkpoints FOR SELECT TO medcloud_sealer USING (true);
CREATE POLICY added ON audit_checkpoints FOR INSERT TO medcloud_sealer WITH CHECK (true);
GRANT SELECT ON audit_events TO medcloud_sealer;
GRANT SELECT, INSERT ON audit_chain, audit_checkpoints TO medcloud_sealer;
GRANT SELECT, DELETE ON audit_unsealed TO medcloud_sealer;

-- the application lists what it wrote, and the administrator and the health probe see how far the chain is
CREATE POLICY listed ON audit_unsealed FOR INSERT TO medcloud_app WITH CHECK (true);
CREATE POLICY watched ON audit_unsealed FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'health' OR (SELECT scope_is_admin()));
CREATE POLICY watched ON audit_chain FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'health' OR (SELECT scope_is_admin()));
CREATE POLICY watched ON audit_checkpoints FOR SELECT TO medcloud_app USING ((SELECT scope_system()) = 'health' OR (SELECT scope_is_admin()));
GRANT SELECT, INSERT ON audit_unsealed TO medcloud_app;
GRANT SELECT ON audit_chain, audit_checkpoints TO medcloud_app;
`;
