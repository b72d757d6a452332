import { routes } from '@medcloud/contract';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../src/domain/authorization/scope.ts';
import type { Reader } from '../../../src/domain/database.ts';
import { insufficientPrivilege } from './application-database.ts';
import { type AttackedPortal, startAttackedPortal } from './attacked-portal.ts';
import { refusedStatements } from './injected-statements.ts';

/** T-RLS3: each injected statement in one scope in turn. The deep test plays all of them in all scopes. */
describe('statements injected into used connections (T-RLS3)', () => {
  let portal: AttackedPortal;
  beforeAll(async () => {
    portal = await startAttackedPortal();
    await portal.sendRequests();
  });
  afterAll(() => portal.testApp.close());

  it('show no foreign row and write none', async () => {
    const { attacker, scopes, statements } = portal;
    const before = await portal.hashTables();
    for (const [index, statement] of statements.entries()) {
      const scope = scopes[index % scopes.length];
      if (scope !== undefined) await attacker.play(scope, statement);
    }
    expect(attacker.seen).toEqual([]);
    expect(attacker.count).toBeGreaterThan(140);
    expect(attacker.succeeded.filter((statement) => refusedStatements.includes(statement))).toEqual([]);
    expect(await portal.hashTables()).toEqual(before);
    const { centerB } = portal.testApp.fixtures;
    const response = await centerB.client.raw('GET', '/api/medical-center/patients');
    expect([response.status, await response.json()]).toMatchObject([200, [{ patientId: centerB.patient.patientId }]]);
  });

  it('leave no cursor to the next transaction of the connection', async () => {
    const { testApp, db } = portal;
    const { context } = testApp.app;
    const ofCenterB = await db.centerA(undefined, testApp.fixtures.centerB.id);
    const declare = 'DECLARE kept CURSOR WITH HOLD FOR SELECT to_jsonb(p) FROM patients p';
    const run = (text: string) => (tx: Reader) => tx.getExecutor().executeQuery(CompiledQuery.raw(text));
    const ways = {
      within: () => context.db.within(ofCenterB, run(declare)),
      read: () => context.db.read(ofCenterB, run(declare)),
      statements: () => context.db.statements(ofCenterB).query(declare),
      'in a transaction of its own': () => context.db.within(ofCenterB, run(`${declare}; COMMIT; BEGIN`)),
      'before a failure': () =>
        context.db.within(ofCenterB, run(`${declare}; COMMIT; BEGIN; SELECT 1 / 0`)).catch(() => undefined),
    };
    for (const [name, way] of Object.entries(ways)) {
      await way();
      const { rows } = await context.db.within(mint.open(), run('SELECT name FROM pg_cursors WHERE is_holdable'));
      expect(rows, name).toEqual([]);
      await expect(context.db.within(mint.open(), run('FETCH ALL FROM kept')), name).rejects.toMatchObject({
        code: '34000',
      });
    }
  });

  it('drop no policies either where no superuser made the event trigger; a start restores what is missing', async () => {
    const { testApp, db } = portal;
    const { centerA, centerB } = testApp.fixtures;
    const policies = `SELECT count(*)::int AS count FROM pg_policies WHERE 'medcloud_app' = ANY (roles)`;
    const before = await db.rows(policies);
    await db.rows('ALTER EVENT TRIGGER medcloud_guard DISABLE');
    // a table with column privileges alone makes it fail
    expect(await db.outcome(mint.link('no link'), 'DROP OWNED BY CURRENT_USER')).toBe(insufficientPrivilege);
    expect(await db.rows(policies)).toEqual(before);
    // what DROP OWNED by a superuser takes in this database; it would also take the login from the databases of other tests
    await db.rows(`DO $$ DECLARE policy record; BEGIN
      FOR policy IN SELECT * FROM pg_policies WHERE 'medcloud_app' = ANY (roles) LOOP
        EXECUTE format('DROP POLICY %I ON %I.%I', policy.policyname, policy.schemaname, policy.tablename);
      END LOOP;
      REVOKE ALL ON ALL TABLES IN SCHEMA public FROM medcloud_app;
    END $$`);
    expect(await db.rows(policies)).toEqual([{ count: 0 }]);
    await testApp.restart();
    expect(await db.rows(policies)).toEqual(before);
    for (const { client, patient } of [centerA, centerB])
      expect(await client.call(routes.center.patients, {})).toMatchObject([{ patientId: patient.patientId }]);
  });
});
