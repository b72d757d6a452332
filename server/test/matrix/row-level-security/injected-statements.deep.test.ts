import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../src/domain/authorization/scope.ts';
import { ensureLogins } from '../../../src/platform/db/logins.ts';
import type { RowScope } from '../../../src/platform/db/row-scope.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { indexExams } from '../../imaging/index-exams.ts';
import { ApplicationDatabase } from './application-database.ts';
import {
  type ForeignIds,
  lastingStatements,
  refusedStatements,
  rowStatements,
  scopeStatements,
} from './injected-statements.ts';

/** Runs statements as the application's login, each in a transaction that is committed, on a connection of its own. */
class Attacker {
  readonly seen: string[] = [];
  readonly succeeded: string[] = [];
  count = 0;
  readonly #testApp: TestAppWithFixtures;
  readonly #foreign: ForeignIds;
  readonly #marks: readonly string[];

  constructor(testApp: TestAppWithFixtures, foreign: ForeignIds, marks: readonly string[]) {
    this.#testApp = testApp;
    this.#foreign = foreign;
    this.#marks = marks;
  }

  /** Plays statements in a scope, then looks for foreign rows in the same transaction and in one without a scope. */
  async play(scope: RowScope | null, statementsOf: (signed: string) => readonly string[]): Promise<void> {
    const { pool, begin } = await this.#testApp.openScopedPool();
    const total = statementsOf('').length;
    for (let index = 0; index < total; index += 1) {
      const client = await pool.connect();
      try {
        await begin(client, scope, this.#testApp.clock.offsetMs);
        const { rows } = await client.query(`SELECT current_setting('medcloud.scope', true) AS signed`);
        await this.#attempt(client, String(statementsOf(rows[0]?.signed ?? '')[index]));
      } finally {
        client.release(true);
      }
    }
  }

  /** Plays statements on a connection that never registered. */
  async playUnregistered(login: pg.ClientConfig, statements: readonly string[]): Promise<void> {
    for (const statement of statements) {
      const client = new pg.Client(login);
      await client.connect();
      await client.query('BEGIN');
      await this.#attempt(client, statement);
      await client.end();
    }
  }

  async #attempt(client: pg.ClientBase, statement: string): Promise<void> {
    this.count += 1;
    await client.query('SAVEPOINT before');
    if (await this.#run(client, statement, statement)) this.succeeded.push(statement);
    else await client.query('ROLLBACK TO before').catch(() => undefined);
    await this.#look(client, statement);
    await client.query('COMMIT').catch(() => undefined);
    await this.#look(client, `${statement}; COMMIT`);
  }

  async #look(client: pg.ClientBase, statement: string): Promise<void> {
    const { center, patient, exam, user } = this.#foreign;
    const counts = [
      `patients WHERE id = '${patient}'`,
      `exams WHERE id = '${exam}'`,
      `exam_objects WHERE center_id = '${center}'`,
      `studies WHERE center_id = '${center}'`,
      `sessions WHERE center_id = '${center}'`,
      `users WHERE id = '${user}'`,
      `keys.patient_keys WHERE patient_id = '${patient}'`,
      'jobs',
    ];
    await client.query('SAVEPOINT look').catch(() => undefined);
    const found = counts.map((each) => `(SELECT count(*) FROM ${each})`).join(' + ');
    const result = await client.query(`SELECT (${found})::int AS found`).catch(() => undefined);
    if (result === undefined) await client.query('ROLLBACK TO look').catch(() => undefined);
    else if (result.rows[0]?.found !== 0) this.seen.push(`${statement} -> foreign rows`);
  }

  /** Returns whether the statement succeeded. */
  async #run(client: pg.ClientBase, statement: string, name: string): Promise<boolean> {
    const found = await client.query(statement).then(
      (result) => ({ text: JSON.stringify([result].flat().map(({ rows }) => rows)), isDone: true }),
      (error) => ({ text: JSON.stringify({ ...error, message: String(error) }), isDone: false }),
    );
    const marks = this.#marks.filter((mark) => found.text.includes(mark) && !statement.includes(mark));
    if (marks.length > 0) this.seen.push(`${name}: ${marks.join(' ')}`);
    return found.isDone;
  }
}

