import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOfPeriod } from '../../src/domain/billing/subscriptions/subscription-period.ts';
import { notificationChannel } from '../../src/domain/core/notify-clients.ts';
import { Client } from '../harness/client.ts';
import {
  createCenter,
  createDoctor,
  type DoctorFixture,
  requestAndRespond,
  requestConsentLink,
  signInAdmin,
  signupForm,
} from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

const path = routes.doctor.profile.path;
const phone = '+306900000001';

describe('doctor profile', () => {
  let testApp: TestApp;
  let admin: Client;
  let patientId: string;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone };
    patientId = (await createCenter(testApp, admin, plan)).patient.patientId;
  });
  afterAll(() => testApp.close());

  const change = (doctor: DoctorFixture, body: object) => doctor.client.json('PATCH', path, body);
  const shown = async (response: Response) => routes.doctor.profile.reply.parse(await response.json());
  const rejectionOf = async (response: Response) => {
    const { status, code, errors } = problem.parse(await response.json());
    return { status, code, ...(errors ? { errors } : {}) };
  };
  const pending = async (id: string) =>
    (await admin.call(routes.admin.pendingDoctors, {})).find((doctor) => doctor.id === id);
  const changes = async (id: string) =>
    (
      await testApp.superuser.query<{ details: unknown }>(
        `SELECT details FROM audit_events WHERE event = 'profile_changed' AND object_id = $1 ORDER BY id`,
        [id],
      )
    ).rows.map(({ details }) => details);

  it('shows plan, monthly fee, end of the subscription and next billing day', async () => {
    const doctor = await createDoctor(testApp, admin, 'shown');
    const { subscriptionStartDate: start } =
      (await admin.call(routes.admin.users, { query: { search: doctor.email } }))[0] ?? {};
    const end = endOfPeriod(start ?? '', 12);
    expect(await doctor.client.call(routes.doctor.profile, {})).toMatchObject({
      doctor: {
        lastName: 'Σταυρίδου shown',
        isVerified: true,
        subscriptionStatus: 'active',
        reviewSince: null,
        subscription: { plan: 'yearly', monthlyFee: 39.99, nextBilling: end },
      },
      user: { email: doctor.email, language: 'el', subscriptionEndDate: end },
    });
  });

  it('saves specialization, gender and language without review, and keeps absent fields', async () => {
    const doctor = await createDoctor(testApp, admin, 'plain');
    const response = await change(doctor, { specialization: ' Neurology ', gender: 'male', language: 'en' });
    expect((await shown(response)).doctor).toMatchObject({
      specialization: 'Neurology',
      gender: 'male',
      firstName: 'Ελένη',
      isVerified: true,
    });
    expect((await shown(await change(doctor, { gender: null }))).doctor.gender).toBeNull();
    expect((await shown(await change(doctor, { gender: '' }))).doctor.gender).toBeNull();
    expect(await changes(doctor.id)).toEqual([
      { changed: ['specialization', 'gender', 'language'], review: false },
      { changed: ['gender'], review: false },
    ]);
    expect(await pending(doctor.id)).toBeUndefined();
  });

  it('rejects a new name or license with review_required until it is confirmed', async () => {
    const doctor = await createDoctor(testApp, admin, 'asked');
    for (const body of [{ firstName: 'Άννα' }, { lastName: 'Νέα' }, { licenseNumber: 'ISA-other' }])
      expect(await rejectionOf(await change(doctor, body))).toEqual({ status: 409, code: 'review_required' });
    // the same name in decomposed Unicode counts as unchanged
    expect((await change(doctor, { firstName: 'Ελένη'.normalize('NFD') })).status).toBe(200);
    expect((await shown(await doctor.client.raw('GET', path))).doctor).toMatchObject({
      firstName: 'Ελένη',
      licenseNumber: 'ISA-asked',
      isVerified: true,
    });
    expect(await changes(doctor.id)).toEqual([]);
  });

  it('denies access during review, keeps grants and subscription, and shows administrators the change', async () => {
    const doctor = await createDoctor(testApp, admin, 'reviewed');
    const accessToken = await requestAndRespond(testApp, doctor, phone, 'grant');
    const doctorNameInConsent = async () =>
      (await testApp.anonymous.call(routes.patientAccess.lookup, { body: { accessToken } })).doctor;
    const exams = () => doctor.client.raw('GET', `/api/doctor/patient-exams/${patientId}`);
    expect((await exams()).status).toBe(200);
    const changed = await change(doctor, { lastName: 'Μακρή', licenseNumber: 'ISA 048213', reviewConfirmed: true });
    const { doctor: after } = await shown(changed);
    expect(after).toMatchObject({ lastName: 'Μακρή', isVerified: false, subscriptionStatus: 'active' });
    expect(after.reviewSince).not.toBeNull();
    expect(await rejectionOf(await exams())).toMatchObject({ status: 403, code: 'doctor_not_verified' });
    expect(await pending(doctor.id)).toMatchObject({
      lastName: 'Μακρή',
      licenseNumber: 'ISA 048213',
      review: {
        since: after.reviewSince,
        approved: { firstName: 'Ελένη', lastName: 'Σταυρίδου reviewed', licenseNumber: 'ISA-reviewed' },
      },
    });
    // patients see only the approved name and license
    expect(await doctorNameInConsent()).toMatchObject({
      lastName: 'Σταυρίδου reviewed',
      licenseNumber: 'ISA-reviewed',
      standing: 'review',
    });
    // a further change needs no confirmation, and the approved values stay unchanged
    await shown(await change(doctor, { lastName: 'Μακρή Νέα' }));
    expect((await pending(doctor.id))?.review?.approved.lastName).toBe('Σταυρίδου reviewed');
    await admin.call(routes.admin.approveDoctor, { params: { id: doctor.id } });
    expect((await exams()).status).toBe(200);
    expect(await doctorNameInConsent()).toMatchObject({
      lastName: 'Μακρή Νέα',
      licenseNumber: 'ISA 048213',
      standing: 'verified',
    });
    const again = await doctor.client.call(routes.doctor.profile, {});
    expect(again.doctor).toMatchObject({ isVerified: true, reviewSince: null, lastName: 'Μακρή Νέα' });
    expect(await changes(doctor.id)).toEqual([
      { changed: ['lastName', 'licenseNumber'], review: true },
      { changed: ['lastName'], review: false },
    ]);
    await shown(await change(doctor, { licenseNumber: 'ISA 999', reviewConfirmed: true }));
    await admin.call(routes.admin.rejectDoctor, { params: { id: doctor.id }, body: {} });
    expect(await doctorNameInConsent()).toMatchObject({ licenseNumber: 'ISA 048213', standing: 'unverified' });
  });

  it('needs no confirmation while the first application is pending', async () => {
    const doctor = await createDoctor(testApp, admin, 'unverified');
    expect((await shown(await change(doctor, { firstName: 'Άννα' }))).doctor.firstName).toBe('Άννα');
    expect(await pending(doctor.id)).toMatchObject({ firstName: 'Άννα' });
    expect((await pending(doctor.id))?.review).toBeUndefined();
  });

  it('closes the account if the change is rejected in review', async () => {
    const doctor = await createDoctor(testApp, admin, 'turned');
    await shown(await change(doctor, { lastName: 'Άλλη', reviewConfirmed: true }));
    await admin.call(routes.admin.rejectDoctor, { params: { id: doctor.id }, body: {} });
    expect((await doctor.client.raw('GET', path)).status).toBe(401);
    expect(await pending(doctor.id)).toBeUndefined();
  });

  it('cancels pending requests, sessions and tokens on rejection, so an earlier link grants nothing', async () => {
    const doctor = await createDoctor(testApp, admin, 'late');
    const accessToken = await requestConsentLink(testApp, doctor, phone);
    await doctor.client.call(routes.account.makeApiToken, { body: { name: 'PACS', days: 30 } });
    await shown(await change(doctor, { licenseNumber: 'ISA 777', reviewConfirmed: true }));
    await admin.call(routes.admin.rejectDoctor, { params: { id: doctor.id }, body: {} });
    const link = await testApp.anonymous.call(routes.patientAccess.lookup, { body: { accessToken } });
    expect(link).toMatchObject({ status: 'expired', doctor: { licenseNumber: 'ISA-late' } });
    const yes = { accessToken, response: 'grant' };
    const response = await testApp.anonymous.json('POST', routes.patientAccess.respond.path, yes);
    expect(await rejectionOf(response)).toEqual({ status: 409, code: 'invalid_state' });
    const { rows } = await testApp.superuser.query(
      `SELECT details FROM audit_events WHERE event = 'account_rejected' AND object_id = $1`,
      [doctor.id],
    );
    expect(rows).toEqual([{ details: { sessions: 1, tokens: 1, requests: 1 } }]);
    expect((await doctor.client.raw('GET', `/api/doctor/patient-exams/${patientId}`)).status).toBe(401);
    const login = { email: doctor.email, password: doctor.password };
    expect((await testApp.anonymous.json('POST', routes.auth.doctorLogin.path, login)).status).toBe(401);
  });

  it('is found by administrators under the new name in either alphabet, and not under the old name', async () => {
    const doctor = await createDoctor(testApp, admin, 'renamed');
    const found = async (search: string) =>
      (await admin.call(routes.admin.doctors, { query: { search } })).some(({ id }) => id === doctor.id);
    expect(await found('Σταυρίδου renamed')).toBe(true);
    await shown(await change(doctor, { lastName: 'Ξενάκη', reviewConfirmed: true }));
    expect([await found('xenaki'), await found('Ξενάκη'), await found('Σταυρίδου renamed')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('mails both addresses after a change of email, and only the new one can sign in', async () => {
    const doctor = await createDoctor(testApp, admin, 'moved');
    const email = 'moved.elsewhere@doctors.example.gr';
    expect((await shown(await change(doctor, { email: ` ${email.toUpperCase()} ` }))).user.email).toBe(email);
    const mails = async () => (await testApp.outbox.mail()).filter(({ subject }) => subject.startsWith('Το e-mail'));
    await waitUntil(async () => (await mails()).length === 2);
    expect((await mails()).map(({ to }) => to).sort()).toEqual([email, doctor.email].sort());
    for (const { text } of await mails()) for (const address of [email, doctor.email]) expect(text).toContain(address);
    const signIn = (name: string) =>
      testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email: name, password: doctor.password });
    expect([(await signIn(email)).status, (await signIn(doctor.email)).status]).toEqual([200, 401]);
    expect((await doctor.client.raw('GET', path)).status).toBe(200);
  });

  it('rejects an email or license number of another doctor', async () => {
    const doctor = await createDoctor(testApp, admin, 'copier');
    const other = signupForm('copied');
    await createDoctor(testApp, admin, 'copied');
    expect(await rejectionOf(await change(doctor, { email: other.email }))).toMatchObject({
      status: 409,
      code: 'conflict',
      errors: [{ field: 'email', message: 'This email is already registered' }],
    });
    const body = { licenseNumber: other.licenseNumber.toLowerCase(), reviewConfirmed: true };
    expect(await rejectionOf(await change(doctor, body))).toMatchObject({
      status: 409,
      code: 'conflict',
      errors: [{ field: 'licenseNumber', message: 'This license number is already registered' }],
    });
    expect((await shown(await doctor.client.raw('GET', path))).doctor.isVerified).toBe(true);
  });

  it('notifies the doctor and administrators of a change, but not of the same values', async () => {
    const doctor = await createDoctor(testApp, admin, 'heard');
    const listener = await testApp.app.context.db.connect();
    const received: unknown[] = [];
    // The doctor's billing account is announced too, by the job that opens it.
    listener.on('notification', ({ payload }) => {
      if (payload?.includes(doctor.id)) received.push(JSON.parse(payload));
    });
    await listener.query(`LISTEN ${notificationChannel}`);
    try {
      await change(doctor, { specialization: 'Cardiology' });
      await change(doctor, { specialization: 'Radiology' });
      await waitUntil(() => received.length > 0);
      expect(received).toEqual([{ kind: 'account', ids: [doctor.id], to: { doctors: [doctor.id], admins: true } }]);
    } finally {
      await listener.end();
    }
  });
});

