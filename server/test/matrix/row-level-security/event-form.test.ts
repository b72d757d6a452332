import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchEvents } from '../../../src/domain/alarms/watch-events.ts';
import { mint } from '../../../src/domain/authorization/scope.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from './application-database.ts';

/** What an event that a smuggled statement writes could do to those who read all events: chain, log server, alarms. */
describe('an audit event in a scope of its own', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
  });
  afterAll(() => testApp.close());

  const insert = `INSERT INTO audit_events (event, outcome, actor_kind, person_id, doctor_id, details, address_block, object_id, object_kind, request_id, exam_type)
    VALUES ($1, 'success', 'doctor', $2, $3, $4::jsonb, $5, $6, $7, $8, $9)`;
  const values = (
    change: Partial<Record<'event' | 'details' | 'network' | 'object' | 'kind' | 'request' | 'type', string>>,
  ) => {
    const { noConsent } = testApp.fixtures.doctors;
    const { event = 'exams_listed', details = '{}', network = '198.51.100.0/24', object = 'x' } = change;
    const { kind = 'x', request = 'x', type = 'ct' } = change;
    return [event, noConsent.userId, noConsent.id, details, network, object, kind, request, type];
  };

  it.each([
    ['many levels', { details: `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}` }],
    ['eight levels', { details: `${'[{"a":'.repeat(4)}1${'}]'.repeat(4)}` }],
    ['more than 32 KiB', { details: JSON.stringify({ a: 'x'.repeat(32_768 - 8) }) }],
    ['an event of no code', { event: 'Look at https://evil.example' }],
    ['a network with words', { network: '203.0.113.0/24. Sign in at https://evil.example/' }],
    ['a long object', { object: 'x'.repeat(201) }],
    ['a long kind of object', { kind: 'x'.repeat(201) }],
    ['a long request', { request: 'x'.repeat(201) }],
    ['a long type of exam', { type: 'x'.repeat(201) }],
  ])('is refused with %s', async (_, change) => {
    const doctor = await db.doctor();
    const widest = {
      details: JSON.stringify({ a: 'x'.repeat(32_768 - 9) }),
      object: 'x'.repeat(200),
      kind: 'x'.repeat(200),
    };
    const deepest = { details: `${'[{"a":'.repeat(3)}[1]${'}]'.repeat(3)}` };
    for (const fitting of [{}, widest, deepest]) expect(await db.outcome(doctor, insert, values(fitting))).toBe(1);
    expect(await db.outcome(doctor, insert, values(change))).toBe(insufficientPrivilege);
  });

  it('says nothing in a link that the holder of a link does not do', async () => {
    const link = mint.link(testApp.fixtures.consentToken);
    const write = (event: string) => `INSERT INTO audit_events (event, outcome, actor_kind, address_block, details)
      VALUES ('${event}', 'failure', 'patient', '198.51.100.0/24', '{}')`;
    expect(await db.outcome(link, write('consent_shown'))).toBe(1);
    for (const event of ['login', 'denied', 'audit_exported', 'no_such_event'])
      expect(await db.outcome(link, write(event)), event).toBe(insufficientPrivilege);
  });

  it('stops no alarm, whatever its details say', async () => {
    const { noConsent } = testApp.fixtures.doctors;
    const denied = ['"x"', '99999999999', '2147483647', '2147483647', '-5', '1.5', '{}', 'null'].map(
      (unknown) => ['denied', { unknown: JSON.parse(unknown) }] as const,
    );
    const listed = [null, {}, 'x'.repeat(9_000), 'é 12345678'].map((images) => ['exams_listed', { images }] as const);
    for (const [event, details] of [...denied, ...listed])
      await db.rows(
        `INSERT INTO audit_events (event, outcome, actor_kind, person_id, doctor_id, details)
         VALUES ($1, $2, 'doctor', $3, $4, $5)`,
        [event, event === 'denied' ? 'denied' : 'success', noConsent.userId, noConsent.id, JSON.stringify(details)],
      );
    expect(await watchEvents(testApp.app.context)).toBeGreaterThanOrEqual(denied.length + listed.length);
    for (let count = 0; count < 40; count += 1)
      await testApp.fixtures.centerB.client.raw('GET', '/api/download/00000000-0000-4000-8000-000000000000');
    await watchEvents(testApp.app.context);
    expect(await db.rows(`SELECT kind FROM alarms WHERE kind = 'denials'`)).not.toEqual([]);
  });
});
