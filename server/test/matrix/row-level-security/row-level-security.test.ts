import { routes } from '@medcloud/contract';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../src/domain/authorization/scope.ts';
import { saveKeyImage } from '../../annotations/save-key-image.ts';
import { createBreach } from '../../breaches/create-breach.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { createUpload, examFields } from '../../harness/tus.ts';
import { indexExams } from '../../imaging/index-exams.ts';
import { ApplicationDatabase, insufficientPrivilege } from './application-database.ts';
import { applicationGrants, functionGrants, grantsQuery } from './grants.ts';

/** Tables without a policy, each with its reason. Every other table must have a forced policy. */
const open: Record<string, string> = {
  'keys.scope_connections': 'the scope functions’, and closed to the application',
  'keys.scope_keys': 'the owner’s, and closed to the application',
  'public.invoice_series': 'issue_number()’s, and closed to the application',
  'public.kysely_migration': 'the migrator’s, and closed to the application',
  'public.kysely_migration_lock': 'the migrator’s, and closed to the application',
  'public.schema_files': 'the migrator’s, and closed to the application',
};

/** Sends a message to the operator and replies to it, because the fixtures have none. */
async function writeToSupport({ anonymous, fixtures }: TestAppWithFixtures): Promise<void> {
  const body = { name: 'Άννα', email: 'anna@example.gr', message: 'Δεν βρίσκω τις εξετάσεις μου.' };
  const { id } = await anonymous.call(routes.support.sendMessage, { body });
  await fixtures.admin.call(routes.admin.replySupportMessage, { params: { id }, body: { text: 'Τις βρήκαμε.' } });
}
/** Tables with policies that are empty after the fixtures are created. */
const emptyTables = [
  // no account of the test app lost a second factor
  'public.factor_resets',
  'keys.retired_master_keys',
  // The test app does not run the alarm rules, and its accounts have no API token.
  'public.access_counts',
  'public.opened_exams',
  'public.token_networks',
  'public.alarms',
  'public.api_tokens',
  // The test app does not run the chain writer.
  'public.audit_anchors',
  'public.audit_chain',
  'public.audit_checkpoints',
  'public.audit_stream',
  'public.health_hours',
  'public.health_probes',
  'public.health_states',
  'public.idempotency_keys',
  // No account of the fixtures is billed.
  'public.bank_csv_columns',
  'public.bank_lines',
  'public.bank_statements',
  'public.billing_months',
  'public.billing_parties',
  'public.dues',
  'public.fiscal_documents',
  'public.fiscal_found_documents',
  'public.invoice_files',
  'public.invoice_lines',
  'public.invoice_series',
  'public.invoices',
  'public.dunning_steps',
  'public.ledger_entries',
  'public.ledger_postings',
  'public.payment_attempts',
  'public.payment_disputes',
  'public.payments',
  'public.provider_accounts',
  'public.provider_events',
  'public.price_notices',
  'public.subscription_periods',
  'public.subscriptions',
  'public.jobs',
  'public.look_notices',
  'public.password_resets',
  'public.phone_blocks',
  'public.recovery_codes',
  'public.request_counts',
  // No center of the fixtures has members (members/members-scope.test.ts).
  'public.center_members',
  // No center of the fixtures chose (centers/settings.test.ts, members/members-scope.test.ts).
  'public.center_settings',
  // The test app has no virus scanner.
  'public.scanner_heartbeat',
  'public.passkeys',
  'public.sign_in_challenges',
  'public.spent_challenges',
  'public.signup_confirmations',
  'public.throttles',
  'public.totp_secrets',
];

/** Tables whose rows a purpose of the portal deletes. Other scopes find none to delete. */
const tablesOfPurposes = [
  'keys.master_keys',
  'public.access_counts',
  'public.opened_exams',
  'public.audit_unsealed',
  'public.billing_months',
  'public.health_hours',
  'public.health_probes',
  'public.health_states',
  'public.jobs',
  'public.notifications',
  'public.passkeys',
  'public.recovery_codes',
  'public.request_counts',
  'public.throttles',
  'public.totp_secrets',
  'public.watched_events',
];

