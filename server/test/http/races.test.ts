import { routes } from '@medcloud/contract';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { phoneIndex } from '../../src/domain/patients/encrypted-columns.ts';
import {
  createCenter,
  createDoctor,
  type DoctorFixture,
  requestAndRespond,
  requestConsentLink,
  signInAdmin,
} from '../harness/fixtures.ts';
import { codeIn } from '../harness/outbox.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

/** Two calls at once, each paused where the other could interfere: no response may be a 5xx. */

const phone = '+306900000001';
let testApp: TestApp;
let doctor: DoctorFixture;

beforeAll(async () => {
  testApp = await startTestApp({ connections: racingConnections });
  const admin = await signInAdmin(testApp);
  const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
  await createCenter(testApp, admin, { ...plan, phone });
  doctor = await createDoctor(testApp, admin, 'hasty');
});
afterAll(() => testApp.close());

/** Holds the locks that `lock` takes until all `calls` wait for them, then commits. Returns the responses. */
async function runWhileLocked(
  lock: (lockHolder: pg.PoolClient) => Promise<unknown>,
  calls: (() => Promise<Response>)[],
): Promise<Response[]> {
  const { superuser: pool } = testApp;
  const lockHolder = await pool.connect();
  const countWaiting = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.count ?? 0;
  };
  try {
    await lockHolder.query('BEGIN');
    await lock(lockHolder);
    const pending: Promise<Response>[] = [];
    for (const call of calls) {
      pending.push(call());
      await waitUntil(async () => (await countWaiting()) >= pending.length);
    }
    await lockHolder.query('COMMIT');
    return await Promise.all(pending);
  } finally {
    await lockHolder.query('ROLLBACK');
    lockHolder.release();
  }
}

it('rejects a right code that is resent at the same time, and resends it', async () => {
  const before = await testApp.outbox.countSms(phone);
  await doctor.client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
  const otpCode = codeIn((await testApp.outbox.nextSms(phone, before)).text);
  testApp.advanceClock(61_000);
  const index = phoneIndex(testApp.app.context.keys, phone).toString('hex');
  const [resend, verify] = await runWhileLocked(
    (lockHolder) => lockHolder.query('SELECT pg_advisory_xact_lock(1, hashtext($1))', [index]),
    [
      () => doctor.client.json('POST', routes.doctor.requestPatientAccess.path, { patientPhone: phone }),
      () => doctor.client.json('POST', routes.doctor.verifyOtp.path, { patientPhone: phone, otpCode }),
    ],
  );
  expect([resend?.status, verify?.status]).toEqual([200, 400]);
  await testApp.outbox.nextSms(phone, before + 1);
});

it('accepts two links of one doctor and patient at the same time and keeps one active grant', async () => {
  testApp.advanceClock(61_000);
  const first = await requestConsentLink(testApp, doctor, phone);
  testApp.advanceClock(3_600_000);
  await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
  const second = await requestConsentLink(testApp, doctor, phone);
  // both links are fresh: an older one needs a code
  await testApp.superuser.query('UPDATE consent_links SET created_at = $1', [testApp.clock.now()]);
  const grant = (accessToken: string) => () =>
    testApp.anonymous.json('POST', routes.patientAccess.respond.path, { accessToken, response: 'grant' });
  const responses = await runWhileLocked(
    (lockHolder) => lockHolder.query(`SELECT id FROM patient_access WHERE status = 'pending' FOR UPDATE`),
    [grant(first), grant(second)],
  );
  expect(responses.map((response) => response.status)).toEqual([200, 200]);
  const { rows } = await testApp.superuser.query(
    `SELECT status, count(*) FROM patient_access WHERE doctor_id = $1 AND granted_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
    [doctor.id],
  );
  expect(rows).toEqual([
    { status: 'granted', count: 1 },
    { status: 'revoked', count: 1 },
  ]);
  // the replaced grant has its own end event, which names the new grant
  const { rows: ends } = await testApp.superuser.query(
    `SELECT e.actor_kind AS actor, was.status AS was, now.status AS now FROM audit_events e
     JOIN patient_access was ON was.id = e.purpose JOIN patient_access now ON now.id = (e.details ->> 'replacedBy')::uuid
     WHERE e.event = 'consent_revoked' AND was.doctor_id = $1`,
    [doctor.id],
  );
  expect(ends).toEqual([{ actor: 'patient', was: 'revoked', now: 'granted' }]);
});

it('limits a doctor to five sessions after parallel sign-ins (T-S2)', async () => {
  const { email, password } = doctor;
  const signIn = () => testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password });
  for (let session = 0; session < 5; session += 1) {
    expect((await signIn()).status).toBe(200);
    testApp.advanceClock(1_000);
  }
  const calls = [signIn, signIn, signIn];
  const responses = await runWhileLocked(
    (lockHolder) => lockHolder.query('LOCK TABLE audit_events IN EXCLUSIVE MODE'),
    calls,
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { rows } = await testApp.superuser.query('SELECT 1 FROM sessions WHERE user_id = $1 AND revoked_at IS NULL', [
    doctor.userId,
  ]);
  expect(rows).toHaveLength(5);
});

// last: sessions end while half an hour passes
it('lets no second change of a link undo a narrower grant without a code', async () => {
  testApp.advanceClock(3_600_000); // a code was just sent to the number
  await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
  const accessToken = await requestAndRespond(testApp, doctor, phone, 'grant');
  const [patient] = await doctor.client.call(routes.doctor.accessiblePatients, {});
  testApp.advanceClock(31 * 60_000); // the link alone grants for half an hour after its SMS
  const change = (examTypes: string[]) => () =>
    testApp.anonymous.json('POST', routes.patientAccess.change.path, {
      accessToken,
      patientId: patient?.patientId,
      examTypes,
    });
  await testApp.superuser.query(`UPDATE patient_access SET scope = '{ct,mri}' WHERE status = 'granted'`);
  const [narrower, wider] = await runWhileLocked(
    (lockHolder) => lockHolder.query(`SELECT FROM patient_access WHERE status = 'granted' FOR UPDATE`),
    [change(['ct']), change(['ct', 'mri'])],
  );
  expect([narrower?.status, wider?.status]).toEqual([200, 403]);
  const { rows } = await testApp.superuser.query(`SELECT scope FROM patient_access WHERE status = 'granted'`);
  expect(rows).toEqual([{ scope: ['ct'] }]);
});
