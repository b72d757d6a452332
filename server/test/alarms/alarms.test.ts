import { routes } from '@medcloud/contract';
import { messages as validation } from '@medcloud/text/en/validation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture } from '../harness/fixtures.ts';
import { codeIn } from '../harness/outbox.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { waitUntil } from '../harness/wait-until.ts';

const { alarmsToSee, alarmSeen, systemInfo, systemLogs } = routes.admin;
const dayMs = 86_400_000;

/** Alarms that an administrator must see: security 2.1, 2.4 and 2, attack 12. */
describe('alarms', () => {
  let testApp: TestAppWithFixtures;
  let admin: Client;
  let doctor: DoctorFixture;
  let numbers = 0;

  beforeAll(async () => {
    testApp = await startTestAppWithFixtures({ environment: { SMS_PER_DAY: '16' } });
    ({ admin } = testApp.fixtures);
    await waitForJobs(testApp);
    // SMS and alarms of the fixtures do not count
    await sql('TRUNCATE sms_days');
    await sql('DELETE FROM alarms');
    doctor = await createDoctor(testApp, admin, 'Guesser');
  });
  afterAll(() => testApp.close());

  const sql = async (statement: string, values: unknown[] = []) =>
    (await testApp.superuser.query(statement, values)).rows;
  /** Alarms about doctors only: SMS of the fixtures may still be on their way. */
  const kinds = async () => (await admin.call(alarmsToSee, {})).flatMap(({ kind, doctor: of }) => (of ? [kind] : []));
  const waitForAlarm = async (kind: string) => {
    await waitUntil(async () => (await admin.call(alarmsToSee, {})).some((each) => each.kind === kind));
    return (await admin.call(alarmsToSee, {})).find((each) => each.kind === kind);
  };
  const markSeen = async (kind: string) =>
    await admin.call(alarmSeen, { params: { id: (await waitForAlarm(kind))?.id ?? '' } });
  const request = (patientPhone: string, sender = doctor) =>
    sender.client.json('POST', routes.doctor.requestPatientAccess.path, { patientPhone });
  const newUnknownPhone = () => {
    numbers += 1;
    return `+30695550${String(numbers).padStart(4, '0')}`;
  };
  const register = async (phone: string) =>
    await testApp.fixtures.centerA.client.call(routes.center.registerPatient, {
      body: { firstName: 'Άννα', lastName: 'Δοκιμή', dateOfBirth: '1961-02-03', gender: 'Female', phone },
    });
  /** Uses up all attempts of a number's current code. */
  const useUpAttempts = async (patientPhone: string) => {
    for (let attempt = 0; attempt < 5; attempt += 1)
      await doctor.client.json('POST', routes.doctor.verifyOtp.path, { patientPhone, otpCode: '000000' });
  };
  const auditEvents = (event: string) =>
    sql(`SELECT actor_kind, doctor_id, details->>'alarm' AS alarm FROM audit_events WHERE event = $1 ORDER BY id`, [
      event,
    ]);

  it('pauses a doctor’s requests after three used-up codes a day until the alarm is seen (T-OTP5)', async () => {
    const known = '+306971110001';
    await register(known);
    for (const phone of [known, newUnknownPhone(), newUnknownPhone()]) {
      expect(await kinds()).toEqual([]);
      expect((await request(phone)).status).toBe(200);
      await useUpAttempts(phone);
    }
    const pausedResponses = await Promise.all([request('+306971110002'), request(newUnknownPhone())]);
    for (const response of pausedResponses)
      expect([response.status, await response.text()]).toEqual([429, validation.requests_paused]);
    // existing grants still work
    expect((await doctor.client.raw('GET', routes.doctor.accessiblePatients.path)).status).toBe(200);
    expect(await waitForAlarm('codes_burnt')).toMatchObject({
      doctor: { id: doctor.id, licenseNumber: 'ISA-Guesser' },
    });
    expect(await auditEvents('security_alert')).toEqual([
      { actor_kind: 'system', doctor_id: doctor.id, alarm: 'codes_burnt' },
    ]);
    expect((await admin.call(systemLogs, {})).map(({ message }) => message).join()).toContain('requests are paused');

    expect(await markSeen('codes_burnt')).toMatchObject({ alarm: { kind: 'codes_burnt', seenAt: expect.any(String) } });
    expect(await auditEvents('security_alert_seen')).toEqual([
      { actor_kind: 'admin', doctor_id: null, alarm: 'codes_burnt' },
    ]);
    expect((await request(newUnknownPhone())).status).toBe(200);
    expect(await kinds()).toEqual([]);
  });

  it('raises unknown_numbers after five numbers in a row without a code, after the response, once a day', async () => {
    const requester = await createDoctor(testApp, admin, 'Prober');
    const requestCode = async (phone: string) => expect((await request(phone, requester)).status).toBe(200);
    const known = '+306971110003';
    await register(known);
    for (let count = 0; count < 4; count += 1) await requestCode(newUnknownPhone());
    await requestCode(known);
    for (let count = 0; count < 4; count += 1) await requestCode(newUnknownPhone());
    await testApp.outbox.nextSms(known, 0);
    await waitForJobs(testApp);
    expect(await kinds()).toEqual([]);
    await requestCode(newUnknownPhone());
    expect(await waitForAlarm('unknown_numbers')).toMatchObject({ doctor: { id: requester.id } });
    await markSeen('unknown_numbers');
    await sql(`UPDATE otp_verifications SET created_at = created_at - interval '25 hours'`);
    await requestCode(newUnknownPhone());
    await waitForJobs(testApp);
    expect(await kinds()).toEqual([]);
  });

  it('raises many_downloads at a doctor’s hundredth download of a day', async () => {
    const { consent } = testApp.fixtures.doctors;
    await sql(
      `INSERT INTO audit_events (event, outcome, actor_kind, doctor_id, details, at)
       SELECT 'exam_downloaded', 'success', 'doctor', $1, '{}', $2 FROM generate_series(1, 98)`,
      [consent.id, testApp.clock.now()],
    );
    const download = async () =>
      expect((await consent.client.raw('GET', `/api/download/${testApp.fixtures.centerA.examId}`)).status).toBe(200);
    await download();
    expect(await kinds()).toEqual([]);
    await download();
    expect(await waitForAlarm('many_downloads')).toMatchObject({ doctor: { id: consent.id } });
    await markSeen('many_downloads');
    await download();
    expect(await kinds()).toEqual([]);
  });

  it('raises sms_half and sms_spent; then requests return 200, but send no SMS until the next day', async () => {
    const sent = async () => Number((await sql('SELECT max(sent) AS sent FROM sms_days'))[0]?.sent ?? 0);
    await waitForJobs(testApp); // the tests above also requested codes
    await sql('UPDATE sms_days SET sent = 7');
    const phones = ['+306971110011', '+306971110012', '+306971110013'];
    for (const phone of phones) await register(phone);
    const [first = '', last = '', late = ''] = phones;
    const requester = await createDoctor(testApp, admin, 'Busy');
    const probe = async () => {
      testApp.advanceClock(60_000); // probe results are reused for some seconds
      return (await admin.call(systemInfo, {})).health.find(({ name }) => name === 'sms');
    };
    await request(first, requester);
    await testApp.outbox.nextSms(first, 0);
    await markSeen('sms_half');
    expect(await probe()).toMatchObject({ code: 'sms-half', params: { sent: 8, budget: 16 } });
    await sql('UPDATE sms_days SET sent = 15');
    await request(last, requester);
    await testApp.outbox.nextSms(last, 0);
    await markSeen('sms_spent');
    expect(await probe()).toMatchObject({ code: 'sms-spent', ok: false });

    const heldRequest = await request(late, requester);
    expect([heldRequest.status, await heldRequest.text()]).toEqual([
      200,
      expect.stringContaining('SMS with OTP has been sent'),
    ]);
    const waiting = () => sql(`SELECT state FROM outbox_messages WHERE last_error = 'sms-budget-spent'`);
    await waitUntil(async () => (await waiting()).length === 1);
    expect(await testApp.outbox.countSms(late)).toBe(0);
    expect(await sent()).toBe(16);

    testApp.advanceClock(dayMs);
    await waitUntil(async () => (await waiting()).every(({ state }) => state === 'expired'));
    await requester.client.signIn(routes.auth.doctorLogin.path, {
      email: requester.email,
      password: requester.password,
    });
    await request(late, requester);
    expect(codeIn((await testApp.outbox.nextSms(late, 0)).text)).toMatch(/^\d{6}$/);
  });
});
