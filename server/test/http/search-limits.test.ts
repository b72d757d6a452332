import { routes } from '@medcloud/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { searchTimeout } from '../../src/platform/db/queries/like-patterns.ts';
import { uploadExam } from '../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';

/** Limits of requests that concern very many rows. */

let testApp: TestAppWithFixtures;
beforeAll(async () => {
  testApp = await startTestAppWithFixtures({ shouldCacheStatements: false });
});
afterAll(() => testApp.close());

const query = (text: string, values: unknown[] = []) => testApp.superuser.query(text, values);

it('stores an exam of a patient whom 400 doctors may see', async () => {
  const { client, patient } = testApp.fixtures.centerA;
  await query(
    `WITH n AS MATERIALIZED (
       SELECT n, gen_random_uuid() AS person, gen_random_uuid() AS doctor, gen_random_uuid() AS otp, gen_random_uuid() AS request
       FROM generate_series(1, 400) AS n),
     people AS (INSERT INTO users (id, email, password_hash, role)
       SELECT person, 'crowd' || n || '@example.gr', 'none', 'doctor' FROM n),
     named AS (INSERT INTO doctors (id, user_id, first_name, last_name, license_number, specialization, plan, name_key)
       SELECT doctor, person, 'Α', 'Β', 'crowd' || n, 'Radiology', 'yearly', ' a|' FROM n),
     codes AS (INSERT INTO otp_verifications (id, doctor_id, phone_index, phone_sealed, phone_last3, expires_at, verified_at)
       SELECT otp, doctor, sha256(n::text::bytea), '', '000', now(), now() FROM n),
     requests AS (INSERT INTO access_requests (id, otp_id, doctor_id, phone_index, phone_last3, language, expires_at)
       SELECT request, otp, doctor, '', '000', 'el', now() FROM n)
     INSERT INTO patient_access (id, request_id, doctor_id, patient_id, center_id, public_patient_id, access_token, status,
       expires_at, granted_at, text_hash)
     SELECT gen_random_uuid(), request, doctor, $1, $2, $3, gen_random_uuid(), 'granted', now() + interval '9 days', now(), '' FROM n`,
    [patient.id, testApp.fixtures.centerA.id, patient.patientId],
  );
  expect(await uploadExam(client, patient.patientId, tinyDicom({ patientName: '', seed: 9 }))).toBeTruthy();
});

it('uses at most eight words of a search and finds by them', async () => {
  const { client, patient } = testApp.fixtures.centerA;
  const search = `${'α '.repeat(120)}${patient.lastName}`;
  const found = await client.call(routes.center.patients, { query: { search } });
  expect(found.map(({ id }) => id)).toEqual([patient.id]);
});

it('cancels a search after two seconds with 503, but not a list without a search', async () => {
  // use the production limit, not the one of the tests
  await query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET medcloud.search_limit', current_database()); END $$`,
  );
  await testApp.restart();
  const { db } = testApp.app.context;
  const limit = await db.read(systemScope('breach'), (tx) => sql<object>`SELECT ${searchTimeout} AS limit`.execute(tx));
  expect(limit.rows).toEqual([{ limit: '2s' }]);
  const lockHolder = await testApp.superuser.connect();
  const { client } = testApp.fixtures.centerA;
  const get = (path: string) => client.raw('GET', path);
  let listed: Promise<Response> | undefined;
  try {
    await lockHolder.query('BEGIN; LOCK TABLE patients IN ACCESS EXCLUSIVE MODE');
    listed = get('/api/medical-center/patients');
    const responses = await Promise.all(
      ['/api/medical-center/patients?search=παπαδ', '/api/medical-center/exam-history?patientSearch=παπαδ'].map(get),
    );
    expect(responses.map(({ status }) => status)).toEqual([503, 503]);
  } finally {
    await lockHolder.query('ROLLBACK');
    lockHolder.release();
  }
  expect((await listed).status).toBe(200);
});
