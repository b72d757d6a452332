/** Ids of center B, which no other scope may reach. */
export interface ForeignIds {
  center: string;
  user: string;
  patient: string;
  exam: string;
  session: string;
  own: string;
}

/** Statements that try to change the scope or the role. `signed` is the transaction's own scope, with its MAC. */
export const scopeStatements = (b: ForeignIds, signed: string) => {
  const forged = signed.replace(/^[^,]*/, b.session);
  const claim = (text: string) => `SELECT set_config('medcloud.scope', ${text}, true)`;
  return [
    claim(`'${forged}'`),
    claim(`'${signed.replace(/^([^,]*,[^,]*),[^,]*/, '$1,sign-in')}'`),
    claim(`'${signed.replace(/^([^,]*),[^,]*,[^,]*/, `$1,u${b.user},sign-in`)}'`),
    claim(`'${signed.replace(/^([^,]*,[^,]*),[^,]*,[^,]*/, `$1,imaging,${b.exam}`)}'`),
    claim(`'${signed.slice(0, -1)}'`),
    claim(`'${signed.slice(0, -64)}'`),
    claim(`'${b.session},,,,,${'0'.repeat(64)}'`),
    claim(`'${b.session},,,,'`),
    claim(`'${signed.toUpperCase()}'`),
    claim(`'${b.session},' || '${signed}'`),
    claim(`E'${b.session}\\u0000${signed}'`),
    claim(`'${b.session}\u202e\u0130${signed}'`),
    claim(`repeat('${signed}', 2)`),
    claim(`''`),
    claim('NULL'),
    `SET SESSION medcloud.scope = '${b.session},,,,,${'f'.repeat(64)}'`,
    `SET LOCAL medcloud.scope TO DEFAULT`,
    `SET medcloud.session = '${b.session}'`,
    `SET medcloud.system = 'sign-in'`,
    `SET LOCAL medcloud.clock_offset_ms = '-99999999999'`,
    'RESET medcloud.scope',
    'RESET ALL',
    'DISCARD PLANS',
    'DISCARD ALL',
    'SET LOCAL row_security = off',
    'SET LOCAL search_path = pg_temp, games, public',
    `SELECT open_connection(id, 1, '\\x00') FROM (VALUES ('${b.exam}'::uuid)) AS t (id)`,
    `SELECT open_connection(NULL, 9223372036854775807, NULL)`,
    `SELECT scope_part(1)`,
    `SELECT keys.hmac_sha256('\\x00', 'x')`,
    `SET ROLE none`,
    'RESET ROLE',
    'SET SESSION AUTHORIZATION DEFAULT',
    `SELECT set_config('role', 'none', true)`,
    `SELECT set_config('session_authorization', 'medcloud_owner', true)`,
    `SET session_replication_role = replica`,
    `COMMIT; SET medcloud.scope = '${forged}'`,
    `ROLLBACK; BEGIN; SET LOCAL medcloud.scope = '${forged}'`,
    `DO $$ BEGIN PERFORM set_config('medcloud.scope', '${forged}', true); END $$`,
    `PREPARE held AS ${claim(`'${forged}'`)}; EXECUTE held`,
    `DECLARE kept CURSOR WITH HOLD FOR SELECT to_jsonb(p) FROM patients p; COMMIT; FETCH ALL FROM kept`,
    // for the requests that use the connection next
    'DEALLOCATE ALL',
    'COMMIT; DISCARD ALL',
    `COMMIT; SET SESSION medcloud.scope = '${signed}'`,
    `COMMIT; BEGIN; SET LOCAL medcloud.scope = '${signed}'`,
    `COMMIT; BEGIN READ ONLY; PREPARE kept AS SELECT to_jsonb(p) FROM patients p`,
    `COMMIT; PREPARE kept AS SELECT to_jsonb(p) FROM patients p; BEGIN; EXECUTE kept`,
    'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY',
    'SET SESSION search_path = pg_temp, games, public',
    `SET SESSION TimeZone = 'Asia/Tokyo'`,
    `SAVEPOINT s; ${claim(`'${forged}'`)}; ROLLBACK TO s; SELECT to_jsonb(p) FROM patients p`,
  ];
};