/** T-RLS1: the database's part of every rule, read from its catalog and tested as the application's role. */
describe('row-level security (T-RLS1)', () => {
  let testApp: TestAppWithFixtures;
  let pool: pg.Pool;
  let db: ApplicationDatabase;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    pool = testApp.superuser;
    db = new ApplicationDatabase(testApp);
    await writeToSupport(testApp);
    await createBreach(testApp.fixtures.admin);
    await createUpload(testApp.fixtures.centerA.client, 1_000, examFields(testApp.fixtures.centerA.patient.patientId));
    await indexExams(testApp);
    const { centerA, centerB, doctors } = testApp.fixtures;
    await saveKeyImage(centerA.client, centerA.examId, 1);
    await saveKeyImage(centerB.client, centerB.examId, 2);
    await doctors.consent.client.call(routes.doctor.markSeen, { body: { ids: [centerA.examId] } });
  });
  afterAll(() => testApp.close());

  const tenantTables = async () =>
    await db.rows(`
      SELECT DISTINCT n.nspname || '.' || c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS guarded
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^(pg_|information_schema)'
        AND a.attname IN ('center_id', 'patient_id') AND NOT a.attisdropped ORDER BY 1`);
  const guardedTables = async () =>
    (
      await db.rows(
        `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relrowsecurity ORDER BY 1`,
      )
    ).map(({ name }) => String(name));

  it('forces a policy on every table except those without user data', async () => {
    const found = await db.rows(`
      SELECT n.nspname || '.' || c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced, EXISTS (
        SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND 'medcloud_app'::regrole = ANY (p.polroles)) AS named
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'm', 'f') AND n.nspname !~ '^(pg_|information_schema)' ORDER BY 1`);
    expect(found.length).toBeGreaterThan(20);
    const unguarded = found.filter(({ forced, named }) => !forced || !named).map(({ name }) => name);
    expect(unguarded).toEqual(Object.keys(open));
    expect((await tenantTables()).filter(({ guarded }) => !guarded)).toEqual([]);
  });

  it('grants exactly the listed privileges on every table', async () => {
    const grantsOf = async (role: string) =>
      Object.fromEntries((await db.rows(grantsQuery, [role])).map(({ name, may }) => [name, may]));
    expect(await grantsOf('medcloud_app')).toEqual(applicationGrants);
    const ofFunctions = await grantsOf('medcloud_search');
    const some = (grants: object) => Object.fromEntries(Object.entries(grants).filter(([, may]) => may !== ''));
    expect(some(ofFunctions)).toEqual(functionGrants);
    expect(some(await grantsOf('medcloud_sealer'))).toEqual({});
  });

  it('gives the application a login that owns nothing, bypasses no policy, and is in no other role', async () => {
    const [role] = await db.rows(`SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication
      FROM pg_roles WHERE rolname = 'medcloud_app'`);
    expect(new Set(Object.values(role ?? {}))).toEqual(new Set([false]));
    const owned = await db.rows(`
      SELECT relname AS name FROM pg_class WHERE relowner = 'medcloud_app'::regrole
      UNION ALL SELECT proname FROM pg_proc WHERE proowner = 'medcloud_app'::regrole
      UNION ALL SELECT nspname FROM pg_namespace WHERE nspowner = 'medcloud_app'::regrole
      UNION ALL SELECT datname FROM pg_database WHERE datdba = 'medcloud_app'::regrole`);
    expect(owned).toEqual([]);
    expect(await db.rows(`SELECT 1 FROM pg_auth_members WHERE member = 'medcloud_app'::regrole`)).toEqual([]);
  });

  it('gives the functions’ role no table and no bypass of policies', async () => {
    const [role] = await db.rows(
      `SELECT rolsuper, rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname = 'medcloud_search'`,
    );
    expect(new Set(Object.values(role ?? {}))).toEqual(new Set([false]));
    expect(await db.rows(`SELECT relname FROM pg_class WHERE relowner = 'medcloud_search'::regrole`)).toEqual([]);
  });

  it('sets a search path that ends with pg_temp for all functions with their owner’s rights', async () => {
    const functions = await db.rows(`
      SELECT p.proname AS name, p.prosecdef AS definer, p.proconfig AS settings, l.lanname <> 'c' AS ours, p.proowner::regrole::text AS owner
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
      WHERE n.nspname !~ '^(pg_|information_schema)' AND (p.prosecdef OR p.prorettype = 'trigger'::regtype) ORDER BY 1`);
    const definers = functions.filter(({ definer }) => definer);
    expect(definers.length).toBeGreaterThan(10);
    for (const { name, settings } of functions)
      expect(settings, String(name)).toEqual([expect.stringMatching(/^search_path=pg_catalog, (public, )?pg_temp$/)]);
    const ofOwner = definers.filter(({ owner }) => owner !== 'medcloud_search').map(({ name }) => name);
    expect(ofOwner, 'with the rights of the tables’ owner').toEqual([
      'erase_patient',
      'open_connection',
      'sweep_system_events',
    ]);
  });

  it('shows no row of a table with policies without a scope', async () => {
    await db.rows(
      `INSERT INTO link_codes (id, token_hash, expires_at) SELECT gen_random_uuid(), token_hash, app_now() + interval '10 minutes' FROM consent_links LIMIT 1`,
    );
    await db.rows(`INSERT INTO notification_choices SELECT user_id, 'exam_arrived', 'daily' FROM doctors`);
    for (const table of await guardedTables()) {
      const [countRow] = await db.rows(`SELECT count(*) FROM ${table}`);
      if (!emptyTables.includes(table)) expect(Number(countRow?.count), `${table} has rows`).toBeGreaterThan(0);
      expect(await db.outcome(null, `SELECT 1 FROM ${table}`), table).toBeOneOf([0, insufficientPrivilege]);
    }
  });

  it('shows a center its own rows and none of another’s', async () => {
    const scope = await db.centerA();
    for (const { name, guarded } of await tenantTables()) {
      if (!guarded || name === 'keys.patient_keys') continue;
      const columns = await db.rows(
        `SELECT 1 FROM pg_attribute WHERE attrelid = '${name}'::regclass AND attname = 'center_id' AND atttypid = 'uuid'::regtype`,
      );
      if (columns.length === 0) continue;
      expect(
        await db.outcome(scope, `SELECT 1 FROM ${name} WHERE center_id = $1`, [testApp.fixtures.centerB.id]),
        `${name}`,
      ).toBe(0);
    }
    expect(await db.outcome(scope, 'SELECT 1 FROM patients')).toBe(1);
    expect(await db.outcome(scope, 'SELECT 1 FROM keys.patient_keys')).toBe(1);
    expect(await db.outcome(scope, 'SELECT 1 FROM exams')).toBe(1);
  });

  /** Returns an INSERT of an existing row (as JSON, $1) with another id and changes. */
  const copyOf = async (table: string, id: string, changes: string) => {
    const written = await db.rows(
      `SELECT string_agg(attname, ', ') AS columns FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [table],
    );
    const columns = String(written[0]?.columns);
    return `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(null::${table}, $1::jsonb || jsonb_build_object('id', '${id}'${changes}))`;
  };

  it('rejects a row that is inserted for another center or moved to it', async () => {
    const [scope, { centerA: a, centerB: b }] = [await db.centerA(), testApp.fixtures];
    const fresh = '01990000-0000-7000-8000-000000000001';
    for (const table of ['patients', 'exams', 'exam_objects']) {
      const [foreign] = await db.rows(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE center_id = $1`, [b.id]);
      const changes = table === 'patients' ? `, 'patient_id', 'P-0000000001'` : '';
      const statement = await copyOf(table, fresh, changes);
      expect(await db.outcome(scope, statement, [JSON.stringify(foreign?.row)]), table).toBe(insufficientPrivilege);
    }
    const [own] = await db.rows('SELECT to_jsonb(t) AS row FROM patients t WHERE center_id = $1', [a.id]);
    const allowed = await copyOf('patients', fresh, `, 'patient_id', 'P-0000000001'`);
    expect(await db.outcome(scope, allowed, [JSON.stringify(own?.row)]), 'its own row is accepted').toBe(1);
    expect(await db.outcome(scope, 'UPDATE patients SET center_id = $1 WHERE center_id = $2', [b.id, a.id])).toBe(
      insufficientPrivilege,
    );
    expect(await db.outcome(scope, 'UPDATE patients SET last_name = $1 WHERE center_id = $2', ['Α', b.id])).toBe(0);
    expect(await db.outcome(scope, 'UPDATE exams SET exam_type = $1 WHERE center_id = $2', ['ct', b.id])).toBe(0);
  });

  it('rejects a grant that a doctor inserts, and a code in another doctor’s name', async () => {
    const scope = await db.doctor();
    const [grant] = await db.rows('SELECT to_jsonb(t) AS row FROM patient_access t WHERE doctor_id = $1', [
      testApp.fixtures.doctors.consent.id,
    ]);
    const fresh = '01990000-0000-7000-8000-000000000002';
    const own = `, 'doctor_id', '${scope.doctorId}', 'access_token', '${fresh}'`;
    const insert = await copyOf('patient_access', fresh, own);
    for (const each of [scope, await db.matching()])
      expect(await db.outcome(each, insert, [JSON.stringify(grant?.row)])).toBe(insufficientPrivilege);
    const [code] = await db.rows('SELECT to_jsonb(t) AS row FROM otp_verifications t WHERE doctor_id = $1', [
      testApp.fixtures.doctors.consent.id,
    ]);
    expect(await db.outcome(scope, await copyOf('otp_verifications', fresh, ''), [JSON.stringify(code?.row)])).toBe(
      insufficientPrivilege,
    );
    expect(await db.outcome(scope, `UPDATE patient_access SET status = 'granted'`)).toBe(0);
  });

  it('shows the inbox only to the administrator', async () => {
    const statements = ['SELECT 1 FROM support_messages', 'SELECT 1 FROM support_replies'];
    const scopes = [null, await db.centerA(), await db.doctor(), mint.system('outbox'), mint.system('signup')];
    for (const statement of statements)
      for (const scope of scopes) expect(await db.outcome(scope, statement), statement).toBe(0);
    const change = `UPDATE support_messages SET state = 'answered'`;
    for (const scope of [...scopes, mint.system('support')]) expect(await db.outcome(scope, change)).toBe(0);
    const admin = await db.admin();
    for (const statement of [...statements, change]) expect(await db.outcome(admin, statement), statement).toBe(1);
  });

  it('shows the system log and message deliveries only to the administrator, without decoys', async () => {
    const admin = await db.admin();
    const log = 'SELECT 1 FROM system_events';
    const outbox = 'SELECT 1 FROM outbox_messages';
    for (const scope of [null, await db.centerA(), await db.doctor(), mint.system('log'), mint.system('health')])
      for (const statement of [log, outbox]) expect(await db.outcome(scope, statement), statement).toBe(0);
    for (const statement of [log, outbox]) expect(await db.outcome(admin, statement), statement).toBeGreaterThan(0);
    await pool.query(
      `INSERT INTO outbox_messages (id, channel, kind, state) SELECT id, 'sms', 'code', 'decoy' FROM users LIMIT 1`,
    );
    expect(await db.outcome(admin, `${outbox} WHERE state = 'decoy'`)).toBe(0);
    for (const statement of [`UPDATE system_events SET level = 'info'`, 'DELETE FROM system_events'])
      expect(await db.outcome(admin, statement), statement).toBe(insufficientPrivilege);
  });

  it('rejects changes and deletions of audit events in every scope', async () => {
    for (const scope of [null, await db.centerA(), await db.doctor(), mint.system('outbox'), mint.system('start')]) {
      expect(await db.outcome(scope, `UPDATE audit_events SET event = 'nothing'`)).toBe(insufficientPrivilege);
      expect(await db.outcome(scope, 'DELETE FROM audit_events')).toBe(insufficientPrivilege);
      expect(await db.outcome(scope, 'TRUNCATE audit_events')).toBe(insufficientPrivilege);
      for (const table of ['audit_chain', 'audit_checkpoints'])
        for (const act of [
          `INSERT INTO ${table} DEFAULT VALUES`,
          `UPDATE ${table} SET seq = 1`,
          `DELETE FROM ${table}`,
        ])
          expect(await db.outcome(scope, act), act).toBe(insufficientPrivilege);
      expect(await db.outcome(scope, 'DELETE FROM audit_unsealed')).toBe(0);
    }
  });

  it('rejects deletions of rows in tables with policies', async () => {
    const scope = await db.centerA();
    for (const table of await guardedTables())
      expect(await db.outcome(scope, `DELETE FROM ${table}`), table).toBe(
        tablesOfPurposes.includes(table) ? 0 : insufficientPrivilege,
      );
  });

  it.each(['COMMIT', 'ROLLBACK'])('resets the scope after %s', async (end) => {
    const { pool: scopedPool, begin } = await testApp.openScopedPool();
    const client = await scopedPool.connect();
    const readScope = async () =>
      (await client.query(`SELECT current_user AS who, current_setting('medcloud.scope', true) AS scope`)).rows[0];
    try {
      await begin(client, await db.matching());
      expect(await readScope()).toMatchObject({ who: 'medcloud_app', scope: expect.stringContaining(',matching,') });
      await client.query(end);
      expect(await readScope()).toEqual({ who: 'medcloud_app', scope: '' });
    } finally {
      client.release();
    }
  });

  it('ignores a temporary table that the application creates', async () => {
    const spoof =
      'CREATE TEMP TABLE sessions (id uuid, center_id uuid, doctor_id uuid, user_id uuid, role text, revoked_at timestamptz)';
    const scope = await db.centerA();
    expect(await db.outcome(scope, spoof)).toBe(insufficientPrivilege);
    expect(await db.outcome(scope, 'CREATE TABLE spoof (id uuid)')).toBe(insufficientPrivilege);
    const [{ name } = {}] = await db.rows('SELECT quote_ident(current_database()) AS name');
    await db.rows(`GRANT TEMPORARY ON DATABASE ${String(name)} TO medcloud_app`);
    expect(await db.outcome(scope, spoof), 'a login that defines nothing').toBe(insufficientPrivilege);
    await db.rows('ALTER EVENT TRIGGER medcloud_guard DISABLE');
    const { centerA, centerB } = testApp.fixtures;
    const seen = await db.as(scope, async (client) => {
      await client.query(spoof);
      await client.query('GRANT SELECT ON sessions TO PUBLIC');
      await client.query(`INSERT INTO sessions VALUES ($1, $2, NULL, NULL, 'medical_center', NULL)`, [
        scope.session,
        centerB.id,
      ]);
      return (await client.query('SELECT scope_center() AS center')).rows;
    });
    await db.rows('ALTER EVENT TRIGGER medcloud_guard ENABLE');
    await db.rows(`REVOKE TEMPORARY ON DATABASE ${String(name)} FROM medcloud_app`);
    expect(seen).toEqual([{ center: centerA.id }]);
  });
});
