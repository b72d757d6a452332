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
import { changeByCode } from './change-by-code.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const { lookup, respond, change, revoke } = routes.patientAccess;

/** Product, "Doctor's path", 5 to 7. Each test has its own phone number, patients and doctor. */
describe('consent link', () => {
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
  /** Renews the sessions, which expire before the tests' clock time is over. */
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
  const advanceDays = async (days: number) => {
    testApp.advanceClock(days * dayMs);
    await Promise.all([signInAll(), signInDoctor(doctor)]);
  };
  const register = async (firstName: string, lastName: string) => {
    const patientFields = { firstName, lastName, dateOfBirth: '1950-05-17', gender: 'Female', phone } as const;
    return (await center.client.call(routes.center.registerPatient, { body: patientFields })).patientId;
  };
  const upload = (id: string, examType: ExamType) =>
    uploadExam(center.client, id, tinyDicom({ patientName: '', seed: createdCount }), { examType });
  const failure = async (call: Promise<unknown>) => {
    const error: ApiError = await call.then(
      () => Promise.reject(new Error('Expected a rejection.')),
      (reason) => reason,
    );
    return { status: error.status, code: error.code };
  };
  const listExamIds = async (id = patientId) =>
    (await doctor.client.call(routes.doctor.patientExams, { params: { patientId: id } })).exams.map((exam) => exam.id);
  const listAccessiblePatients = () => doctor.client.call(routes.doctor.accessiblePatients, {});
  const downloadStatus = async (id: string) => {
    const response = await doctor.client.raw('GET', `/api/download/${id}`);
    const text = await response.text();
    return response.ok ? 200 : [response.status, /"code":"(\w+)"/.exec(text)?.[1]];
  };

  it('shows the doctor, the records and the choice of days, but no clinical content', async () => {
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
    const namedExam = { examType: 'ct', examDate: '2026-01-15', bodyParts: [], laterality: null };
    expect(link.records[0]?.exams).toContainEqual(namedExam);
    expect(JSON.stringify(link)).not.toMatch(/Παπαδοπούλου|1950-05|sha256/);
    expect(await listAccessiblePatients()).toEqual([]);
    expect(await downloadStatus(ctId)).toEqual([404, 'not_found']);
  });

  it('grants for 30 days by default and accepts only the first answer', async () => {
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    const granted = await anyone().call(respond, { body: { accessToken, response: 'grant' } });
    expect(granted.status).toBe('granted');
    const until = Date.parse(granted.records[0]?.expiresAt ?? '') - testApp.clock.now().getTime();
    expect(Math.round(until / dayMs)).toBe(30);
    expect(await listExamIds()).toEqual([mriId, ctId]);
    const again = await anyone().call(respond, { body: { accessToken, response: 'grant', days: 365 } });
    expect(again).toEqual(granted);
    expect(await failure(anyone().call(respond, { body: { accessToken, response: 'deny' } }))).toEqual({
      status: 409,
      code: 'already_answered',
    });
    const [event] = await listAuditEvents('consent_granted');
    expect(event).toEqual({ actor_kind: 'patient', details: { days: 30, examTypes: null } });
  });

  const listAuditEvents = async (event: string) =>
    (
      await testApp.superuser.query<{ actor_kind: string; details: object }>(
        'SELECT actor_kind, details FROM audit_events WHERE event = $1 ORDER BY id DESC LIMIT 5',
        [event],
      )
    ).rows;

  it('requires patientIds if two persons share the number, and denies the record that is not named', async () => {
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
    expect((await listAccessiblePatients()).map((patient) => patient.patientId)).toEqual([child]);
    expect(await downloadStatus(childExam)).toBe(200);
    expect(await downloadStatus(ctId)).toEqual([404, 'not_found']);
    const twice = await anyone().call(respond, {
      body: { accessToken, response: 'grant', patientIds: [child] },
    });
    expect(twice).toEqual(granted);
  });

  it('accepts the first grant again, and rejects any other grant with already_answered', async () => {
    const child = await register('Νίκος', 'Παπαδόπουλος');
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    const grantTo = (patientIds: string[]) =>
      anyone().call(respond, { body: { accessToken, response: 'grant', patientIds } });
    const alreadyAnswered = { status: 409, code: 'already_answered' };
    const granted = await grantTo([child]);
    for (const others of [[patientId], [child, patientId]])
      expect(await failure(grantTo(others))).toEqual(alreadyAnswered);
    const withoutPatients = anyone().json('POST', respond.path, { accessToken, response: 'grant' });
    expect(await (await withoutPatients).json()).toMatchObject({ status: 400, errors: [{ field: 'patientIds' }] });
    expect(await grantTo([child])).toEqual(granted);
    expect((await listAccessiblePatients()).map((patient) => patient.patientId)).toEqual([child]);
    await anyone().call(revoke, { body: { accessToken } });
    expect(await failure(grantTo([child]))).toEqual(alreadyAnswered);
    expect(await listAccessiblePatients()).toEqual([]);
  });

  it('keeps a denied record as denied when consent is revoked', async () => {
    const child = await register('Νίκος', 'Παπαδόπουλος');
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    await anyone().call(respond, { body: { accessToken, response: 'grant', patientIds: [child] } });
    const revokeFor = (patientIds?: string[]) => anyone().call(revoke, { body: { accessToken, patientIds } });
    const denied = await revokeFor([patientId]);
    expect([denied.status, denied.records.map((record) => record.status).sort()]).toEqual([
      'denied',
      ['denied', 'granted'],
    ]);
    const all = await revokeFor();
    expect([all.status, all.records.map((record) => record.status).sort()]).toEqual(['revoked', ['denied', 'revoked']]);
    expect((await revokeFor([child])).status).toBe('revoked');
  });

  it('denies all records and blocks new requests of the doctor to that patient for seven days', async () => {
    const accessToken = await requestAndRespond(testApp, doctor, phone, 'deny');
    expect(await failure(anyone().call(respond, { body: { accessToken, response: 'grant' } }))).toEqual({
      status: 409,
      code: 'already_answered',
    });
    expect(await listExamIds().catch((error: ApiError) => error.code)).toBe('not_found');
    await advanceDays(6);
    const sms = await testApp.outbox.countSms(phone);
    await doctor.client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
    await advanceDays(1.1);
    await requestAndRespond(testApp, doctor, phone, 'grant');
    expect(await testApp.outbox.countSms(phone)).toBe(sms + 2);
    expect(await downloadStatus(ctId)).toBe(200);
  });

  it('leaves a recently denied patient out of a new request for the same number', async () => {
    const child = await register('Νίκος', 'Παπαδόπουλος');
    const first = await requestConsentLink(testApp, doctor, phone);
    await anyone().call(respond, { body: { accessToken: first, response: 'grant', patientIds: [child] } });
    await advanceDays(1.1);
    const second = await requestConsentLink(testApp, doctor, phone);
    const { records } = await anyone().call(lookup, { body: { accessToken: second } });
    expect(records.map((record) => record.patientId)).toEqual([child]);
  });

  it('hides exams of other types after a change to certain exam types', async () => {
    const accessToken = await requestAndRespond(testApp, doctor, phone, 'grant');
    const changed = await anyone().call(change, { body: { accessToken, patientId, examTypes: ['mri'] } });
    expect(changed.records[0]).toMatchObject({ status: 'granted', examTypes: ['mri'] });
    expect(await listExamIds()).toEqual([mriId]);
    expect(await listAccessiblePatients()).toMatchObject([{ examCount: 1, examType: 'mri' }]);
    expect(await downloadStatus(mriId)).toBe(200);
    expect(await downloadStatus(ctId)).toEqual([404, 'not_found']);
    await upload(patientId, 'ct');
    const laterMri = await upload(patientId, 'mri');
    expect(await listExamIds()).toEqual([laterMri, mriId]);
    await changeByCode(testApp, phone, { accessToken, patientId, examTypes: null });
    expect(await downloadStatus(ctId)).toBe(200);
    expect(await listAccessiblePatients()).toMatchObject([{ examCount: 4 }]);
  });

  it('grants only the exam types chosen in the answer', async () => {
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    await anyone().call(respond, { body: { accessToken, response: 'grant', examTypes: ['xray', 'ct'] } });
    expect(await listExamIds()).toEqual([ctId]);
    expect(await downloadStatus(mriId)).toEqual([404, 'not_found']);
  });

  it('changes the days of an active grant from today, and rejects other changes with invalid_state', async () => {
    const accessToken = await requestAndRespond(testApp, doctor, phone, 'grant', 7);
    await advanceDays(6);
    const { records } = await changeByCode(testApp, phone, { accessToken, patientId, days: 90 });
    const days = (Date.parse(records[0]?.expiresAt ?? '') - testApp.clock.now().getTime()) / dayMs;
    expect(Math.round(days)).toBe(90);
    await anyone().call(change, { body: { accessToken, patientId, examTypes: ['ct'] } });
    const [narrowed, lengthened] = await listAuditEvents('consent_changed');
    expect([lengthened?.details, narrowed?.details]).toEqual([{ days: 90 }, { examTypes: ['ct'] }]);
    await advanceDays(80);
    expect(await downloadStatus(ctId)).toBe(200);
    await anyone().call(revoke, { body: { accessToken } });
    for (const id of [patientId, 'P-0000000000']) {
      const changing = anyone().call(change, { body: { accessToken, patientId: id, days: 30 } });
      expect(await failure(changing)).toEqual({ status: 409, code: 'invalid_state' });
    }
  });

  it('revokes one or all records, repeatedly, and rejects a revocation before an answer', async () => {
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
    expect((await listAccessiblePatients()).map((patient) => patient.patientId)).toEqual([patientId]);
    const all = await anyone().call(revoke, { body: { accessToken } });
    expect(all.records.map((record) => record.status)).toEqual(['revoked', 'revoked']);
    expect(await anyone().call(revoke, { body: { accessToken } })).toEqual(all);
    expect(await downloadStatus(ctId)).toEqual([403, 'access_revoked']);
    expect(await failure(anyone().call(respond, { body: { accessToken, response: 'deny' } }))).toMatchObject({
      status: 409,
    });
  });

  it('revokes an active grant when a newer one replaces it, and shows that on the older link', async () => {
    const older = await requestAndRespond(testApp, doctor, phone, 'grant', 365);
    testApp.advanceClock(30 * minuteMs);
    await advanceDays(0);
    const newer = await requestAndRespond(testApp, doctor, phone, 'grant', 7);
    expect((await anyone().call(lookup, { body: { accessToken: older } })).records[0]?.status).toBe('revoked');
    expect(await listAccessiblePatients()).toHaveLength(1);
    expect(await failure(anyone().call(change, { body: { accessToken: older, patientId, days: 365 } }))).toMatchObject({
      code: 'invalid_state',
    });
    await anyone().call(revoke, { body: { accessToken: older } });
    expect(await downloadStatus(ctId)).toBe(200);
    await anyone().call(revoke, { body: { accessToken: newer } });
    expect(await downloadStatus(ctId)).toEqual([403, 'access_revoked']);
  });

  it('hides an exam that an older grant allowed and a newer, narrower one does not', async () => {
    await requestAndRespond(testApp, doctor, phone, 'grant', 365);
    testApp.advanceClock(minuteMs);
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    await anyone().call(respond, { body: { accessToken, response: 'grant', examTypes: ['mri'] } });
    expect([await downloadStatus(mriId), await downloadStatus(ctId)]).toEqual([200, [404, 'not_found']]);
    await anyone().call(revoke, { body: { accessToken } });
    expect(await downloadStatus(ctId)).toEqual([403, 'access_revoked']);
  });

  it('expires after its days with access_expired and then accepts no changes', async () => {
    const accessToken = await requestAndRespond(testApp, doctor, phone, 'grant', 7);
    await advanceDays(7.01);
    expect(await downloadStatus(ctId)).toEqual([403, 'access_expired']);
    expect(await failure(listExamIds())).toEqual({ status: 403, code: 'access_expired' });
    expect(await listAccessiblePatients()).toEqual([]);
    expect((await anyone().call(lookup, { body: { accessToken } })).status).toBe('expired');
    expect(await failure(anyone().call(change, { body: { accessToken, patientId, days: 30 } }))).toMatchObject({
      code: 'invalid_state',
    });
  });

  it('works for 72 hours without an answer, and for 30 days after its grant or denial ends', async () => {
    const unanswered = await requestConsentLink(testApp, doctor, phone);
    await advanceDays(2.99);
    expect((await anyone().call(lookup, { body: { accessToken: unanswered } })).status).toBe('pending');
    await advanceDays(0.02);
    const linkInvalid = { status: 404, code: 'link_invalid' };
    for (const route of [lookup, revoke]) {
      expect(await failure(anyone().call(route, { body: { accessToken: unanswered } }))).toEqual(linkInvalid);
    }
    expect(await failure(anyone().call(respond, { body: { accessToken: unanswered, response: 'grant' } }))).toEqual(
      linkInvalid,
    );
    expect(await failure(anyone().call(lookup, { body: { accessToken: 'unknown' } }))).toEqual(linkInvalid);
    const granted = await requestAndRespond(testApp, doctor, phone, 'grant', 7);
    await advanceDays(36.9);
    expect((await anyone().call(lookup, { body: { accessToken: granted } })).status).toBe('expired');
    await advanceDays(0.2);
    expect(await failure(anyone().call(lookup, { body: { accessToken: granted } }))).toEqual(linkInvalid);
    const denied = await requestAndRespond(testApp, doctor, phone, 'deny');
    await advanceDays(29.9);
    expect((await anyone().call(lookup, { body: { accessToken: denied } })).status).toBe('denied');
    await advanceDays(0.2);
    expect(await failure(anyone().call(lookup, { body: { accessToken: denied } }))).toEqual(linkInvalid);
  });

  it('accepts one of two different answers sent at the same time', async () => {
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    const responses = await Promise.all(
      (['grant', 'deny', 'grant', 'deny'] as const).map((response) =>
        anyone().json('POST', respond.path, { accessToken, response }),
      ),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, 200, 409, 409]);
  });

  it('does not deny an expired record and starts no waiting period for it', async () => {
    const child = await register('Νίκος', 'Παπαδόπουλος');
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    await anyone().call(respond, { body: { accessToken, response: 'deny', patientIds: [child] } });
    await advanceDays(3.01);
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

  it('logs a background read only if the session did not read the exams shortly before', async () => {
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

  it("keeps the grant while the doctor's subscription is expired and allows access after its renewal", async () => {
    await requestAndRespond(testApp, doctor, phone, 'grant', 90);
    const body = { userId: doctor.userId, startDate: '2025-01-01', endDate: '2025-12-31', status: 'active' } as const;
    await admin.call(routes.admin.updateSubscription, { body });
    expect(await downloadStatus(ctId)).toEqual([403, 'subscription_required']);
    expect(await failure(listAccessiblePatients())).toMatchObject({ code: 'subscription_required' });
    await admin.call(routes.admin.renewDoctorSubscription, { body: { userId: doctor.userId, months: 1 } });
    expect(await downloadStatus(ctId)).toBe(200);
    expect(await listExamIds()).toEqual([mriId, ctId]);
  });
});
