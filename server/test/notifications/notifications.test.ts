import { formatDay, routes } from '@medcloud/contract';
import type { NotificationChanges } from '@medcloud/contract/shapes/account/notifications';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeExpired } from '../../src/domain/core/purge-expired.ts';
import { sendNotifications } from '../../src/domain/notifications/send-notifications.ts';
import type { Client } from '../harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  requestAndRespond,
  signInAdmin,
  uploadExam,
} from '../harness/fixtures.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';

const { change, revoke } = routes.patientAccess;

describe('sendNotifications', () => {
  let testApp: TestApp;
  let admin: Client;
  let center: CenterFixture;
  let examSeed = 100;

  beforeAll(async () => {
    testApp = await startTestApp({ connections: racingConnections });
    admin = await signInAdmin(testApp);
    const names = { firstName: 'Μαρία', lastName: 'Νίκου' };
    center = await createCenter(testApp, admin, { name: 'Aegean Imaging', number: 1, ...names, phone: phoneOf(0) });
  });
  afterAll(() => testApp.close());

  const phoneOf = (number: number) => `+3069710000${String(number).padStart(2, '0')}`;

  const choose = (doctor: DoctorFixture, body: NotificationChanges) =>
    doctor.client.call(routes.account.changeNotifications, { body });

  const register = async (name: string, number: number) => {
    const person = {
      firstName: 'Άννα',
      lastName: `Ρήγα ${name}`,
      dateOfBirth: '1970-01-02',
      gender: 'Female',
    } as const;
    const body = { ...person, phone: phoneOf(number) };
    return (await center.client.call(routes.center.registerPatient, { body })).patientId;
  };

  /** Registers a patient who gives a new doctor access. */
  const grant = async (name: string, number: number, choices: NotificationChanges = {}) => {
    const doctor = await createDoctor(testApp, admin, name);
    await choose(doctor, choices);
    const patientId = await register(name, number);
    const accessToken = await requestAndRespond(testApp, doctor, phoneOf(number), 'grant');
    return { doctor, patientId, accessToken, name };
  };

  const upload = async ({ patientId, name }: { patientId: string; name: string }) => {
    examSeed += 1;
    const file = tinyDicom({ patientName: `Ρήγα ${name}^Άννα`, seed: examSeed });
    return await uploadExam(center.client, patientId, file);
  };

  /** Sends what is due, three times at once, and returns the subjects of all notifications to the doctor so far. */
  const send = async (doctor: DoctorFixture) => {
    await Promise.all([1, 2, 3].map(() => sendNotifications(testApp.app.context)));
    await waitForJobs(testApp);
    return (await mails(doctor)).map(({ subject }) => subject);
  };

  const mails = async (doctor: DoctorFixture) =>
    (await testApp.outbox.mail()).filter(
      ({ to, text }) => to === doctor.email && text.includes('account/notifications'),
    );

  /** Advances the clock to the next 08:30 in the operator's time zone, and signs in again. */
  const advanceToMorning = async (...doctors: DoctorFixture[]) => {
    await waitForJobs(testApp);
    const { timeZone } = testApp.config;
    const now = testApp.clock.now();
    const tomorrow = formatDay(timeZone, new Date(now.getTime() + 86_400_000));
    const time = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    const minutes = Array.from(
      { length: 2 * 96 },
      (_, index) => new Date(Math.ceil(now.getTime() / 900_000 + index) * 900_000),
    );
    const morning = minutes.find((at) => formatDay(timeZone, at) === tomorrow && time.format(at) === '08:30');
    testApp.advanceClock((morning ?? now).getTime() - now.getTime());
    admin = await signInAdmin(testApp);
    await center.client.signIn(routes.auth.centerLogin.path, { centerId: center.centerId, password: center.password });
    for (const { client, email, password } of doctors)
      await client.signIn(routes.auth.doctorLogin.path, { email, password });
    await waitForJobs(testApp);
  };

  it('mails a grant, a change and a revocation at once, each once, without the patient’s name', async () => {
    const { doctor, patientId, accessToken } = await grant('Atonce', 1);
    expect(await send(doctor)).toEqual(['MedCloud: ασθενής σάς έδωσε πρόσβαση']);
    expect(await send(doctor)).toHaveLength(1);
    await testApp.anonymous.call(change, { body: { accessToken, patientId, days: 7, examTypes: ['ct'] } });
    await testApp.anonymous.call(change, { body: { accessToken, patientId, examTypes: ['ct'], tellLooks: true } });
    expect((await send(doctor)).slice(1)).toEqual(['MedCloud: ασθενής άλλαξε την πρόσβασή σας']);
    await testApp.anonymous.call(change, { body: { accessToken, patientId, tellLooks: false } });
    expect(await send(doctor), 'notices are the patient’s own').toHaveLength(2);
    await testApp.anonymous.call(revoke, { body: { accessToken } });
    expect((await send(doctor)).slice(2)).toEqual(['MedCloud: μια πρόσβασή σας τερματίστηκε']);
    await testApp.anonymous.call(revoke, { body: { accessToken } });
    const [granted, , revoked, ...others] = await mails(doctor);
    expect(others).toEqual([]);
    expect(await send(doctor)).toHaveLength(3);
    expect(granted?.text).toContain(`/doctor/patient-exams/${patientId}\n`);
    expect(revoked?.text).toContain('/doctor/patients\n');
    for (const { subject, text } of await mails(doctor)) expect(subject + text).not.toMatch(/Άννα|Ρήγα/);
  });

  it('mails what the center ended, and not what the doctor gave up', async () => {
    const ended = await grant('Ended', 2, { access_granted: 'never' });
    const [row] = await center.client.call(routes.center.patientGrants, { params: { patientId: ended.patientId } });
    await center.client.call(routes.center.revokeGrant, { params: { id: row?.id ?? '' }, body: { reason: 'asked' } });
    expect(await send(ended.doctor)).toEqual(['MedCloud: μια πρόσβασή σας τερματίστηκε']);
    const given = await grant('Givenup', 3, { access_granted: 'never' });
    const [patient] = await given.doctor.client.call(routes.doctor.accessiblePatients, {});
    await given.doctor.client.call(routes.doctor.relinquishGrant, { params: { id: patient?.grantId ?? '' } });
    expect(await send(given.doctor)).toEqual([]);
  });

  it('mails nothing of a kind that is never chosen, nor what was noted before', async () => {
    const case1 = await grant('Never', 4, { access_granted: 'never', exam_arrived: 'never' });
    await upload(case1);
    const case2 = await grant('Nevernow', 5, { access_granted: 'daily' });
    await upload(case2);
    await choose(case2.doctor, { access_granted: 'never', exam_arrived: 'never' });
    await choose(case2.doctor, { access_granted: 'daily' });
    await advanceToMorning();
    expect(await send(case1.doctor)).toEqual([]);
    expect(await send(case2.doctor)).toEqual([]);
  });

  it('sends one digest a day from 08:00 on, without patients whose access ended meanwhile', async () => {
    const daily = { access_granted: 'daily', access_revoked: 'daily' } as const;
    const first = await grant('Daily', 6, daily);
    const { doctor } = first;
    const second = { name: 'Second', patientId: await register('Second', 7) };
    const third = { name: 'Third', patientId: await register('Third', 8) };
    await requestAndRespond(testApp, doctor, phoneOf(7), 'grant');
    const token = await requestAndRespond(testApp, doctor, phoneOf(8), 'grant');
    await upload(first);
    await upload(second);
    await upload(third);
    const withdrawn = await upload(first);
    await center.client.call(routes.center.withdrawExam, {
      params: { id: withdrawn },
      body: { reason: 'Λάθος αρχείο' },
    });
    await testApp.anonymous.call(revoke, { body: { accessToken: token } });
    expect(await send(doctor), 'not on the same day').toEqual([]);
    await advanceToMorning(doctor);
    expect(await send(doctor)).toEqual(['MedCloud: τι νέο υπάρχει']);
    const [digest] = await mails(doctor);
    expect(digest?.text).toContain('2 ασθενείς σάς έδωσαν πρόσβαση');
    expect(digest?.text).toContain('Η πρόσβασή σας στις εξετάσεις ενός ασθενούς τερματίστηκε.');
    expect(digest?.text).toMatch(/Έφτασαν 2 νέες εξετάσεις που μπορείτε να δείτε\.\n\S+\/doctor\/dashboard/);
    await upload(first);
    await choose(doctor, { access_revoked: 'at-once' });
    expect(await send(doctor), 'tomorrow').toHaveLength(1);
    await advanceToMorning(doctor);
    expect(await send(doctor)).toHaveLength(2);
    expect((await mails(doctor)).at(-1)?.text).toContain(
      `Έφτασε μια νέα εξέταση που μπορείτε να δείτε.\n${testApp.config.publicUrl}`,
    );
  });

  it('mails an exam when the doctor may see it, and only with a subscription', async () => {
    const case1 = await grant('Waits', 10, { access_granted: 'never', exam_arrived: 'at-once' });
    const seen = await upload(case1);
    await testApp.superuser.query(`UPDATE exams SET awaits_comparison = true WHERE id = $1`, [seen]);
    expect(await send(case1.doctor), 'hidden').toEqual([]);
    await testApp.superuser.query(`UPDATE exams SET awaits_comparison = false WHERE id = $1`, [seen]);
    expect(await send(case1.doctor)).toEqual(['MedCloud: νέα εξέταση']);
    const setSubscription = (status: string) =>
      testApp.superuser.query('UPDATE users SET subscription_status = $2 WHERE id = $1', [case1.doctor.userId, status]);
    await setSubscription('expired');
    await upload(case1);
    expect(await send(case1.doctor), 'without a subscription').toHaveLength(1);
    await setSubscription('active');
    expect(await send(case1.doctor), 'nor about it later').toHaveLength(1);
    await upload(case1);
    expect(await send(case1.doctor)).toHaveLength(2);
  });

  it('purges notifications after 90 days', async () => {
    const { rows } = await testApp.superuser.query(
      `UPDATE notifications SET created_at = now() - interval '91 days' WHERE sent_at IS NOT NULL RETURNING id`,
    );
    expect(rows.length).toBeGreaterThan(0);
    await purgeExpired(testApp.app.context);
    const left = await testApp.superuser.query(`SELECT 1 FROM notifications WHERE sent_at IS NOT NULL`);
    expect(left.rows).toEqual([]);
  });
});
