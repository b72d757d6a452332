import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCenter, createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { countStatements } from '../harness/statements.ts';

const known = '+306900000001';
const unknown = '+306955555501';

/** A doctor must not learn who is a patient: security 2, row 12. */
describe('a number that belongs to nobody', () => {
  let testApp: TestApp;
  let doctor: DoctorFixture;

  beforeAll(async () => {
    testApp = await startTestApp();
    const admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    await createCenter(testApp, admin, { ...plan, phone: known });
    doctor = await createDoctor(testApp, admin, 'curious');
    // a pushed clock is told to the database in every transaction: from here on it is pushed for both
    testApp.advanceClock(300_000);
    await doctor.client.call(routes.auth.session, {}); // writes to the session, which belongs to neither number
    // what is sent behind the answer is not part of it
    await testApp.app.context.queue.stop();
  });
  afterAll(() => testApp.close());

  const ask = (path: string, body: object) => doctor.client.json('POST', path, body);

  /** What an answer shows, but for what names the one request and the moment. */
  async function toComparable(response: Response) {
    const headers = [...response.headers].filter(([name]) => name !== 'date');
    const text = (await response.text())
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME');
    return { status: response.status, headers, text };
  }

  /** Asks, and says what the database was asked meanwhile. */
  async function runCounted(act: () => Promise<Response>) {
    const { texts, stop } = countStatements(testApp.app.context.db.pool);
    const response = await toComparable(await act());
    stop();
    return { response, statements: texts.map((text) => text.replace(/'[0-9a-z-]+'/g, '?')) };
  }

  it('is answered like a patient’s, with the same statements: request, too soon, resend, wrong code', async () => {
    // the seconds that an answer names are the clock's, not the machine's
    testApp.clock.freeze();
    onTestFinished(() => testApp.clock.unfreeze());
    const runSteps = async (patientPhone: string) => {
      const request = () => ask(routes.doctor.requestPatientAccess.path, { patientPhone });
      const tryCode = () => ask(routes.doctor.verifyOtp.path, { patientPhone, otpCode: '000000' });
      const steps = [await runCounted(request)];
      testApp.advanceClock(500); // 59.5 s are left, said as 60
      steps.push(await runCounted(request), await runCounted(tryCode));
      testApp.advanceClock(60_000);
      // the session is written to once a minute, which belongs to neither number
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

  it('is not told apart in the list of requests, before or after its time', async () => {
    const kinds = async () => {
      const requests = await doctor.client.call(routes.doctor.requests, {});
      return requests.map(({ phone, step, status, codeExpiresAt, requestedAt, expiresAt }) => ({
        phone,
        step,
        status,
        hasCodeTime: codeExpiresAt !== undefined,
        lives: Date.parse(expiresAt) - Date.parse(requestedAt),
      }));
    };
    const expected = (status: string, hasCodeTime: boolean) =>
      ['…501', '…001'].map((phone) => ({ phone, step: 'code', status, hasCodeTime, lives: 600_000 }));
    expect(await kinds()).toEqual(expected('pending', true));
    testApp.advanceClock(600_000);
    expect(await kinds()).toEqual(expected('expired', false));
  });

  it('is sent nothing: its message is a decoy without a text', async () => {
    const { rows } = await testApp.app.context.db.pool.query<{ state: string; sealed: boolean; count: number }>(
      'SELECT state, sealed IS NOT NULL AS sealed, count(*) AS count FROM outbox_messages WHERE otp_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1',
    );
    expect(rows).toEqual([
      { state: 'decoy', sealed: false, count: 2 },
      { state: 'waiting', sealed: true, count: 2 },
    ]);
    expect((await testApp.outbox.sms()).filter((sms) => sms.to === unknown)).toEqual([]);
  });
});