describe('doctor email on https', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp({
      environment: { PUBLIC_URL: 'https://portal.example.gr', TRUSTED_PROXIES: '127.0.0.0/8' },
    });
  });
  afterAll(() => testApp.close());

  it('changes only with the password entered again', async () => {
    const form = {
      ...signupForm('stepped'),
      password: 'a long doctor password',
      confirmPassword: 'a long doctor password',
    };
    await testApp.anonymous.call(routes.auth.doctorSignup, { body: form });
    const { email: usual, password } = form;
    const client = await new Client(testApp.origin, testApp.config).signIn(routes.auth.doctorLogin.path, {
      email: usual,
      password,
    });
    const change = async (body: object) => {
      const response = await client.json('PATCH', path, body);
      return response.ok ? response.status : problem.parse(await response.json()).code;
    };
    const email = 'stepped.elsewhere@doctors.example.gr';
    expect(await change({ specialization: 'Other' })).toBe(200);
    expect(await change({ email: form.email })).toBe(200);
    expect(await change({ email })).toBe('step_up_required');
    expect(await change({ email, currentPassword: 'a wrong password' })).toBe('invalid_current_password');
    expect((await client.call(routes.doctor.profile, {})).user.email).toBe(form.email);
    expect(await change({ email, currentPassword: form.password })).toBe(200);
    expect((await client.call(routes.doctor.profile, {})).user.email).toBe(email);
  });
});
