import { type ApiError, routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  doctorLastName,
  requestAndRespond,
  requestConsentLink,
  signInAdmin,
  uploadExam,
} from '../harness/fixtures.ts';
import { tokenIn } from '../harness/outbox.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';

const { patientDetails, changePatient, accessLog, revealAmka, sendConsentLink, patients } = routes.center;
const { lookup, respond, revoke } = routes.patientAccess;
const dayMs = 86_400_000;
const amka = '17055001238'; // of 17 May 1950, with its check digit; with a plus it would be a phone number in Ontario

/** Product, "Centers" and "Names": what a center sees and changes of its patient. */
describe('GET /api/medical-center/patients/{patientId}', () => {
  let testApp: TestApp;
  let admin: Client;
  let center: CenterFixture;
  let other: CenterFixture;
  let doctor: DoctorFixture;
  let phone: string;
  let patientId: string;
  let createdCount = 0;

  beforeAll(async () => {
    testApp = await startTestApp({ connections: racingConnections });
    admin = await signInAdmin(testApp);
    const plan = { firstName: 'Άννα', lastName: 'Νίκου' };
    center = await createCenter(testApp, admin, { ...plan, name: 'Aegean Imaging', number: 1, phone: '+306900000001' });
    other = await createCenter(testApp, admin, { ...plan, name: 'Ionian Imaging', number: 2, phone: '+306900000002' });
  });
  afterAll(() => testApp.close());

  beforeEach(async () => {
    createdCount += 1;
    await signInAdmin(testApp).then((client) => {
      admin = client;
    });
    for (const { client, centerId, password } of [center, other])
      await client.signIn(routes.auth.centerLogin.path, { centerId, password });
    doctor = await createDoctor(testApp, admin, `Doctor${createdCount}`);
    phone = newPhone();
    patientId = await register(center, phone);
  });

  let phones = 0;
  const newPhone = () => {
    phones += 1;
    return `+30698000${String(phones).padStart(4, '0')}`;
  };
  const register = async (registrar: CenterFixture, to: string, firstName = 'Μαρία') => {
    const patientFields = { firstName, lastName: 'Παπαδοπούλου', dateOfBirth: '1950-05-17', gender: 'Female' } as const;
    return (await registrar.client.call(routes.center.registerPatient, { body: { ...patientFields, phone: to } }))
      .patientId;
  };
  const sheet = (id = patientId) => center.client.call(patientDetails, { params: { patientId: id } });
  const change = (body: Parameters<typeof center.client.call<typeof changePatient>>[1]['body'], id = patientId) =>
    center.client.call(changePatient, { params: { patientId: id }, body });
  const failure = async (call: Promise<unknown>) => {
    const error: ApiError = await call.then(
      () => Promise.reject(new Error('Expected a rejection.')),
      (reason) => reason,
    );
    return {
      status: error.status,
      code: error.code,
      reason: error.issue,
      fields: error.fields.map((f) => f.field),
    };
  };
  const lookUp = (accessToken: string) => testApp.anonymous.call(lookup, { body: { accessToken } });
  const respondTo = (accessToken: string, response: 'grant' | 'deny' = 'grant', patientIds?: string[]) =>
    testApp.anonymous.call(respond, { body: { accessToken, response, ...(patientIds ? { patientIds } : {}) } });
  const sql = async (text: string, values: unknown[]) => (await testApp.superuser.query(text, values)).rows;
  const auditEvents = async (event: string) =>
    (await sql('SELECT details FROM audit_events WHERE event = $1 ORDER BY id DESC LIMIT 3', [event])).map(
      (row) => row.details,
    );
  const resendLink = async (to: string, body: { grantId?: string } = {}, id = patientId) => {
    const before = await testApp.outbox.countSms(to);
    await center.client.call(sendConsentLink, { params: { patientId: id }, body });
    return await testApp.outbox.nextSms(to, before);
  };

  it('returns the requests with answer, exam types and end, newest first', async () => {
    const second = await createDoctor(testApp, admin, `Second${createdCount}`);
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    await testApp.anonymous.call(respond, { body: { accessToken, response: 'grant', days: 90, examTypes: ['ct'] } });
    await requestAndRespond(testApp, second, phone, 'deny');
    const { patient, grants, linksLeftToday } = await sheet();
    expect(patient).toMatchObject({ patientId, phone, firstName: 'Μαρία' });
    expect(grants).toMatchObject([
      { status: 'denied', doctor: { lastName: doctorLastName(`Second${createdCount}`) }, examTypes: null },
      {
        status: 'granted',
        doctor: {
          lastName: doctorLastName(`Doctor${createdCount}`),
          licenseNumber: `ISA-Doctor${createdCount}`,
          specialization: 'Cardiology',
        },
        examTypes: ['ct'],
      },
    ]);
    const [, granted] = grants;
    expect(Math.round((Date.parse(granted?.expiresAt ?? '') - testApp.clock.now().getTime()) / dayMs)).toBe(90);
    expect(linksLeftToday).toBe(3);
    expect(await auditEvents('patient_shown')).toContainEqual({});
  });

  it('masks the AMKA, which only an audited call reveals', async () => {
    expect((await sheet()).patient.amka).toBeUndefined();
    expect(await center.client.call(revealAmka, { params: { patientId } })).toEqual({ amka: null });
    await change({ amka });
    expect((await sheet()).patient.amka).toBe('*******1238');
    expect(await center.client.call(revealAmka, { params: { patientId } })).toEqual({ amka });
    expect(await auditEvents('amka_revealed')).toMatchObject([{ onRecord: true }, { onRecord: false }]);
    const listed = await center.client.raw('GET', `${patients.path}?search=${amka}`);
    expect(await listed.text()).toMatch(new RegExp(`${patientId}(?!.*${amka})`));
  });

  it('changes the given fields, keeps absent and clears null ones, and updates the search', async () => {
    await change({ email: 'maria@example.gr', address: 'Ακτή 1', amka, language: 'en' });
    const changed = await change({ firstName: 'Μαριάννα', lastName: 'Ξενάκη', email: null, address: '' });
    expect(changed).toMatchObject({
      firstName: 'Μαριάννα',
      lastName: 'Ξενάκη',
      phone,
      address: 'Ακτή 1',
      language: 'en',
    });
    expect(changed.email).toBeUndefined();
    for (const search of ['xenaki', 'ΜΑΡΙΑΝΝΑ', amka, phone])
      expect((await center.client.call(patients, { query: { search } })).map((found) => found.patientId)).toContain(
        patientId,
      );
    expect(await center.client.call(patients, { query: { search: `papadopoulou ${patientId}` } })).toEqual([]);
    expect((await auditEvents('patient_changed'))[0]).toEqual({
      fields: ['firstName', 'lastName', 'email'],
      requestsEnded: 0,
    });
    await change({ amka: null, phone: null, language: null });
    expect((await sheet()).patient).not.toHaveProperty('amka');
    const foundByAmka = await center.client.call(patients, { query: { search: amka } });
    expect(foundByAmka.map((found) => found.patientId)).not.toContain(patientId);
  });

  it('keeps private fields encrypted after a change (T-AM1)', async () => {
    await change({ address: 'Οδός Κρυφή 7', amka });
    const [row] = await sql(
      'SELECT row_to_json(p)::text AS text, address_sealed FROM patients p WHERE patient_id = $1',
      [patientId],
    );
    expect(row?.text).not.toMatch(new RegExp(`Κρυφή|${amka}|${phone.slice(1)}`));
    expect(row?.address_sealed.includes('Κρυφή')).toBe(false);
  });

  it('rejects what registration rejects, with the same messages', async () => {
    const refused = async (body: object) => {
      const updated = await center.client.json('PATCH', `/api/medical-center/patients/${patientId}`, body);
      const { errors, message } = problem.parse(await updated.json());
      return [updated.status, errors?.[0]?.field, message];
    };
    expect(await refused({ firstName: ' ' })).toEqual([400, 'firstName', 'First name is required']);
    expect(await refused({ lastName: null })).toEqual([400, 'lastName', 'Last name is required']);
    expect(await refused({ dateOfBirth: '2999-01-01' })).toEqual([
      400,
      'dateOfBirth',
      'Date of birth must be in the past and not before 1900',
    ]);
    expect(await refused({ phone: '210 555 0100' })).toEqual([
      400,
      'phone',
      'Please enter a mobile number that can receive SMS',
    ]);
    expect(await refused({ email: 'maria' })).toEqual([400, 'email', 'Please enter a valid email address']);
    expect(await refused({ amka: '12345678901' })).toEqual([400, 'amka', 'Please enter a valid AMKA with 11 digits']);
    await uploadExam(center.client, patientId, tinyDicom({ patientName: '', seed: createdCount }), {
      examDate: '2020-01-15',
    });
    expect(await refused({ dateOfBirth: '2020-01-16' })).toMatchObject([
      400,
      'dateOfBirth',
      'This patient has an exam that is dated before this date of birth',
    ]);
  });

  it('requires a confirmation if AMKA and birth date differ after a change of either', async () => {
    await change({ amka });
    const question = { status: 400, fields: ['amkaConfirmed'] };
    expect(await failure(change({ dateOfBirth: '1950-05-18' }))).toMatchObject(question);
    await change({ dateOfBirth: '1950-05-18', amkaConfirmed: true });
    await change({ lastName: 'Ξενάκη' });
    expect((await sheet()).patient).toMatchObject({ dateOfBirth: '1950-05-18', lastName: 'Ξενάκη' });
  });

  it('changes once per Idempotency-Key, and writes no event if nothing changed', async () => {
    const count = async () =>
      (
        await sql(
          `SELECT 1 FROM audit_events WHERE event = 'patient_changed' AND details ->> 'fields' LIKE '%email%'`,
          [],
        )
      ).length;
    const before = await count();
    const input = { params: { patientId }, body: { email: 'once@example.gr' } };
    await center.client.call(changePatient, input, { idempotencyKey: `key-${createdCount}` });
    await change({ email: 'twice@example.gr' });
    const again = await center.client.call(changePatient, input, { idempotencyKey: `key-${createdCount}` });
    expect(again.email).toBe('twice@example.gr');
    await change({ email: 'twice@example.gr', phone: phone.slice(3) });
    expect(await count()).toBe(before + 2);
  });

  describe('PATCH of the phone', () => {
    it('expires pending requests: the old link is invalid, and the doctor sees the request as expired', async () => {
      const accessToken = await requestConsentLink(testApp, doctor, phone);
      await change({ phone: newPhone() });
      expect(await failure(respondTo(accessToken))).toMatchObject({ status: 404, code: 'link_invalid' });
      expect(await failure(lookUp(accessToken))).toMatchObject({ status: 404, code: 'link_invalid' });
      expect((await sheet()).grants).toMatchObject([{ status: 'expired', answeredAt: null }]);
      const [request] = await doctor.client.call(routes.doctor.requests, {});
      expect(request).toMatchObject({ step: 'consent', status: 'expired' });
      expect((await auditEvents('patient_changed'))[0]).toEqual({ fields: ['phone'], requestsEnded: 1 });
    });

    it('keeps an active grant, which the old link neither shows nor revokes', async () => {
      const accessToken = await requestConsentLink(testApp, doctor, phone);
      await respondTo(accessToken);
      await change({ phone: newPhone() });
      expect((await sheet()).grants).toMatchObject([{ status: 'granted' }]);
      expect(await doctor.client.call(routes.doctor.accessiblePatients, {})).toMatchObject([{ patientId }]);
      const revocation = testApp.anonymous.call(revoke, { body: { accessToken } });
      expect(await failure(revocation)).toMatchObject({ status: 404, code: 'link_invalid' });
      expect(await doctor.client.call(routes.doctor.accessiblePatients, {})).toMatchObject([{ patientId }]);
    });

    it('keeps the other patients of the old number on their link, for themselves only', async () => {
      const mother = await register(center, phone, 'Ελένη');
      const accessToken = await requestConsentLink(testApp, doctor, phone);
      await change({ phone: newPhone() });
      expect((await lookUp(accessToken)).records.map((record) => record.patientId)).toEqual([mother]);
      expect(await failure(respondTo(accessToken, 'grant', [patientId]))).toMatchObject({ fields: ['patientIds'] });
      const { records } = await respondTo(accessToken);
      expect(records.map((record) => record.patientId)).toEqual([mother]);
      expect((await doctor.client.call(routes.doctor.accessiblePatients, {})).map((found) => found.patientId)).toEqual([
        mother,
      ]);
    });

    it('expires nothing if the same number is only formatted differently', async () => {
      const accessToken = await requestConsentLink(testApp, doctor, phone);
      await change({ phone: phone.replace('+30', '0030 ') });
      expect((await respondTo(accessToken)).status).toBe('granted');
    });
  });

  describe('POST /api/medical-center/patients/{patientId}/consent-link', () => {
    it('sends a new link for the grant to the current number, and keeps the first link valid', async () => {
      const first = await requestConsentLink(testApp, doctor, phone);
      await respondTo(first);
      const { text } = await resendLink(phone);
      const fresh = tokenIn(text);
      expect(fresh).not.toBe(first);
      expect(text).toMatch(/βλέπει εξετάσεις σας.*\/consent#\S+$/);
      expect((await lookUp(fresh)).records).toMatchObject([{ patientId, status: 'granted' }]);
      expect((await lookUp(first)).status).toBe('granted');
      await testApp.anonymous.call(revoke, { body: { accessToken: fresh } });
      expect(await doctor.client.call(routes.doctor.accessiblePatients, {})).toEqual([]);
      expect((await lookUp(first)).status).toBe('revoked');
    });

    it('sends to the new number after a change, without other patients of the old number', async () => {
      const mother = await register(center, phone, 'Ελένη');
      const first = await requestConsentLink(testApp, doctor, phone);
      await respondTo(first, 'grant', [mother, patientId]);
      const moved = newPhone();
      await change({ phone: moved });
      const fresh = tokenIn((await resendLink(moved)).text);
      const { records, accessLog: log } = await lookUp(fresh);
      expect(records.map((record) => record.patientId)).toEqual([patientId]);
      expect(log).toEqual([]);
      expect((await respondTo(fresh)).records.map((record) => record.patientId)).toEqual([patientId]);
      expect(await failure(respondTo(fresh, 'deny'))).toMatchObject({ code: 'already_answered' });
      expect(
        await failure(testApp.anonymous.call(revoke, { body: { accessToken: fresh, patientIds: [mother] } })),
      ).toMatchObject({ fields: ['patientIds'] });
      await testApp.anonymous.call(revoke, { body: { accessToken: fresh } });
      expect((await doctor.client.call(routes.doctor.accessiblePatients, {})).map((found) => found.patientId)).toEqual([
        mother,
      ]);
      await change({ phone: newPhone() });
      expect(await failure(lookUp(fresh))).toMatchObject({ code: 'link_invalid' });
    });

    it("shows no grants of another center's patient with the same number", async () => {
      const theirs = await register(other, phone, 'Ελένη');
      await respondTo(await requestConsentLink(testApp, doctor, phone), 'grant', [theirs, patientId]);
      const fresh = tokenIn((await resendLink(phone)).text);
      expect((await lookUp(fresh)).records.map((record) => record.patientId)).toEqual([patientId]);
      await testApp.anonymous.call(revoke, { body: { accessToken: fresh } });
      expect((await doctor.client.call(routes.doctor.accessiblePatients, {})).map((found) => found.patientId)).toEqual([
        theirs,
      ]);
    });

    it('requires grantId if several grants are active', async () => {
      const second = await createDoctor(testApp, admin, `Second${createdCount}`);
      await requestAndRespond(testApp, doctor, phone, 'grant');
      await requestAndRespond(testApp, second, phone, 'grant');
      const withoutReason = center.client.call(sendConsentLink, { params: { patientId }, body: {} });
      expect(await failure(withoutReason)).toMatchObject({ status: 400, fields: ['grantId'] });
      const { grants } = await sheet();
      const named = grants.find((grant) => grant.doctor.lastName === doctorLastName(`Second${createdCount}`));
      const { text } = await resendLink(phone, { grantId: named?.id ?? '' });
      expect((await lookUp(tokenIn(text))).doctor.lastName).toBe(doctorLastName(`Second${createdCount}`));
    });

    it('sends three links in 24 hours, once per Idempotency-Key, and then none until the next day', async () => {
      await requestAndRespond(testApp, doctor, phone, 'grant');
      const input = { params: { patientId }, body: {} };
      const before = await testApp.outbox.countSms(phone);
      for (let time = 0; time < 3; time += 1)
        await center.client.call(sendConsentLink, input, { idempotencyKey: `link-${createdCount}` });
      expect((await sheet()).linksLeftToday).toBe(2);
      await Promise.all([1, 2, 3, 4].map(() => center.client.call(sendConsentLink, input).catch(() => null)));
      expect((await sheet()).linksLeftToday).toBe(0);
      const spent = await center.client.json('POST', `/api/medical-center/patients/${patientId}/consent-link`, {});
      expect([spent.status, problem.parse(await spent.json()).message]).toEqual([
        429,
        'Three links were already sent to this patient today. Try again tomorrow.',
      ]);
      await testApp.outbox.nextSms(phone, before + 2);
      expect(await testApp.outbox.countSms(phone)).toBe(before + 3);
      testApp.advanceClock(dayMs + 1);
      await center.client.signIn(routes.auth.centerLogin.path, {
        centerId: center.centerId,
        password: center.password,
      });
      await resendLink(phone);
    });

    it('rejects a patient without an active grant or without a phone number', async () => {
      const send = () => center.client.call(sendConsentLink, { params: { patientId }, body: {} });
      expect(await failure(send())).toMatchObject({
        code: 'invalid_state',
        reason: 'no_active_grant',
      });
      await requestAndRespond(testApp, doctor, phone, 'deny');
      expect(await failure(send())).toMatchObject({ code: 'invalid_state' });
      await change({ phone: null });
      expect(await failure(send())).toMatchObject({
        code: 'invalid_state',
        reason: 'no_phone',
      });
    });
  });

  it("logs each doctor's access, page by page, without background reads", async () => {
    await requestAndRespond(testApp, doctor, phone, 'grant');
    const id = await uploadExam(center.client, patientId, tinyDicom({ patientName: '', seed: createdCount }), {
      examType: 'mri',
    });
    const list = (options = {}) => doctor.client.call(routes.doctor.patientExams, { params: { patientId } }, options);
    await list();
    await list({ isBackground: true });
    await (await doctor.client.raw('GET', `/api/download/${id}`)).arrayBuffer();
    await (await center.client.raw('GET', `/api/download/${id}`)).arrayBuffer();
    await list();
    const input = { params: { patientId }, query: { limit: 2 } };
    const page = await center.client.page(accessLog, input);
    expect([page.rows, page.total]).toMatchObject([[{ what: 'list' }, { what: 'download', examType: 'mri' }], '3']);
    expect(page.rows[0]?.doctor.lastName).toBe(doctorLastName(`Doctor${createdCount}`));
    const next = await center.client.page(accessLog, { ...input, query: { limit: 2, cursor: page.nextCursor ?? '' } });
    expect([next.rows, next.nextCursor]).toMatchObject([[{ what: 'list', examType: null }], null]);
    for (const cursor of ['0', 'nothing', '999999999999999'])
      expect(await failure(center.client.page(accessLog, { ...input, query: { cursor } }))).toMatchObject({
        fields: ['cursor'],
      });
    expect(await auditEvents('access_log_shown')).toHaveLength(2);
  });
});
