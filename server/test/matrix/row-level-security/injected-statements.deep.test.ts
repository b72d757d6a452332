import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureLogins } from '../../../src/platform/db/logins.ts';
import type { TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { indexExams } from '../../imaging/index-exams.ts';
import type { ApplicationDatabase } from './application-database.ts';
import { type AttackedPortal, startAttackedPortal } from './attacked-portal.ts';
import { lastingStatements, refusedStatements } from './injected-statements.ts';

/** T-RLS3: what a statement smuggled into a request could say. */
describe('injected statements (T-RLS3)', () => {
  let portal: AttackedPortal;
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  beforeAll(async () => {
    portal = await startAttackedPortal();
    ({ testApp, db } = portal);
    await indexExams(testApp);
    await db.rows('ANALYZE');
    await portal.sendRequests();
  });
  afterAll(() => testApp.close());

  it('show no foreign row and write none in any scope of a request', async () => {
    const { attacker, ids, scopes, statements } = portal;
    const before = await portal.hashTables();
    for (const scope of scopes) for (const statement of statements) await attacker.play(scope, statement);
    const { host, port, database } = (await testApp.openScopedPool()).pool.options;
    const login = { host, port, database, user: 'medcloud_app', password: 'app' };
    const claimed = `${ids.session},,,,,${'0'.repeat(64)}`;
    await attacker.playUnregistered(
      login,
      statements.map((statement) => statement(claimed)),
    );
    expect(attacker.count).toBeGreaterThan(140 * 14);
    expect(attacker.seen).toEqual([]);
    expect(attacker.succeeded.filter((statement) => refusedStatements.includes(statement))).toEqual([]);
    expect(await portal.hashTables()).toEqual(before);
  }, 1_800_000);

  const settings = `SELECT FROM pg_db_role_setting s LEFT JOIN pg_database d ON d.oid = s.setdatabase
    WHERE setrole = 'medcloud_app'::regrole AND (setdatabase = 0 OR datname = current_database())`;

  it('leave settings of the login only until the next start', async () => {
    const attack = async () => {
      for (const statement of lastingStatements) await db.outcome(await db.centerA(), `${statement}; COMMIT`);
      return await db.rows(settings);
    };
    expect(await attack()).toHaveLength(1);
    await expect(testApp.restart()).rejects.toThrow(/settings of their own: medcloud_app \(.*search_path/);
    const superuser = await testApp.superuser.connect();
    try {
      await ensureLogins(superuser, { owner: 'owner', app: 'app', backup: 'backup' });
    } finally {
      superuser.release();
    }
    expect(await db.rows(settings)).toEqual([]);
    await testApp.restart();
    await portal.sendRequests();
  });

  it('learn nothing from a function that is called with foreign ids', async () => {
    const functions = await db.rows(`
      SELECT p.oid::regprocedure::text AS name, p.oid::regproc::text AS call, ARRAY(SELECT format_type(t, NULL) FROM unnest(p.proargtypes) AS t) AS types
      FROM pg_proc p WHERE p.pronamespace::regnamespace::text IN ('public', 'keys') AND p.prorettype <> 'trigger'::regtype
        AND has_function_privilege('medcloud_app', p.oid, 'EXECUTE') AND p.proname NOT IN ('any_case', 'name_condition', 'link_shows', 'add_job', 'app_now', 'proven_clock_offset', 'may_begin_session',
          'own_password_hash', 'account_to_sign_in', 'members_without_factor', 'begin_challenge', 'spend_challenge', 'find_invitation')
        AND p.proname !~ '^scope_' AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`);
    expect(functions.length).toBeGreaterThan(25);
    const { ids: b, scopes } = portal;
    const ids = Object.values(b).filter((id) => id !== b.own);
    const attackers = [...scopes.filter(({ name }) => name !== 'admin'), { name: 'none', scope: null }];
    const constants: Record<string, string> = {
      text: `'medical_center'`,
      jsonb: `'[]'`,
      integer: '1000',
      bigint: '1',
      boolean: 'true',
      bytea: `'\\x00'`,
      'timestamp with time zone': 'NULL',
      'uuid[]': `ARRAY['${ids.join(`','`)}']::uuid[]`,
      'bytea[]': `ARRAY['\\x00']::bytea[]`,
      'text[]': 'NULL',
    };
    const returned: string[] = [];
    const argumentOf = (type: string, id: string) => (type === 'uuid' ? `'${id}'` : constants[type]);
    // a set: most functions take no id, and one call of them is enough
    const calls = new Set(
      functions.flatMap(({ call, types }) => {
        const kinds = String(types).split(',').filter(Boolean);
        return ids.map((id) => `${call}(${kinds.map((type) => argumentOf(type, id)).join(', ')})`);
      }),
    );
    for (const { name: kind, scope } of attackers)
      for (const call of calls) {
        const rows = await db.as(scope, (client) =>
          client.query(`SELECT to_jsonb(f) AS f FROM ${call} f`).then(
            (result) => result.rows,
            () => [],
          ),
        );
        if (/true|[1-9]/.test(JSON.stringify(rows.map(({ f }) => f))))
          returned.push(`${kind}: ${call} -> ${JSON.stringify(rows)}`);
      }
    expect(returned).toEqual([]);
  }, 1_800_000);

  it('come from a login that owns nothing and may do nothing else in the cluster', async () => {
    const role = `'medcloud_app'::regrole`;
    const may = (kind: string, right: string) => `has_${kind}_privilege(${role}, oid, '${right}')`;
    const nothing = [
      `SELECT classid::regclass, objid FROM pg_shdepend WHERE refobjid = ${role} AND deptype = 'o'`,
      `SELECT FROM pg_auth_members WHERE member = ${role} OR roleid = ${role}`,
      `SELECT datname FROM pg_database WHERE ${may('database', 'CREATE')} OR datname = current_database() AND ${may('database', 'TEMP')}`,
      `SELECT nspname FROM pg_namespace WHERE ${may('schema', 'CREATE')}`,
      `SELECT nspname FROM pg_namespace WHERE ${may('schema', 'USAGE')} AND nspname NOT IN ('information_schema', 'keys', 'pg_catalog', 'public')`,
      `SELECT lanname FROM pg_language WHERE ${may('language', 'USAGE')} AND lanname NOT IN ('internal', 'c', 'sql', 'plpgsql')`,
      `SELECT spcname FROM pg_tablespace WHERE ${may('tablespace', 'CREATE')} AND spcname <> 'pg_default'`,
      'SELECT FROM pg_parameter_acl',
      'SELECT FROM pg_default_acl',
      'SELECT FROM pg_largeobject_metadata',
      'SELECT FROM pg_foreign_data_wrapper',
      `SELECT extname FROM pg_extension WHERE extname NOT IN ('plpgsql', 'pg_trgm', 'btree_gin', 'btree_gist')`,
      `SELECT relname FROM pg_class WHERE relnamespace::regnamespace::text !~ '^pg_'
       AND CASE WHEN relkind = 'S' THEN ${may('sequence', 'USAGE, SELECT, UPDATE')} END`,
      settings,
    ];
    for (const query of nothing) expect(await db.rows(query), query).toEqual([]);
  });
});
