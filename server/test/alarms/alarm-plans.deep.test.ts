import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectExceeded, selectUnusualAccess } from '../../src/domain/alarms/count-events.ts';
import { accessRules, eventRules } from '../../src/domain/alarms/rules.ts';
import { watchEvents } from '../../src/domain/alarms/watch-events.ts';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

const eventCount = 300_000;

/** The rules over a log of 300,000 watched events of a month, by 300 accounts in 40 centers. */
describe('the plans of the alarm rules', () => {
  let testApp: TestApp;
  let ids: number[];
  beforeAll(async () => {
    testApp = await startTestApp({ shouldCacheStatements: false });
    const client = await testApp.superuser.connect();
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO audit_events (at, event, outcome, actor_kind, person_id, session_ref, center_id, patient_id, object_id, address_block, details)
       SELECT now() - interval '30 days' * (1 - n / $1::float8), e.event, e.outcome, 'center', md5('p' || n % 300)::uuid,
         left(md5('s' || n / 100), 16), md5('c' || n % 40)::uuid, md5('a' || n % 9000)::uuid, md5('o' || n % 9000)::uuid::text,
         '198.51.' || n % 200 || '.0/24', '{}'
       FROM generate_series(1, $1::int) n, LATERAL (SELECT * FROM (VALUES ('exam_viewed', 'success'), ('exam_downloaded', 'success'),
         ('login', 'success'), ('login', 'failure'), ('denied', 'denied'), ('amka_revealed', 'success'), ('consent_revoked', 'success'),
         ('audit_exported', 'success'), ('api_token_network', 'success'), ('exam_viewed', 'success')) AS kinds (event, outcome)
         OFFSET n % 10 LIMIT 1) e`,
      [eventCount],
    );
    await client.query('SET session_replication_role = DEFAULT');
    await client.query(
      `INSERT INTO access_counts SELECT 'account:' || md5('p' || n % 300)::uuid, current_date - n / 300, 10 FROM generate_series(0, 8999) n
       UNION ALL SELECT 'session:' || left(md5('s' || n), 16), current_date - n / 3000, 10 FROM generate_series(0, 89999) n`,
    );
    await client.query(
      `INSERT INTO watched_events SELECT id FROM audit_events WHERE event LIKE 'exam_%' ORDER BY id DESC LIMIT 1000`,
    );
    await client.query('ANALYZE audit_events, access_counts, alarms, watched_events');
    const { rows } = await client.query<{ id: string }>('SELECT id FROM audit_events ORDER BY id DESC LIMIT 100');
    ids = rows.map(({ id }) => Number(id));
    client.release();
  });
  afterAll(() => testApp.close());

  const explain = (statement: RawBuilder<unknown>) =>
    testApp.app.context.db.within(systemScope('alarms'), async (tx) =>
      JSON.stringify((await sql`EXPLAIN (FORMAT JSON) ${statement}`.execute(tx)).rows),
    );

  it.each(eventRules)('reads events by index: $kind', async (rule) => {
    const plan = await explain(selectExceeded(rule, ids));
    const scans = [...plan.matchAll(/"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)].map(([, table]) => table);
    expect(scans.filter((table) => table === 'audit_events')).toEqual([]);
    const indexes = [...plan.matchAll(/"Index Name":"(\w+)"/g)].map(([, index]) => index);
    const expected = {
      ...{
        account: 'audit_of_person',
        session: 'audit_of_session',
        center: 'audit_of_center',
        token: 'audit_of_object',
      },
      ...{ network: 'audit_failed_sign_ins', installation: 'audit_failed_sign_ins', doctor: 'audit_of_doctor' },
    };
    expect(indexes).toContain(expected[rule.subject]);
  });

  it.each(accessRules)('compares accesses by index: $kind', async (rule) => {
    const plan = await explain(selectUnusualAccess(rule, ids));
    expect(plan).toContain('access_counts_pkey');
    expect(plan).not.toMatch(/"Seq Scan"[^{}]*?"Relation Name":"(audit_events|access_counts)"/);
  });

  it('counts 1,000 exams that were opened', async () => {
    const before = performance.now();
    expect(await watchEvents(testApp.app.context)).toBe(1_000);
    process.stdout.write(`1,000 events counted in ${Math.round(performance.now() - before)} ms\n`);
  });
});