/** Statements that make objects, or reach files, other databases and the server. Each must fail. */
export const refusedStatements = [
  'CREATE TEMP TABLE sessions (id uuid)',
  'CREATE TABLE public.spoof (id uuid)',
  'CREATE SCHEMA games',
  'CREATE VIEW public.all_patients AS SELECT * FROM patients',
  'CREATE TEMP VIEW patients AS SELECT 1',
  `CREATE FUNCTION public.scope_center() RETURNS uuid LANGUAGE sql AS 'SELECT NULL::uuid'`,
  `CREATE FUNCTION pg_temp.now() RETURNS timestamptz LANGUAGE sql AS 'SELECT NULL::timestamptz'`,
  'CREATE OPERATOR public.= (LEFTARG = uuid, RIGHTARG = uuid, FUNCTION = uuid_ne)',
  'CREATE CAST (text AS uuid) WITH INOUT AS IMPLICIT',
  'CREATE DOMAIN public.games AS text',
  'CREATE RULE r AS ON SELECT TO patients DO INSTEAD SELECT 1',
  'CREATE TRIGGER t AFTER INSERT ON patients EXECUTE FUNCTION count_patients()',
  'CREATE POLICY p ON patients USING (true)',
  'CREATE EXTENSION dblink',
  'CREATE EXTENSION pg_trgm',
  'CREATE SERVER s FOREIGN DATA WRAPPER postgres_fdw',
  'CREATE PUBLICATION p FOR ALL TABLES',
  `CREATE SUBSCRIPTION s CONNECTION 'host=localhost' PUBLICATION p`,
  'CREATE EVENT TRIGGER e ON ddl_command_start EXECUTE FUNCTION guard_user()',
  'CREATE ROLE games SUPERUSER',
  'ALTER TABLE patients DISABLE ROW LEVEL SECURITY',
  'ALTER TABLE patients DISABLE TRIGGER ALL',
  'ALTER ROLE medcloud_app BYPASSRLS',
  `ALTER ROLE medcloud_owner SET search_path = pg_temp`,
  `ALTER ROLE ALL SET default_transaction_read_only = on`,
  `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = pg_temp', current_database()); END $$`,
  'ALTER ROLE medcloud_app SET log_statement = none',
  `ALTER ROLE medcloud_app SET session_preload_libraries = 'games'`,
  'ALTER FUNCTION scope_center() SECURITY INVOKER',
  'ALTER DEFAULT PRIVILEGES FOR ROLE medcloud_owner GRANT SELECT ON TABLES TO PUBLIC',
  'GRANT medcloud_search TO medcloud_app',
  'DROP POLICY of_center ON patients',
  'DROP OWNED BY CURRENT_USER',
  'DROP OWNED BY medcloud_app CASCADE',
  'DO $$ BEGIN DROP OWNED BY SESSION_USER; END $$',
  'REASSIGN OWNED BY medcloud_app TO medcloud_search',
  'GRANT SELECT ON users TO PUBLIC',
  'DROP EVENT TRIGGER medcloud_guard',
  'SET event_triggers = off',
  'TRUNCATE audit_events',
  'LOCK TABLE patients IN ACCESS EXCLUSIVE MODE',
  'REFRESH MATERIALIZED VIEW patients',
  `COPY (SELECT 1) TO PROGRAM 'id'`,
  `COPY patients FROM '/etc/passwd'`,
  `COPY (SELECT 1) TO '/tmp/medcloud-injected'`,
  `SELECT pg_read_file('postgresql.conf')`,
  `SELECT pg_read_binary_file('global/pg_control')`,
  `SELECT pg_ls_dir('.')`,
  'SELECT * FROM pg_ls_waldir()',
  `SELECT lo_import('/etc/passwd')`,
  `SELECT lo_export(1, '/tmp/medcloud-injected')`,
  'SELECT rolpassword FROM pg_authid',
  'SELECT * FROM pg_statistic',
  'SELECT * FROM pg_hba_file_rules',
  `LOAD 'auto_explain'`,
  'ALTER SYSTEM SET row_security = off',
  'VACUUM FULL patients',
  'CHECKPOINT',
  'SELECT * FROM pg_prepared_statements',
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'medcloud_app'`,
  `SELECT lo_from_bytea(0, '\\x00')`,
  'SELECT to_jsonb(t) FROM pg_stat_user_tables t',
  'SELECT to_jsonb(t) FROM pg_stat_xact_user_tables t',
  'SELECT to_jsonb(t) FROM pg_stat_database t',
  'SELECT to_jsonb(t) FROM pg_statio_all_indexes t',
  `SELECT pg_stat_get_xact_numscans('patients'::regclass)`,
  `SELECT pg_stat_get_xact_tuples_returned('patients'::regclass)`,
  `SELECT pg_stat_get_tuples_inserted('patients'::regclass)`,
  `SELECT pg_logical_emit_message(false, 'games', 'x')`,
  `INSERT INTO audit_unsealed (event_id, at) VALUES (1, now())`,
  `INSERT INTO audit_events (event, outcome, actor_kind, details) VALUES ('login', 'success', 'admin', '{}')`,
  'SELECT * FROM keys.scope_keys',
  'SELECT * FROM keys.scope_connections',
  'UPDATE keys.scope_connections SET inner_pad = outer_pad',
  `SELECT setval('jobs_id_seq', 1)`,
  `SELECT nextval('audit_events_id_seq')`,
  'SELECT * FROM audit_chain FOR UPDATE',
  'DELETE FROM audit_events',
  'UPDATE audit_events SET details = NULL',
];

/** Statements that read or write rows, most of them of center B. */
export const rowStatements = (b: ForeignIds) => [
  'COPY patients TO STDOUT',
  'COPY (SELECT * FROM keys.patient_keys) TO STDOUT',
  'TABLE jobs',
  'TABLE keys.service_keys',
  'TABLE audit_chain',
  'SELECT to_jsonb(p) FROM patients p TABLESAMPLE SYSTEM (100)',
  `SELECT query_to_xml('SELECT * FROM patients', true, true, '')`,
  `SELECT table_to_xml('keys.patient_keys', true, true, '')`,
  `SELECT * FROM ts_stat('SELECT to_tsvector(last_name) FROM patients')`,
  `SELECT * FROM pg_stats WHERE tablename IN ('patients', 'exams', 'users')`,
  'SELECT * FROM pg_stats_ext',
  'SELECT * FROM pg_stats_ext_exprs',
  'SELECT * FROM pg_cursors',
  'SELECT last_name::int FROM patients',
  `SELECT 1 / (CASE WHEN center_id = '${b.center}' THEN 0 ELSE 1 END) FROM patients`,
  `SELECT count(*) FROM patients WHERE (last_name || ' ' || id)::int > 0 OR center_id = '${b.center}'`,
  `SELECT count(*) FROM exams WHERE convert_from(notes_sealed, 'UTF8')::int = 1 OR id = '${b.exam}'`,
  `SELECT count(*) FROM users WHERE password_hash::int = 1 OR id = '${b.user}'`,
  `EXPLAIN (ANALYZE, VERBOSE, BUFFERS) SELECT * FROM patients WHERE last_name > 'Α'`,
  `SELECT json_agg(s) FROM sessions s WHERE center_id = '${b.center}'`,
  `UPDATE patients SET email = 'games@example.gr' WHERE id = '${b.patient}' RETURNING *`,
  `UPDATE exams SET status = 'withdrawn' WHERE id = '${b.exam}' RETURNING *`,
  `UPDATE users SET password_hash = 'x', email = 'games@example.gr' WHERE id = '${b.user}' RETURNING *`,
  `UPDATE sessions SET revoked_at = NULL, revoke_cause = NULL WHERE center_id = '${b.center}' RETURNING *`,
  `UPDATE medical_centers SET last_activity_at = now() WHERE id = '${b.center}'`,
  `UPDATE patient_access SET status = 'granted', ended_at = NULL WHERE center_id = '${b.center}'`,
  `WITH found AS (UPDATE exam_objects SET wrapped_key = wrapped_key WHERE center_id = '${b.center}' RETURNING *) SELECT * FROM found`,
  `MERGE INTO patients p USING (VALUES ('${b.patient}'::uuid)) v (id) ON p.id = v.id WHEN MATCHED THEN UPDATE SET email = 'g@example.gr'
   WHEN NOT MATCHED THEN DO NOTHING`,
  `INSERT INTO exams SELECT * FROM exams WHERE id = '${b.exam}' ON CONFLICT (id) DO UPDATE SET status_reason = 'x' RETURNING *`,
  `INSERT INTO keys.patient_keys SELECT * FROM keys.patient_keys ON CONFLICT DO NOTHING RETURNING *`,
  `UPDATE exams SET patient_id = '${b.patient}' WHERE center_id = '${b.own}'`,
  `UPDATE sessions SET user_id = '${b.user}'`,
  `INSERT INTO sessions (id, user_id, role, center_id, bearer_hash, cookie_hash, idle_seconds, expires_at, address_block)
   VALUES (gen_random_uuid(), '${b.user}', 'medical_center', '${b.center}', sha256('a'), sha256('b'), 900, now() + interval '1 hour', '')`,
  `INSERT INTO sessions (id, user_id, role, bearer_hash, cookie_hash, idle_seconds, expires_at, address_block)
   SELECT gen_random_uuid(), user_id, 'admin', sha256('a'), sha256('b'), 900, now() + interval '1 hour', '' FROM sessions LIMIT 1`,
  `INSERT INTO sessions (id, user_id, role, center_id, bearer_hash, cookie_hash, idle_seconds, expires_at, address_block)
   SELECT gen_random_uuid(), m.user_id, 'medical_center', m.id, sha256('a'), sha256('b'), 86400, app_now() + interval '23 hours', ''
   FROM medical_centers m WHERE m.id = '${b.center}'`,
  // an administrator sees who is a member of which center
  `SELECT json_agg(m) FROM center_members m WHERE center_id = '${b.center}' AND NOT scope_is_admin()`,
  `UPDATE center_members SET roles = '{owner}', invite_hash = sha256('known') WHERE center_id = '${b.center}' RETURNING *`,
  `INSERT INTO center_members (id, center_id, roles, username, display_name, email, language, invited_by, invite_hash, invite_expires_at)
   VALUES (gen_random_uuid(), '${b.center}', '{owner}', 'games', 'Games', 'games@example.gr', 'el', '${b.user}', sha256('known'), now() + interval '1 day')`,
  `INSERT INTO sessions (id, user_id, role, center_id, member_id, bearer_hash, cookie_hash, idle_seconds, expires_at, address_block)
   SELECT gen_random_uuid(), m.user_id, 'medical_center', m.center_id, m.id, sha256('a'), sha256('b'), 900, now() + interval '1 hour', ''
   FROM center_members m WHERE m.user_id IS NOT NULL`,
  `INSERT INTO users (id, email, password_hash, role) VALUES (gen_random_uuid(), 'games@example.gr', 'x', 'member')`,
  `SELECT end_member_access(id) FROM center_members`,
  'UPDATE otp_verifications SET verified_at = app_now()',
  'UPDATE otp_verifications SET attempts = 0 WHERE attempts > 0',
  'SELECT verify_code()',
  `INSERT INTO access_requests (id, otp_id, doctor_id, phone_index, phone_last3, language, expires_at)
   SELECT gen_random_uuid(), id, doctor_id, phone_index, phone_last3, 'el', now() + interval '1 day' FROM otp_verifications`,
  `INSERT INTO patient_access (id, request_id, doctor_id, patient_id, center_id, public_patient_id, access_token, expires_at)
   SELECT gen_random_uuid(), r.id, r.doctor_id, p.id, p.center_id, p.patient_id, gen_random_uuid(), now() + interval '1 day'
   FROM access_requests r, patients_of_phone(r.phone_index) p`,
  `INSERT INTO consent_links (token_hash, request_id) SELECT sha256('mytoken'), id FROM access_requests`,
  `INSERT INTO consent_links (token_hash, request_id, access_id) SELECT sha256('mytoken'), request_id, id FROM patient_access`,
  `INSERT INTO audit_events (event, outcome, actor_kind, person_id, center_id, session_ref, object_kind, object_id, details)
   SELECT 'exam_downloaded', 'success', 'nobody', '${b.user}', '${b.center}', 'x', 'exam', gen_random_uuid()::text, '{}'
   FROM generate_series(1, 1001)`,
  `INSERT INTO audit_events (event, outcome, actor_kind, center_id, patient_id, details)
   VALUES ('amka_revealed', 'success', 'patient', '${b.center}', '${b.patient}', '{}')`,
  `INSERT INTO password_resets (id, user_id, email_index, token_hash, expires_at)
   VALUES (gen_random_uuid(), '${b.user}', '\\x00', sha256('a'), now() + interval '1 hour')`,
  `INSERT INTO api_tokens SELECT * FROM api_tokens`,
  `INSERT INTO audit_chain SELECT * FROM audit_chain`,
  `INSERT INTO audit_checkpoints DEFAULT VALUES`,
  `INSERT INTO jobs (kind, payload) VALUES ('index-exam', '{}')`,
  `SELECT * FROM search_patients('${b.center}', '[]', NULL, NULL, true, 100)`,
  `SET LOCAL standard_conforming_strings = off; SELECT * FROM search_patients('${b.own}', '[["\\\\'' OR true) OR (true --"]]', NULL, NULL, true, 100)`,
  `LISTEN medcloud_wanted; NOTIFY medcloud_wanted, 'games'; SELECT * FROM pg_listening_channels()`,
  'SELECT pg_advisory_xact_lock(7316048223); SELECT to_jsonb(p) FROM patients p',
  `SELECT json_agg(p) FROM patients p WHERE ctid = '(0,2)'`,
];

/**
 * Statements that give the application's login settings for its later connections. Each login may do that to itself; a
 * start takes them away, or refuses (`login-settings.ts`). Only in this database: tests share the login.
 */
export const lastingStatements = [
  `SET transaction_timeout = '1ms'`,
  `SET statement_timeout = '1ms'`,
  `SET default_transaction_read_only = on`,
  `SET default_transaction_isolation = serializable`,
  `SET TimeZone = 'Asia/Tokyo'`,
  'SET search_path = pg_temp, games, public',
  `SET medcloud.scope = 'games'`,
  `SET local_preload_libraries = 'games'`,
].map(
  (setting) =>
    `DO $$ BEGIN EXECUTE format($s$ALTER ROLE CURRENT_USER IN DATABASE %I ${setting}$s$, current_database()); END $$`,
);
