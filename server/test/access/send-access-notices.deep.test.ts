import { formatDay, routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAccessNotices } from '../../src/domain/access/log/send-access-notices.ts';
import type { Client } from '../harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  requestConsentLink,
  signInAdmin,
} from '../harness/fixtures.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

const hourMs = 3_600_000;
const phone = '+306970000001';
const { lookup, respond, change } = routes.patientAccess;

describe('sendAccessNotices', () => {
  let testApp: TestApp;
  let admin: Client;
  let center: CenterFixture;
  let doctor: DoctorFixture;
  let patientId: string;

  beforeAll(async () => {
    testApp = await startTestApp({ connections: racingConnections });
    admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Νίκου', phone };
    center = await createCenter(testApp, admin, plan);
    ({ patientId } = center.patient);
    doctor = await createDoctor(testApp, admin, 'First');
  });
  afterAll(() => testApp.close());

  const listAuditEvents = async (event: string) =>
    (
      await testApp.superuser.query<{ actor_kind: string; details: object }>(
        'SELECT actor_kind, details FROM audit_events WHERE event = $1 ORDER BY id DESC LIMIT 5',
        [event],
      )
    ).rows;

  it('covers an access log that the link shows completely, page by page', async () => {
    const reader = await createDoctor(testApp, admin, 'Reader');
    const own = '+306970000099';
    const { patientId: seenPatientId } = await center.client.call(routes.center.registerPatient, {
      body: { firstName: 'Άννα', lastName: 'Ρήγα', dateOfBirth: '1970-01-02', gender: 'Female', phone: own },
    });
    const accessToken = await requestConsentLink(testApp, reader, own);
    await testApp.anonymous.call(respond, { body: { accessToken, response: 'grant' } });
    await reader.client.call(routes.doctor.patientExams, { params: { patientId: seenPatientId } });
    await testApp.superuser.query(
      `INSERT INTO audit_events (event, outcome, actor_kind, doctor_id, center_id, patient_id, purpose, at, details)
       SELECT event, outcome, actor_kind, doctor_id, center_id, patient_id, purpose, at, details
       FROM audit_events, generate_series(1, 449) WHERE event = 'exams_listed' AND doctor_id = $1`,
      [reader.id],
    );
    const read = (logAfter?: string) => testApp.anonymous.call(lookup, { body: { accessToken, logAfter } });
    const first = await read();
    const second = await read(first.accessLogMore ?? '');
    const third = await read(second.accessLogMore ?? '');
    expect([first, second, third].map(({ accessLog }) => accessLog.length)).toEqual([200, 200, 50]);
    expect(third.accessLogMore).toBeNull();
    for (const logAfter of ['0', 'x', '99999999'])
      await expect(read(logAfter)).rejects.toMatchObject({ status: 400, code: 'validation' });
  });

  it('sends one SMS a day about who looked to patients who want it, also when run in parallel', async () => {
    const other = await createDoctor(testApp, admin, 'Other');
    const silent = await createDoctor(testApp, admin, 'Silent');
    const setNotices = (tellLooks: boolean, accessToken: string) =>
      testApp.anonymous.call(respond, { body: { accessToken, response: 'grant', tellLooks } });
    const token = await requestConsentLink(testApp, doctor, phone);
    await setNotices(true, token);
    const second = await requestConsentLink(testApp, other, phone);
    await setNotices(true, second);
    await setNotices(false, await requestConsentLink(testApp, silent, phone));
    for (const each of [doctor, other, silent])
      await each.client.call(routes.doctor.patientExams, { params: { patientId } });
    const notices = async () =>
      (await testApp.outbox.sms()).filter(({ to, text }) => to === phone && /Χθες/.test(text));
    const run = async () => await Promise.all([1, 2, 3].map(() => sendAccessNotices(testApp.app.context)));
    await run();
    expect(await notices(), 'not on the same day').toEqual([]);
    // a name under review is not told to patients
    await testApp.superuser.query(`UPDATE doctors SET approved_first_name = first_name, first_name = 'Τράπεζα'`);
    await advanceToTen();
    await run();
    await waitUntil(async () => (await notices()).length > 0);
    await run();
    const [sms, ...more] = await notices();
    expect(more).toEqual([]);
    expect(sms?.text).toMatch(/Δρ\. Ελένη .*και 1 ακόμη γιατρός\. /);
    expect(sms?.text).not.toMatch(/Τράπεζα|Silent|Μαρία|\d{6}|CT|MRI|http/);
    expect(sms?.text.length).toBeLessThanOrEqual(134);
    expect(await listAuditEvents('looks_told')).toEqual([{ actor_kind: 'system', details: { doctors: 2 } }]);

    // No new access: no SMS. The patient then turns the notices off.
    await advanceToTen();
    await run();
    const { email, password } = doctor;
    await doctor.client.signIn(routes.auth.doctorLogin.path, { email, password });
    await doctor.client.call(routes.doctor.patientExams, { params: { patientId } });
    await testApp.anonymous.call(change, { body: { accessToken: token, patientId, tellLooks: false } });
    expect((await testApp.anonymous.call(lookup, { body: { accessToken: token } })).records[0]?.tellLooks).toBe(false);
    await advanceToTen();
    await run();
    expect(await notices()).toHaveLength(1);
    expect(await listAuditEvents('looks_told')).toHaveLength(1);
  });

  it('sends the other notices and throws if one phone number cannot be decrypted', async () => {
    const { email, password } = doctor;
    const phones = ['+306970000002', '+306970000003'];
    await doctor.client.signIn(routes.auth.doctorLogin.path, { email, password });
    for (const one of phones) {
      const birthFields = {
        firstName: 'Άννα',
        lastName: 'Ράπτη',
        dateOfBirth: '1960-01-02',
        gender: 'Female',
      } as const;
      const created = await center.client.call(routes.center.registerPatient, { body: { ...birthFields, phone: one } });
      const accessToken = await requestConsentLink(testApp, doctor, one);
      await testApp.anonymous.call(respond, { body: { accessToken, response: 'grant', tellLooks: true } });
      await doctor.client.call(routes.doctor.patientExams, { params: { patientId: created.patientId } });
    }
    // corrupts the first of the two stored phone numbers
    await testApp.superuser.query(
      `UPDATE otp_verifications SET phone_sealed = '\\x00' WHERE phone_index = (SELECT r.phone_index
       FROM access_requests r JOIN patient_access a ON a.request_id = r.id WHERE a.tell_looks AND a.doctor_id = $1
       ORDER BY r.phone_index LIMIT 1)`,
      [doctor.id],
    );
    await advanceToTen();
    await expect(sendAccessNotices(testApp.app.context)).rejects.toThrow();
    const countNotices = async () =>
      (await testApp.outbox.sms()).filter(({ to, text }) => phones.includes(to) && /Χθες/.test(text)).length;
    await waitUntil(async () => (await countNotices()) === 1);
  });

  /** Advances the clock to 10:00 of the next day in the operator's time zone. */
  const advanceToTen = async () => {
    const { timeZone } = testApp.config;
    const hourOf = (at: Date) =>
      Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at));
    const now = testApp.clock.now();
    const hours = Array.from({ length: 48 }, (_, index) => new Date(now.getTime() + (index + 1) * hourMs));
    const ten = hours.find((at) => hourOf(at) === 10 && formatDay(timeZone, at) !== formatDay(timeZone, now));
    testApp.advanceClock((ten?.getTime() ?? 0) - now.getTime());
    await center.client.signIn(routes.auth.centerLogin.path, { centerId: center.centerId, password: center.password });
  };
});
