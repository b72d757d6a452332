import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { endOfPeriod } from '../../src/domain/billing/subscriptions/subscription-period.ts';
import { addDays } from '../../src/platform/time/days.ts';
import { Client } from '../harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  signInAdmin,
  signupForm,
} from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

const zone = 'Europe/Athens';

describe('account', () => {
  let testApp: TestApp;
  let admin: Client;
  let center: CenterFixture;
  let createdCount = 0;

  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await createCenter(testApp, admin, { ...plan, phone: '+306900000001' });
  });
  afterAll(() => testApp.close());

  const signup = (body: object) => testApp.anonymous.json('POST', routes.auth.doctorSignup.path, body);
  const newForm = () => {
    createdCount += 1;
    return signupForm(`Applicant${createdCount}`);
  };
  const apply = async (form = newForm()) => {
    expect((await signup(form)).status).toBe(201);
    const pending = await admin.call(routes.admin.pendingDoctors, {});
    const doctor = pending.find((each) => each.user.email === form.email.toLowerCase());
    if (!doctor) throw new Error('The application is not pending.');
    return { form, doctor };
  };
  const shownProblem = async (response: Response) => {
    const { status, code, errors } = problem.parse(await response.json());
    return { status, code, errors };
  };
  const act = (path: string, id: string, body: object = {}) => admin.json('POST', path.replace('{id}', id), body);
  const approve = (id: string) => act(routes.admin.approveDoctor.path, id);
  const reject = (id: string, reason?: string) => act(routes.admin.rejectDoctor.path, id, { reason });
  const login = (form: { email: string; password: string }) =>
    testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email: form.email, password: form.password });

  it('is not created if the form has an error', async () => {
    const form = newForm();
    for (const [change, field, message] of [
      [{ acceptedTerms: false }, 'acceptedTerms', 'Please accept the terms to continue'],
      [{ confirmPassword: 'another' }, 'confirmPassword', "Passwords don't match"],
      [{ password: '12345', confirmPassword: '12345' }, 'password', 'Password must be at least 6 characters'],
      [{ email: 'not an address' }, 'email', 'Please enter a valid email address'],
      [{ firstName: '  ' }, 'firstName', 'First name is required'],
    ] as const) {
      const refused = await shownProblem(await signup({ ...form, ...change }));
      expect(refused).toMatchObject({ status: 400, code: 'validation', errors: [{ field, message }] });
    }
    expect((await signup(form)).status).toBe(201);
  });

  it('stores no fields that the form does not have (T-MA1)', async () => {
    const intruder = { role: 'admin', isVerified: true, state: 'verified', id: 'x', subscriptionStatus: 'active' };
    const card = { cardholderName: 'E', last4: '4242', expiry: '12/30', brand: 'visa' };
    const form = newForm();
    const body = JSON.stringify({ ...form, ...intruder, billing: { ...card, number: '4242424242424242', cvv: '987' } });
    const sent = await testApp.anonymous.raw('POST', routes.auth.doctorSignup.path, {
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(sent.status).toBe(201);
    const { rows } = await testApp.superuser.query<{ row: string; state: string; role: string }>(
      `SELECT d::text || u::text || m::text AS row, d.state, u.role FROM doctors d JOIN users u ON u.id = d.user_id
       JOIN payment_methods m ON m.doctor_id = d.id WHERE u.email = $1`,
      [form.email],
    );
    expect(rows).toMatchObject([{ state: 'pending', role: 'doctor' }]);
    expect(rows[0]?.row).not.toMatch(/424242424|(?<![\w.-])987(?![\w.-])/);
    const polluted = await testApp.anonymous.raw('POST', routes.auth.doctorSignup.path, {
      headers: { 'content-type': 'application/json' },
      body: '{"__proto__":{"role":"admin"}}',
    });
    expect((await shownProblem(polluted)).code).toBe('malformed');
  });

  it('needs a unique email and license, ignoring case', async () => {
    const { form } = await apply();
    const other = newForm();
    const conflict = (field: string, message: string) => ({
      status: 409,
      code: 'conflict',
      errors: [{ field, message }],
    });
    expect(await shownProblem(await signup({ ...other, email: ` ${form.email.toUpperCase()} ` }))).toMatchObject(
      conflict('email', 'This email is already registered'),
    );
    expect(
      await shownProblem(await signup({ ...other, licenseNumber: form.licenseNumber.toLowerCase() })),
    ).toMatchObject(conflict('licenseNumber', 'This license number is already registered'));
    expect(await shownProblem(await signup({ ...other, email: center.email }))).toMatchObject(
      conflict('email', 'This email is already registered'),
    );
    expect((await signup(other)).status).toBe(201);
  });

  it('is created once from four parallel applications', async () => {
    const form = newForm();
    const responses = await Promise.all([1, 2, 3, 4].map(() => signup(form)));
    expect(responses.map((response) => response.status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('is approved once; approval again changes nothing, rejection then fails with invalid_state', async () => {
    const { form, doctor } = await apply();
    expect((await login(form)).status).toBe(200);
    const first = await approve(doctor.id);
    const today = formatDay(zone, testApp.clock.now());
    const subscription = () => userOf(form.email);
    expect(await subscription()).toMatchObject({
      subscriptionStartDate: today,
      subscriptionEndDate: endOfPeriod(today, 12),
      subscriptionStatus: 'active',
    });
    const shown = await first.json();
    expect(shown).toMatchObject({ doctor: { isVerified: true, subscriptionStatus: 'active' } });
    const again = await approve(doctor.id);
    expect([again.status, await again.json()]).toEqual([200, shown]);
    expect(await shownProblem(await reject(doctor.id))).toMatchObject({ status: 409, code: 'invalid_state' });
  });

  it('keeps the subscription that an administrator set before the approval', async () => {
    const { form, doctor } = await apply();
    const body = { userId: doctor.userId, startDate: '2026-11-01', endDate: '2029-10-31', status: 'active' } as const;
    await admin.call(routes.admin.updateSubscription, { body });
    const mails = (await testApp.outbox.mail()).length;
    expect((await approve(doctor.id)).status).toBe(200);
    expect(await userOf(form.email)).toMatchObject({
      subscriptionStartDate: body.startDate,
      subscriptionEndDate: body.endDate,
      subscriptionStatus: 'active',
    });
    await waitUntil(async () => (await testApp.outbox.mail()).length > mails);
    expect((await testApp.outbox.mail()).at(-1)?.text).toContain('έως 31 Οκτωβρίου 2029.');
  });

  const userOf = async (email: string) => {
    const [user] = await admin.call(routes.admin.users, { query: { search: email } });
    return user;
  };

  it('is approved by parallel requests with one mail and one audit event', async () => {
    const { form, doctor } = await apply();
    const responses = await Promise.all([1, 2, 3, 4, 5, 6].map(() => approve(doctor.id)));
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200, 200, 200]);
    const mails = async () => (await testApp.outbox.mail()).filter((mail) => mail.to === form.email).length;
    await waitUntil(async () => (await mails()) > 0);
    const { rows } = await testApp.superuser.query<{ count: number }>(
      `SELECT count(*) AS count FROM audit_events WHERE event = 'account_approved' AND object_id = $1`,
      [doctor.id],
    );
    expect([await mails(), rows[0]?.count]).toEqual([1, 1]);
  });

  it('is either approved or rejected if two administrators decide in parallel', async () => {
    const { doctor } = await apply();
    const responses = await Promise.all([approve(doctor.id), reject(doctor.id), approve(doctor.id), reject(doctor.id)]);
    expect(responses.map((response) => response.status).sort()).toEqual([200, 200, 409, 409]);
  });

  it('cannot sign in after rejection, keeps its record, and can apply again with the same data', async () => {
    const { form, doctor } = await apply();
    const { client } = await signedIn(form);
    expect((await reject(doctor.id, 'The license was not found.')).status).toBe(200);
    expect((await reject(doctor.id)).status).toBe(200);
    expect((await client.raw('GET', routes.auth.session.path)).status).toBe(401);
    expect((await login(form)).status).toBe(401);
    expect(await shownProblem(await approve(doctor.id))).toMatchObject({ status: 409, code: 'invalid_state' });
    const second = await apply(form);
    expect(second.doctor.id).not.toBe(doctor.id);
    expect((await approve(second.doctor.id)).status).toBe(200);
    expect((await login(form)).status).toBe(200);
    const { rows } = await testApp.superuser.query<{ state: string; reject_reason: string | null }>(
      'SELECT state, reject_reason FROM doctors WHERE id = $1',
      [doctor.id],
    );
    expect(rows).toEqual([{ state: 'rejected', reject_reason: 'The license was not found.' }]);
  });

  const signedIn = async (form: { email: string; password: string }) => ({
    client: await new Client(testApp.origin, testApp.config).signIn(routes.auth.doctorLogin.path, {
      email: form.email,
      password: form.password,
    }),
  });

  const renewDoctor = async (doctor: DoctorFixture, months: 1 | 3 | 6 | 12, idempotencyKey?: string) =>
    (
      await admin.call(
        routes.admin.renewDoctorSubscription,
        { body: { userId: doctor.userId, months } },
        idempotencyKey ? { idempotencyKey } : {},
      )
    ).user.subscriptionEndDate;
  const setEndDate = (endDate: string, doctor: DoctorFixture, startDate = '2025-01-01') =>
    admin.call(routes.admin.updateSubscription, {
      body: { userId: doctor.userId, startDate, endDate, status: 'active' },
    });

  it('is renewed from the later of today and its end, also in parallel, and once per idempotency key', async () => {
    const doctor = await createDoctor(testApp, admin, 'renewed');
    const today = formatDay(zone, testApp.clock.now());
    expect(await renewDoctor(doctor, 1)).toBe(endOfPeriod(today, 13));
    await Promise.all([renewDoctor(doctor, 3), renewDoctor(doctor, 3), renewDoctor(doctor, 3)]);
    expect((await userOf(doctor.email))?.subscriptionEndDate).toBe(endOfPeriod(today, 22));
    const keyedRenewals = await Promise.all([renewDoctor(doctor, 6, 'renew-1'), renewDoctor(doctor, 6, 'renew-1')]);
    expect(new Set(keyedRenewals).size).toBe(1);
    expect(await renewDoctor(doctor, 6, 'renew-1')).toBe(endOfPeriod(today, 28));
    await expect(renewDoctor(doctor, 12)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/36 months/),
    });
    await setEndDate('2025-12-31', doctor);
    expect((await userOf(doctor.email))?.subscriptionStatus).toBe('expired');
    expect(await renewDoctor(doctor, 1)).toBe(endOfPeriod(today, 1));
    const other = admin.call(
      routes.admin.renewDoctorSubscription,
      { body: { userId: doctor.userId, months: 12 } },
      { idempotencyKey: 'renew-1' },
    );
    await expect(other).rejects.toMatchObject({ status: 409, code: 'idempotency_mismatch' });
  });

  it('has no subscription to manage for an administrator and no renewal for a center', async () => {
    const users = await admin.call(routes.admin.users, {});
    const adminId = users.find((user) => user.role === 'admin')?.id;
    const centerUser = users.find((user) => user.centerId === center.centerId)?.id;
    const renew = (userId: unknown, months: unknown = 1) =>
      admin.json('POST', routes.admin.renewDoctorSubscription.path, { userId, months });
    const update = (userId: unknown, changes = {}) =>
      admin.json('POST', routes.admin.updateSubscription.path, {
        userId,
        startDate: '2026-01-01',
        endDate: '2026-12-31',
        status: 'active',
        ...changes,
      });
    for (const refused of [await renew(adminId), await renew(centerUser), await update(adminId)]) {
      expect(await shownProblem(refused)).toMatchObject({ status: 400, code: 'not_manageable' });
    }
    expect((await update(centerUser)).status).toBe(200);
    for (const id of ['01900000-0000-7000-8000-000000000000', 'nobody']) {
      expect([(await renew(id)).status, (await update(id)).status]).toEqual([404, 404]);
    }
    expect((await shownProblem(await renew(adminId, 2))).errors?.[0]?.message).toBe('Choose 1, 3, 6 or 12 months');
    expect((await shownProblem(await update(centerUser, { endDate: '2025-12-31' }))).errors).toMatchObject([
      { field: 'endDate', message: 'End date cannot be before the start date' },
    ]);
    expect((await shownProblem(await update(centerUser, { startDate: '2019-12-31' }))).code).toBe('validation');
    expect((await shownProblem(await update(centerUser, { endDate: '2099-12-31' }))).code).toBe('validation');
  });

  it('shows no password to the administrator', async () => {
    const users = await admin.call(routes.admin.users, {});
    expect(users.length).toBeGreaterThan(3);
    const raw = await (await admin.raw('GET', routes.admin.users.path)).text();
    expect(raw).not.toMatch(/password|argon2/i);
  });

  it('has its subscription until the end of the last day in the operator’s zone, across clock changes', async () => {
    const doctor = await createDoctor(testApp, admin, 'nightly');
    const year = testApp.clock.now().getUTCFullYear() + 1;
    // Athens is UTC+2 in winter and UTC+3 in summer; clocks change at 01:00 UTC on the last Sundays of March and October
    const [march, october] = [lastSunday(year, 2), lastSunday(year, 9)];
    testApp.clock.freeze(); // keeps the distance to the end of the day
    onTestFinished(() => testApp.clock.unfreeze());
    const lastInstants = [
      [addDays(march, -1), `${addDays(march, -1)}T22:00:00Z`],
      [march, `${march}T21:00:00Z`],
      [addDays(october, -1), `${addDays(october, -1)}T21:00:00Z`],
      [october, `${october}T22:00:00Z`],
    ] as const;
    for (const [endDay, midnight] of lastInstants) {
      for (const [offsetMs, isOpen] of [
        [-10_000, true],
        [1_000, false],
      ] as const) {
        testApp.advanceClock(Date.parse(midnight) + offsetMs - testApp.clock.now().getTime());
        admin = await signInAdmin(testApp);
        await setEndDate(endDay, doctor);
        const { client } = await signedIn(doctor);
        const status = (await client.raw('GET', routes.doctor.accessiblePatients.path)).status;
        expect([endDay, offsetMs, status]).toEqual([endDay, offsetMs, isOpen ? 200 : 403]);
      }
    }
  });
});

function lastSunday(year: number, month: number): string {
  const day = new Date(Date.UTC(year, month + 1, 0));
  day.setUTCDate(day.getUTCDate() - day.getUTCDay());
  return day.toISOString().slice(0, 10);
}
