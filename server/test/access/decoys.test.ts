import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCenter, createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

const known = '+306900000001';
const unknown = '+306955555501';

/** A doctor must not learn who is a patient: security 2, row 12. */
describe('unknown phone number', () => {
  let testApp: TestApp;
  let doctor: DoctorFixture;

  beforeAll(async () => {
    testApp = await startTestApp();
    const admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    await createCenter(testApp, admin, { ...plan, phone: known });
    doctor = await createDoctor(testApp, admin, 'curious');
    // advanceClock() sets the database's time in each transaction; do it now, so that both runs send the same
    testApp.advanceClock(300_000);
    await doctor.client.call(routes.auth.session, {}); // updates the session row now, which belongs to neither number
    // messages sent after the response are not compared
    await testApp.app.context.queue.stop();
  });
  afterAll(() => testApp.close());

  const postAsDoctor = (path: string, body: object) => doctor.client.json('POST', path, body);

  /** Returns the response without request ids and times. */
  async function toComparable(response: Response) {
    const headers = [...response.headers].filter(([name]) => name !== 'date');
    const text = (await response.text())
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME');
    return { status: response.status, headers, text };
  }

  /** Runs a request and returns its response and SQL statements. */
  async function runCounted(act: () => Promise<Response>) {
    const { texts, stop } = testApp.statements.record();
    const response = await toComparable(await act());
    stop();
    return { response, statements: texts.map((text) => text.replace(/'[0-9a-z,-]+'/g, '?')) };
  }

  it('gets the same responses and statements as a patient: request, too soon, resend, wrong code', async () => {
    // the response contains seconds by the clock, so freeze it
    testApp.clock.freeze();
    onTestFinished(() => testApp.clock.unfreeze());
    const runSteps = async (patientPhone: string) => {
      const request = () => postAsDoctor(routes.doctor.requestPatientAccess.path, { patientPhone });
      const tryCode = () => postAsDoctor(routes.doctor.verifyOtp.path, { patientPhone, otpCode: '000000' });
      const steps = [await runCounted(request)];
      testApp.advanceClock(500); // 59.5 s remain, shown as 60
      steps.push(await runCounted(request), await runCounted(tryCode));
      testApp.advanceClock(60_000);
      // the session row is updated once a minute, which belongs to neither number
      await doctor.client.call(routes.auth.session, {});
      steps.push(await runCounted(request), await runCounted(tryCode));
      return steps;
    };
    const stepsOfPatient = await runSteps(known);
    const stepsOfUnknown = await runSteps(unknown);
    expect(stepsOfPatient.map((step) => step.response.status)).toEqual([200, 429, 400, 200, 400]);
    for (const [index, step] of stepsOfPatient.entries()) {
      expect(step.statements.length).toBeGreaterThan(1);
      expect(stepsOfUnknown[index]?.statements).toEqual(step.statements);
      expect(stepsOfUnknown[index]?.response).toEqual(step.response);
    }
  });

  it('looks the same in the list of requests, before and after its expiry', async () => {
    const kinds = async () => {
      const requests = await doctor.client.call(routes.doctor.requests, {});
      return requests.map(({ phone, step, status, codeExpiresAt, requestedAt, expiresAt }) => ({
        phone,
        step,
        status,
        hasCodeTime: codeExpiresAt !== undefined,
        lifetimeMs: Date.parse(expiresAt) - Date.parse(requestedAt),
      }));
    };
    const expected = (status: string, hasCodeTime: boolean) =>
      ['…501', '…001'].map((phone) => ({ phone, step: 'code', status, hasCodeTime, lifetimeMs: 600_000 }));
    expect(await kinds()).toEqual(expected('pending', true));
    testApp.advanceClock(600_000);
    expect(await kinds()).toEqual(expected('expired', false));
  });

  it('is sent nothing: its outbox message is a decoy without text', async () => {
    const { rows } = await testApp.superuser.query<{ state: string; sealed: boolean; count: number }>(
      'SELECT state, sealed IS NOT NULL AS sealed, count(*) AS count FROM outbox_messages WHERE otp_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1',
    );
    expect(rows).toEqual([
      { state: 'decoy', sealed: false, count: 2 },
      { state: 'waiting', sealed: true, count: 2 },
    ]);
    expect((await testApp.outbox.sms()).filter((sms) => sms.to === unknown)).toEqual([]);
  });
});
