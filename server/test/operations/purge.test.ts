import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mint } from '../../src/domain/authorization/scope.ts';
import { purgeExpired } from '../../src/domain/core/purge-expired.ts';
import { racingConnections, startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { createUpload, examFields } from '../harness/tus.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { ApplicationDatabase, insufficientPrivilege } from '../matrix/row-level-security/application-database.ts';

const dayMs = 86_400_000;
const purged = ['sessions', 'otp_verifications', 'outbox_messages', 'idempotency_keys', 'password_resets'];
const retainedTables = [
  'audit_events',
  'access_requests',
  'consent_links',
  'patient_access',
  'patients',
  'exams',
  'users',
];

let testApp: TestAppWithFixtures;
let db: ApplicationDatabase;
beforeAll(async () => {
  testApp = await startTestAppWithFixtures({ connections: racingConnections });
  db = new ApplicationDatabase(testApp);
  const { fixtures, anonymous } = testApp;
  await anonymous.call(routes.auth.forgotPassword, { body: { email: fixtures.doctors.consent.email } });
  const body = { patientPhone: '+306955555599' };
  await fixtures.doctors.noConsent.client.call(routes.doctor.requestPatientAccess, { body });
  await waitUntil(async () => (await countOf(`outbox_messages WHERE state IN ('waiting', 'sending')`)) === 0);
  const { client, patient } = fixtures.centerA;
  const uploads = [await createUpload(client, 700, examFields(patient.patientId))];
  uploads.push(await createUpload(client, 800, examFields(patient.patientId)));
  await client.raw('DELETE', uploads[0] ?? '');
  // the clock advances for the direct calls; the queue must not run the same job
  await testApp.app.context.queue.stop();
});
afterAll(() => testApp.close());

const countOf = async (table: string) => Number((await db.rows(`SELECT count(*) FROM ${table}`))[0]?.count);
const counts = async (tables: string[]) =>
  Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await countOf(table)] as const)));

it('deletes nothing that may still be requested', async () => {
  const before = await counts([...purged, ...retainedTables]);
  testApp.clock.advance(7 * dayMs);
  expect(await purgeExpired(testApp.app.context)).toBe(0);
  expect(await counts([...purged, ...retainedTables])).toEqual(before);
});

it('deletes codes after 8 days, but not those of an access request', async () => {
  const requests = await countOf('access_requests');
  testApp.clock.advance(1.1 * dayMs);
  expect(await purgeExpired(testApp.app.context)).toBeGreaterThan(0);
  expect(await countOf('otp_verifications')).toBe(requests);
});

it('deletes sessions, messages, keys, reset links and ended uploads after 30 days, not consent or audit', async () => {
  const before = await counts(retainedTables);
  expect(await countOf('uploads')).toBe(2);
  expect(await countOf('upload_days')).toBeGreaterThan(0);
  testApp.clock.advance(24 * dayMs);
  await purgeExpired(testApp.app.context);
  // an open upload is kept
  expect(await db.rows('SELECT state FROM uploads')).toEqual([{ state: 'open' }]);
  expect(await counts(['upload_days'])).toEqual({ upload_days: 0 });
  const requests = before.access_requests;
  expect(await counts(purged)).toEqual({
    ...{ sessions: 0, otp_verifications: requests, outbox_messages: 0, idempotency_keys: 0, password_resets: 0 },
  });
  expect(await counts(retainedTables)).toEqual(before);
});

/** Inserts keys that expired a day ago. */
const expiredKeys = (count: number) =>
  db.rows(
    `INSERT INTO idempotency_keys (user_id, route, key, request_hash, created_at)
     SELECT user_id, 'POST /', gen_random_uuid()::text, '', now() + make_interval(secs => $3) - interval '31 days'
     FROM medical_centers, generate_series(1, $2::int) WHERE id = $1`,
    [testApp.fixtures.centerA.id, count, testApp.clock.offsetMs / 1_000],
  );

it('deletes all expired rows batch by batch', async () => {
  await expiredKeys(2_500);
  expect(await purgeExpired(testApp.app.context)).toBe(2_500);
});

it('deletes nothing in other scopes, and no valid rows', async () => {
  const { client, centerId, password } = testApp.fixtures.centerA;
  await client.signIn(routes.auth.centerLogin.path, { centerId, password });
  await expiredKeys(3);
  for (const scope of [await db.centerA(), mint.signIn({ centerId }), mint.system('outbox')]) {
    const { rows } = await db.as(scope, (connection) => connection.query('SELECT purge_lapsed(1000) AS count'));
    expect(rows).toEqual([{ count: 0 }]);
    expect(await db.outcome(scope, 'DELETE FROM sessions')).toBe(insufficientPrivilege);
    expect(await db.outcome(scope, 'DELETE FROM uploads')).toBe(insufficientPrivilege);
  }
  expect(await purgeExpired(testApp.app.context)).toBe(3);
  expect((await client.raw('GET', routes.auth.session.path)).status).toBe(200);
});
