import { type ApiError, type ExamType, routes } from '@medcloud/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  requestAndRespond,
  requestConsentLink,
  signInAdmin,
  uploadExam,
} from '../harness/fixtures.ts';
import { adminLogin, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const { lookup, respond, change, revoke } = routes.patientAccess;

/** Product, "Doctor's path", 5 to 7. Every test has a phone number, its patients and a doctor of its own. */
describe('a consent link', () => {
  let testApp: TestApp;
  let admin: Client;
  let center: CenterFixture;
  let doctor: DoctorFixture;
  let phone: string;
  let patientId: string;
  let ctId: string;
  let mriId: string;
  let createdCount = 0;

  beforeAll(async () => {
    testApp = await startTestApp({ connections: 4 });
    admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Άννα', lastName: 'Νίκου', phone: '+306900000001' };
    center = await createCenter(testApp, admin, plan);
  });
  afterAll(() => testApp.close());

  beforeEach(async () => {
    createdCount += 1;
    await signInAll();
    phone = `+30697000${String(createdCount).padStart(4, '0')}`;
    doctor = await createDoctor(testApp, admin, `Doctor${createdCount}`);
    patientId = await register('Μαρία', 'Παπαδοπούλου');
    ctId = await upload(patientId, 'ct');
    mriId = await upload(patientId, 'mri');
  });

  const anyone = () => testApp.anonymous;
  let signedInAt = 0;
  /** Sessions do not last as long as the tests' time. */
  const signInAll = async () => {
    if (testApp.clock.now().getTime() - signedInAt < 5 * minuteMs) return;
    signedInAt = testApp.clock.now().getTime();
    const { centerId, password } = center;
    await Promise.all([
      admin.signIn(routes.auth.adminLogin.path, adminLogin),
      center.client.signIn(routes.auth.centerLogin.path, { centerId, password }),
    ]);
  };
  const signInDoctor = ({ client, email, password }: DoctorFixture) =>
    client.signIn(routes.auth.doctorLogin.path, { email, password });
  const passDays = async (days: number) => {
    testApp.advanceClock(days * dayMs);
    await Promise.all([signInAll(), signInDoctor(doctor)]);
  };
  const register = async (firstName: string, lastName: string) => {
    const patientFields = { firstName, lastName, dateOfBirth: '1950-05-17', gender: 'Female', phone } as const;
    return (await center.client.call(routes.center.registerPatient, { body: patientFields })).patientId;
  };
  const upload = (id: string, examType: ExamType) =>
    uploadExam(center.client, id, tinyDicom({ patientName: '', seed: createdCount }), { examType });
  const failure = async (act: Promise<unknown>) => {
    const error: ApiError = await act.then(
      () => Promise.reject(new Error('It did not fail.')),
      (reason) => reason,
    );
    return { status: error.status, code: error.code };
  };
  const examsOf = async (id = patientId) =>
    (await doctor.client.call(routes.doctor.patientExams, { params: { patientId: id } })).exams.map((exam) => exam.id);
  const accessible = () => doctor.client.call(routes.doctor.accessiblePatients, {});
  const downloadStatus = async (id: string) => {
    const response = await doctor.client.raw('GET', `/api/download/${id}`);
    const text = await response.text();
    return response.ok ? 200 : [response.status, /"code":"(\w+)"/.exec(text)?.[1]];
  };

  it('shows who asks, for whom and how long, and no clinical content', async () => {
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    const link = await anyone().call(lookup, { body: { accessToken } });
    expect(link).toMatchObject({
      status: 'pending',
      doctor: { firstName: 'Ελένη', licenseNumber: `ISA-Doctor${createdCount}`, specialization: 'Cardiology' },
      days: [7, 30, 90, 365],
      records: [
        { patientId, name: 'Μαρία Π.', medicalCenter: { name: 'Aegean Imaging' }, examCount: 2, status: 'pending' },
      ],
      accessLog: [],
    });
    expect(JSON.stringify(link)).not.toMatch(/Παπαδοπούλου|1950|sha256/);
    expect(await accessible()).toEqual([]);
    expect(await downloadStatus(ctId)).toEqual([404, 'not_found']);
  });

  it('grants for 30 days where nothing is said, and to one answer alone', async () => {
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    const granted = await anyone().call(respond, { body: { accessToken, response: 'grant' } });
    expect(granted.status).toBe('granted');
    const until = Date.parse(granted.records[0]?.expiresAt ?? '') - testApp.clock.now().getTime();
    expect(Math.round(until / dayMs)).toBe(30);
    expect(await examsOf()).toEqual([mriId, ctId]);
    const again = await anyone().call(respond, { body: { accessToken, response: 'grant', days: 365 } });
    expect(again).toEqual(granted);
    expect(await failure(anyone().call(respond, { body: { accessToken, response: 'deny' } }))).toEqual({
      status: 409,
      code: 'already_answered',
    });
    const [event] = await audit('consent_granted');
    expect(event).toEqual({ actor_kind: 'patient', details: { days: 30, examTypes: null } });
  });

  const audit = async (event: string) =>
    (
      await testApp.app.context.db.pool.query<{ actor_kind: string; details: object }>(
        'SELECT actor_kind, details FROM audit_events WHERE event = $1 ORDER BY id DESC LIMIT 5',
        [event],
      )
    ).rows;

  it('asks for whom where a number serves two persons; who is not named is denied', async () => {
    const child = await register('Νίκος', 'Παπαδόπουλος');
    const childExam = await upload(child, 'ct');
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    expect((await anyone().call(lookup, { body: { accessToken } })).records).toHaveLength(2);
    for (const patientIds of [undefined, ['P-0000000000'], [child, center.patient.patientId]]) {
      const response = anyone().json('POST', respond.path, { accessToken, response: 'grant', patientIds });
      expect(await (await response).json()).toMatchObject({ status: 400, errors: [{ field: 'patientIds' }] });
    }
    const granted = await anyone().call(respond, {
      body: { accessToken, response: 'grant', patientIds: [child] },
    });
    const statuses = Object.fromEntries(granted.records.map((record) => [record.patientId, record.status]));
    expect(statuses).toEqual({ [child]: 'granted', [patientId]: 'denied' });
    expect((await accessible()).map((patient) => patient.patientId)).toEqual([child]);
    expect(await downloadStatus(childExam)).toBe(200);
    expect(await downloadStatus(ctId)).toEqual([404, 'not_found']);
    const twice = await anyone().call(respond, {
      body: { accessToken, response: 'grant', patientIds: [child] },
    });
    expect(twice).toEqual(granted);
  });

  it('is answered once: a grant of others, or of what was denied or has ended, is another answer', async () => {
    const child = await register('Νίκος', 'Παπαδόπουλος');
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    const granting = (patientIds: string[]) =>
      anyone().call(respond, { body: { accessToken, response: 'grant', patientIds } });
    const otherwise = { status: 409, code: 'already_answered' };
    const granted = await granting([child]);
    for (const others of [[patientId], [child, patientId]]) expect(await failure(granting(others))).toEqual(otherwise);
    const nobody = anyone().json('POST', respond.path, { accessToken, response: 'grant' });
    expect(await (await nobody).json()).toMatchObject({ status: 400, errors: [{ field: 'patientIds' }] });
    expect(await granting([child])).toEqual(granted);
    expect((await accessible()).map((patient) => patient.patientId)).toEqual([child]);
    await anyone().call(revoke, { body: { accessToken } });
    expect(await failure(granting([child]))).toEqual(otherwise);
    expect(await accessible()).toEqual([]);
  });

  it('never says of who was denied that consent was taken back', async () => {
    const child = await register('Νίκος', 'Παπαδόπουλος');
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    await anyone().call(respond, { body: { accessToken, response: 'grant', patientIds: [child] } });
    const taking = (patientIds?: string[]) => anyone().call(revoke, { body: { accessToken, patientIds } });
    const denied = await taking([patientId]);
    expect([denied.status, denied.records.map((record) => record.status).sort()]).toEqual([
      'denied',
      ['denied', 'granted'],
    ]);
    const all = await taking();
    expect([all.status, all.records.map((record) => record.status).sort()]).toEqual(['revoked', ['denied', 'revoked']]);
    expect((await taking([child])).status).toBe('revoked');
  });

  it('denies for all, and the doctor may not ask that patient for seven days', async () => {
    const accessToken = await requestAndRespond(testApp, doctor, phone, 'deny');
    expect(await failure(anyone().call(respond, { body: { accessToken, response: 'grant' } }))).toEqual({
      status: 409,
      code: 'already_answered',
    });
    expect(await examsOf().catch((error: ApiError) => error.code)).toBe('not_found');
    await passDays(6);
    const sms = await testApp.outbox.countSms(phone);
    await doctor.client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
    await passDays(1.1);
    await requestAndRespond(testApp, doctor, phone, 'grant');
    expect(await testApp.outbox.countSms(phone)).toBe(sms + 2);
    expect(await downloadStatus(ctId)).toBe(200);
  });

  it('leaves a banned person out of a request that concerns two', async () => {
    const child = await register('Νίκος', 'Παπαδόπουλος');
    const first = await requestConsentLink(testApp, doctor, phone);
    await anyone().call(respond, { body: { accessToken: first, response: 'grant', patientIds: [child] } });
    await passDays(1.1);
    const second = await requestConsentLink(testApp, doctor, phone);
    const { records } = await anyone().call(lookup, { body: { accessToken: second } });
    expect(records.map((record) => record.patientId)).toEqual([child]);
  });

  it('narrows to exam types: what is outside does not exist for the doctor any more', async () => {
    const accessToken = await requestAndRespond(testApp, doctor, phone, 'grant');
    const changed = await anyone().call(change, { body: { accessToken, patientId, examTypes: ['mri'] } });
    expect(changed.records[0]).toMatchObject({ status: 'granted', examTypes: ['mri'] });
    expect(await examsOf()).toEqual([mriId]);
    expect(await accessible()).toMatchObject([{ examCount: 1, examType: 'mri' }]);
    expect(await downloadStatus(mriId)).toBe(200);
    expect(await downloadStatus(ctId)).toEqual([404, 'not_found']);
    await upload(patientId, 'ct');
    const laterMri = await upload(patientId, 'mri');
    expect(await examsOf()).toEqual([laterMri, mriId]);
    await anyone().call(change, { body: { accessToken, patientId, examTypes: null } });
    expect(await downloadStatus(ctId)).toBe(200);
    expect(await accessible()).toMatchObject([{ examCount: 4 }]);
  });

  it('grants chosen exam types from the start', async () => {
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    await anyone().call(respond, { body: { accessToken, response: 'grant', examTypes: ['xray', 'ct'] } });
    expect(await examsOf()).toEqual([ctId]);
    expect(await downloadStatus(mriId)).toEqual([404, 'not_found']);
  });

  it('lengthens and shortens from today, for a live grant alone', async () => {
    const accessToken = await requestAndRespond(testApp, doctor, phone, 'grant', 7);
    await passDays(6);
    const { records } = await anyone().call(change, { body: { accessToken, patientId, days: 90 } });
    const days = (Date.parse(records[0]?.expiresAt ?? '') - testApp.clock.now().getTime()) / dayMs;
    expect(Math.round(days)).toBe(90);
    await anyone().call(change, { body: { accessToken, patientId, examTypes: ['ct'] } });
    const [narrowed, lengthened] = await audit('consent_changed');
    expect([lengthened?.details, narrowed?.details]).toEqual([{ days: 90 }, { examTypes: ['ct'] }]);
    await passDays(80);
    expect(await downloadStatus(ctId)).toBe(200);
    await anyone().call(revoke, { body: { accessToken } });
    for (const id of [patientId, 'P-0000000000']) {
      const changing = anyone().call(change, { body: { accessToken, patientId: id, days: 30 } });
      expect(await failure(changing)).toEqual({ status: 409, code: 'invalid_state' });
    }
  });

  it('revokes for one person or all, again and again, and never before an answer', async () => {
    const child = await register('Νίκος', 'Παπαδόπουλος');
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    expect(await failure(anyone().call(revoke, { body: { accessToken } }))).toEqual({
      status: 409,
      code: 'invalid_state',
    });
    await anyone().call(respond, { body: { accessToken, response: 'grant', patientIds: [child, patientId] } });
    for (let time = 0; time < 2; time += 1) {
      const { records } = await anyone().call(revoke, { body: { accessToken, patientIds: [child] } });
      expect(records.find((record) => record.patientId === child)?.status).toBe('revoked');
      expect(records.find((record) => record.patientId === patientId)?.status).toBe('granted');
    }
    expect((await accessible()).map((patient) => patient.patientId)).toEqual([patientId]);
    const all = await anyone().call(revoke, { body: { accessToken } });
    expect(all.records.map((record) => record.status)).toEqual(['revoked', 'revoked']);
    expect(await anyone().call(revoke, { body: { accessToken } })).toEqual(all);
    expect(await downloadStatus(ctId)).toEqual([403, 'access_revoked']);
    expect(await failure(anyone().call(respond, { body: { accessToken, response: 'deny' } }))).toMatchObject({
      status: 409,
    });
  });

  it('ends a live grant when a newer one replaces it, and shows so on the older link', async () => {
    const older = await requestAndRespond(testApp, doctor, phone, 'grant', 365);
    testApp.advanceClock(30 * minuteMs);
    await passDays(0);
    const newer = await requestAndRespond(testApp, doctor, phone, 'grant', 7);
    expect((await anyone().call(lookup, { body: { accessToken: older } })).records[0]?.status).toBe('revoked');
    expect(await accessible()).toHaveLength(1);
    expect(await failure(anyone().call(change, { body: { accessToken: older, patientId, days: 365 } }))).toMatchObject({
      code: 'invalid_state',
    });
    await anyone().call(revoke, { body: { accessToken: older } });
    expect(await downloadStatus(ctId)).toBe(200);
    await anyone().call(revoke, { body: { accessToken: newer } });
    expect(await downloadStatus(ctId)).toEqual([403, 'access_revoked']);
  });

  it('lets what a newer, narrower grant leaves out not exist, though an older one held it', async () => {
    await requestAndRespond(testApp, doctor, phone, 'grant', 365);
    testApp.advanceClock(minuteMs);
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    await anyone().call(respond, { body: { accessToken, response: 'grant', examTypes: ['mri'] } });
    expect([await downloadStatus(mriId), await downloadStatus(ctId)]).toEqual([200, [404, 'not_found']]);
    await anyone().call(revoke, { body: { accessToken } });
    expect(await downloadStatus(ctId)).toEqual([403, 'access_revoked']);
  });

  it('lapses by days: then 403 with the reason, and begins anew only by a new request', async () => {
    const accessToken = await requestAndRespond(testApp, doctor, phone, 'grant', 7);
    await passDays(7.01);
    expect(await downloadStatus(ctId)).toEqual([403, 'access_expired']);
    expect(await failure(examsOf())).toEqual({ status: 403, code: 'access_expired' });
    expect(await accessible()).toEqual([]);
    expect((await anyone().call(lookup, { body: { accessToken } })).status).toBe('expired');
    expect(await failure(anyone().call(change, { body: { accessToken, patientId, days: 30 } }))).toMatchObject({
      code: 'invalid_state',
    });
  });

  it('answers 72 hours unanswered, and 30 days after the end of what it granted or denied', async () => {
    const unanswered = await requestConsentLink(testApp, doctor, phone);
    await passDays(2.99);
    expect((await anyone().call(lookup, { body: { accessToken: unanswered } })).status).toBe('pending');
    await passDays(0.02);
    const linkInvalid = { status: 404, code: 'link_invalid' };
    for (const route of [lookup, revoke]) {
      expect(await failure(anyone().call(route, { body: { accessToken: unanswered } }))).toEqual(linkInvalid);
    }
    expect(await failure(anyone().call(respond, { body: { accessToken: unanswered, response: 'grant' } }))).toEqual(
      linkInvalid,
    );
    expect(await failure(anyone().call(lookup, { body: { accessToken: 'unknown' } }))).toEqual(linkInvalid);
    const granted = await requestAndRespond(testApp, doctor, phone, 'grant', 7);
    await passDays(36.9);
    expect((await anyone().call(lookup, { body: { accessToken: granted } })).status).toBe('expired');
    await passDays(0.2);
    expect(await failure(anyone().call(lookup, { body: { accessToken: granted } }))).toEqual(linkInvalid);
    const denied = await requestAndRespond(testApp, doctor, phone, 'deny');
    await passDays(29.9);
    expect((await anyone().call(lookup, { body: { accessToken: denied } })).status).toBe('denied');
    await passDays(0.2);
    expect(await failure(anyone().call(lookup, { body: { accessToken: denied } }))).toEqual(linkInvalid);
  });

  it('takes one of two answers that come at once', async () => {
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    const responses = await Promise.all(
      (['grant', 'deny', 'grant', 'deny'] as const).map((response) =>
        anyone().json('POST', respond.path, { accessToken, response }),
      ),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, 200, 409, 409]);
  });

  it('does not deny what has lapsed, nor begins a ban by it', async () => {
    const child = await register('Νίκος', 'Παπαδόπουλος');
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    await anyone().call(respond, { body: { accessToken, response: 'deny', patientIds: [child] } });
    await passDays(3.01);
    const lateResponse = anyone().call(respond, {
      body: { accessToken, response: 'deny', patientIds: [patientId] },
    });
    expect(await failure(lateResponse)).toEqual({ status: 409, code: 'invalid_state' });
    const { records } = await anyone().call(lookup, { body: { accessToken } });
    expect(records.map((record) => record.status).sort()).toEqual(['denied', 'expired']);
    const newLookup = await anyone().call(lookup, {
      body: { accessToken: await requestConsentLink(testApp, doctor, phone) },
    });
    expect(newLookup.records.map((record) => record.patientId)).toEqual([patientId]);
  });

  it('counts a look that only calls itself a page’s own, unless somebody just looked', async () => {
    const accessToken = await requestAndRespond(testApp, doctor, phone, 'grant');
    const countViews = async () => (await anyone().call(lookup, { body: { accessToken } })).accessLog.length;
    const reread = () =>
      doctor.client.call(routes.doctor.patientExams, { params: { patientId } }, { isBackground: true });
    await reread();
    expect(await countViews()).toBe(1);
    await reread();
    expect(await countViews()).toBe(1);
    testApp.advanceClock(16 * minuteMs);
    await reread();
    expect(await countViews()).toBe(2);
    await signInDoctor(doctor);
    await reread();
    expect(await countViews(), 'another session').toBe(3);
    expect((await doctor.client.call(routes.doctor.dashboard, {})).recentActivity).toHaveLength(3);
  });

  it('keeps the grant of a doctor whose subscription lapses, and opens it again when it is renewed', async () => {
    await requestAndRespond(testApp, doctor, phone, 'grant', 90);
    const body = { userId: doctor.userId, startDate: '2025-01-01', endDate: '2025-12-31', status: 'active' } as const;
    await admin.call(routes.admin.updateSubscription, { body });
    expect(await downloadStatus(ctId)).toEqual([403, 'subscription_required']);
    expect(await failure(accessible())).toMatchObject({ code: 'subscription_required' });
    await admin.call(routes.admin.renewDoctorSubscription, { body: { userId: doctor.userId, months: 1 } });
    expect(await downloadStatus(ctId)).toBe(200);
    expect(await examsOf()).toEqual([mriId, ctId]);
  });
});