/** T-RLS3: what a statement smuggled into a request could say. */
describe('injected statements (T-RLS3)', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  let b: ForeignIds;
  let attacker: Attacker;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures({ connections: 1, shouldCacheStatements: false });
    db = new ApplicationDatabase(testApp);
    await indexExams(testApp);
    await db.rows('ANALYZE');
    const { centerA, centerB } = testApp.fixtures;
    const { patient, examId } = centerB;
    const session = await db.sessionIdOf('center_id = $1', [centerB.id]);
    const [row] = await db.rows('SELECT user_id FROM medical_centers WHERE id = $1', [centerB.id]);
    const user = String(row?.user_id);
    b = { center: centerB.id, user, patient: patient.id, exam: examId, session, own: centerA.id };
    const marks = [patient.lastName, patient.firstName, patient.patientId, patient.id, examId, session, centerB.email];
    attacker = new Attacker(testApp, b, marks);
    await sendRequests();
  });
  afterAll(() => testApp.close());

  /** Leaves on the pool's connections what requests leave there. */
  const sendRequests = async () => {
    const { centerA, centerB, doctors, admin } = testApp.fixtures;
    for (const client of [centerA.client, centerB.client, doctors.consent.client, admin, testApp.anonymous])
      for (const path of ['medical-center/patients', 'medical-center/exam-history', 'doctor/accessible-patients'])
        await client.raw('GET', `/api/${path}`);
  };

  const scopes = async (): Promise<[string, RowScope | null][]> => [
    ['center', await db.centerA()],
    ['doctor', await db.doctor()],
    ['consent link', mint.link(testApp.fixtures.consentToken)],
    ['sign-in', mint.signIn({ centerId: testApp.fixtures.centerA.centerId })],
    ['none', null],
  ];

  /** Hashes every table, but for those that the portal itself writes meanwhile. */
  const hashTables = async () => {
    const own = ['scope_connections', 'scope_keys', 'system_events', 'health_hours', 'health_probes', 'health_states'];
    const tables = await db.rows(
      `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'keys')
       AND relname <> ALL ($1) ORDER BY 1`,
      [[...own, 'jobs', 'throttles', 'request_counts']],
    );
    const hashes: Record<string, unknown> = {};
    for (const { name } of tables)
      [hashes[String(name)]] = await db.rows(
        `SELECT count(*), md5(string_agg(t::text, '' ORDER BY t::text)) FROM ${name} t`,
      );
    return hashes;
  };

  it('show no foreign row and write none in any scope', async () => {
    const before = await hashTables();
    const statements = (signed: string) => [...scopeStatements(b, signed), ...rowStatements(b), ...refusedStatements];
    for (const [, scope] of await scopes()) await attacker.play(scope, statements);
    const { host, port, database } = (await testApp.openScopedPool()).pool.options;
    const login = { host, port, database, user: 'medcloud_app', password: 'app' };
    await attacker.playUnregistered(login, statements(`${b.session},,,,,${'0'.repeat(64)}`));
    expect(attacker.count).toBeGreaterThan(40 * 6);
    expect(attacker.seen).toEqual([]);
    expect(attacker.succeeded.filter((statement) => refusedStatements.includes(statement))).toEqual([]);
    expect(await hashTables()).toEqual(before);
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
    await sendRequests();
  });

  it('learn nothing from a function that is called with foreign ids', async () => {
    const functions = await db.rows(`
      SELECT p.oid::regprocedure::text AS name, p.oid::regproc::text AS call, ARRAY(SELECT format_type(t, NULL) FROM unnest(p.proargtypes) AS t) AS types
      FROM pg_proc p WHERE p.pronamespace::regnamespace::text IN ('public', 'keys') AND p.prorettype <> 'trigger'::regtype
        AND has_function_privilege('medcloud_app', p.oid, 'EXECUTE') AND p.proname NOT IN ('any_case', 'name_condition', 'link_shows', 'add_job', 'app_now', 'proven_clock_offset', 'may_begin_session')
        AND p.proname !~ '^scope_' AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`);
    expect(functions.length).toBeGreaterThan(25);
    const ids = Object.values(b).filter((id) => id !== b.own);
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
    for (const [kind, scope] of await scopes())
      for (const { call, types } of functions)
        for (const id of ids) {
          const values = String(types)
            .split(',')
            .filter(Boolean)
            .map((type) => (type === 'uuid' ? `'${id}'` : constants[type]));
          const statement = `SELECT to_jsonb(f) AS f FROM ${call}(${values.join(', ')}) f`;
          const rows = await db.as(scope, (client) =>
            client.query(statement).then(
              (result) => result.rows,
              () => [],
            ),
          );
          if (/true|[1-9]/.test(JSON.stringify(rows.map(({ f }) => f))))
            returned.push(`${kind}: ${statement} -> ${JSON.stringify(rows)}`);
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
      `SELECT extname FROM pg_extension WHERE extname NOT IN ('plpgsql', 'pg_trgm', 'btree_gin')`,
      `SELECT relname FROM pg_class WHERE relnamespace::regnamespace::text !~ '^pg_'
       AND CASE WHEN relkind = 'S' THEN ${may('sequence', 'USAGE, SELECT, UPDATE')} END`,
      settings,
    ];
    for (const query of nothing) expect(await db.rows(query), query).toEqual([]);
  });
});
