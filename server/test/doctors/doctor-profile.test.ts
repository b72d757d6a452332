import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announcementChannel } from '../../src/domain/portal/announce.ts';
import { dayAfter, endOfPeriod } from '../../src/domain/subscriptions/effective.ts';
import {
  asked,
  askedAndAnswered,
  type DoctorCast,
  makeCenter,
  makeDoctor,
  signInAdmin,
  signupForm,
} from '../harness/cast.ts';
import { Client } from '../harness/client.ts';
import { eventually } from '../harness/leftovers.ts';
import { openWorld, type World } from '../harness/world.ts';

const path = routes.doctor.profile.path;
const phone = '+306900000001';

describe('a doctor’s profile', () => {
  let world: World;
  let admin: Client;
  let patientId: string;
  beforeAll(async () => {
    world = await openWorld();
    admin = await signInAdmin(world);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone };
    patientId = (await makeCenter(world, admin, plan)).patient.patientId;
  });
  afterAll(() => world.close());

  const change = (doctor: DoctorCast, body: object) => doctor.client.json('PATCH', path, body);
  const shown = async (response: Response) => routes.doctor.profile.reply.parse(await response.json());
  const refused = async (response: Response) => {
    const { status, code, errors } = problem.parse(await response.json());
    return { status, code, ...(errors ? { errors } : {}) };
  };
  const pending = async (id: string) =>
    (await admin.call(routes.admin.pendingDoctors, {})).find((doctor) => doctor.id === id);
  const changes = async (id: string) =>
    (
      await world.house.portal.db.pool.query<{ details: unknown }>(
        `SELECT details FROM audit_events WHERE event = 'profile_changed' AND object_id = $1 ORDER BY id`,
        [id],
      )
    ).rows.map(({ details }) => details);

  it('shows the real plan: what it costs a month, until when it runs, and when the next period is due', async () => {
    const doctor = await makeDoctor(world, admin, 'shown');
    const { subscriptionStartDate: start } =
      (await admin.call(routes.admin.users, { query: { search: doctor.email } }))[0] ?? {};
    const end = endOfPeriod(start ?? '', 12);
    expect(await doctor.client.call(routes.doctor.profile, {})).toMatchObject({
      doctor: {
        lastName: 'Σταυρίδου shown',
        isVerified: true,
        subscriptionStatus: 'active',
        reviewSince: null,
        subscription: { plan: 'yearly', monthlyFee: 39.99, nextBilling: dayAfter(end) },
      },
      user: { email: doctor.email, language: 'el', subscriptionEndDate: end },
    });
  });

  it('is saved at once where nobody has to look: specialization, gender, language; and what is left out stays', async () => {
    const doctor = await makeDoctor(world, admin, 'plain');
    const answer = await change(doctor, { specialization: ' Neurology ', gender: 'male', language: 'en' });
    expect((await shown(answer)).doctor).toMatchObject({
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

  it('asks once before a new name or licence puts a verified doctor back to review', async () => {
    const doctor = await makeDoctor(world, admin, 'asked');
    for (const body of [{ firstName: 'Άννα' }, { lastName: 'Νέα' }, { licenseNumber: 'ISA-other' }])
      expect(await refused(await change(doctor, body))).toEqual({ status: 409, code: 'review_required' });
    // the same name in another composition of its accents is the same name
    expect((await change(doctor, { firstName: 'Ελένη'.normalize('NFD') })).status).toBe(200);
    expect((await shown(await doctor.client.raw('GET', path))).doctor).toMatchObject({
      firstName: 'Ελένη',
      licenseNumber: 'ISA-asked',
      isVerified: true,
    });
    expect(await changes(doctor.id)).toEqual([]);
  });

  it('in review gives nothing, keeps grants and subscription, and tells the administrator what changed', async () => {
    const doctor = await makeDoctor(world, admin, 'reviewed');
    const accessToken = await askedAndAnswered(world, doctor, phone, 'grant');
    const asPatientsRead = async () =>
      (await world.anonymous.call(routes.patientAccess.lookup, { body: { accessToken } })).doctor;
    const exams = () => doctor.client.raw('GET', `/api/doctor/patient-exams/${patientId}`);
    expect((await exams()).status).toBe(200);
    const changed = await change(doctor, { lastName: 'Μακρή', licenseNumber: 'ISA 048213', reviewConfirmed: true });
    const { doctor: after } = await shown(changed);
    expect(after).toMatchObject({ lastName: 'Μακρή', isVerified: false, subscriptionStatus: 'active' });
    expect(after.reviewSince).not.toBeNull();
    expect(await refused(await exams())).toMatchObject({ status: 403, code: 'doctor_not_verified' });
    expect(await pending(doctor.id)).toMatchObject({
      lastName: 'Μακρή',
      licenseNumber: 'ISA 048213',
      review: {
        since: after.reviewSince,
        approved: { firstName: 'Ελένη', lastName: 'Σταυρίδου reviewed', licenseNumber: 'ISA-reviewed' },
      },
    });
    // what nobody has approved is not shown to the patient either
    expect(await asPatientsRead()).toMatchObject({
      lastName: 'Σταυρίδου reviewed',
      licenseNumber: 'ISA-reviewed',
      standing: 'review',
    });
    // a second thought needs no second question, and what was approved stays what it was
    await shown(await change(doctor, { lastName: 'Μακρή Νέα' }));
    expect((await pending(doctor.id))?.review?.approved.lastName).toBe('Σταυρίδου reviewed');
    await admin.call(routes.admin.approveDoctor, { params: { id: doctor.id } });
    expect((await exams()).status).toBe(200);
    expect(await asPatientsRead()).toMatchObject({
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
    expect(await asPatientsRead()).toMatchObject({ licenseNumber: 'ISA 048213', standing: 'unverified' });
  });

  it('needs no question while the first application waits', async () => {
    const doctor = await makeDoctor(world, admin, 'unverified');
    expect((await shown(await change(doctor, { firstName: 'Άννα' }))).doctor.firstName).toBe('Άννα');
    expect(await pending(doctor.id)).toMatchObject({ firstName: 'Άννα' });
    expect((await pending(doctor.id))?.review).toBeUndefined();
  });

  it('whose change is rejected in review is closed like a rejected application', async () => {
    const doctor = await makeDoctor(world, admin, 'turned');
    await shown(await change(doctor, { lastName: 'Άλλη', reviewConfirmed: true }));
    await admin.call(routes.admin.rejectDoctor, { params: { id: doctor.id }, body: {} });
    expect((await doctor.client.raw('GET', path)).status).toBe(401);
    expect(await pending(doctor.id)).toBeUndefined();
  });

  it('once rejected is granted nothing on a link that was sent before: what waited ends, as by a suspension', async () => {
    const doctor = await makeDoctor(world, admin, 'late');
    const accessToken = await asked(world, doctor, phone);
    await doctor.client.call(routes.account.makeApiToken, { body: { name: 'PACS', days: 30 } });
    await shown(await change(doctor, { licenseNumber: 'ISA 777', reviewConfirmed: true }));
    await admin.call(routes.admin.rejectDoctor, { params: { id: doctor.id }, body: {} });
    const link = await world.anonymous.call(routes.patientAccess.lookup, { body: { accessToken } });
    expect(link).toMatchObject({ status: 'expired', doctor: { licenseNumber: 'ISA-late' } });
    const yes = { accessToken, response: 'grant' };
    const answer = await world.anonymous.json('POST', routes.patientAccess.respond.path, yes);
    expect(await refused(answer)).toEqual({ status: 409, code: 'invalid_state' });
    const { rows } = await world.house.portal.db.pool.query(
      `SELECT details FROM audit_events WHERE event = 'account_rejected' AND object_id = $1`,
      [doctor.id],
    );
    expect(rows).toEqual([{ details: { sessions: 1, tokens: 1, requests: 1 } }]);
    expect((await doctor.client.raw('GET', `/api/doctor/patient-exams/${patientId}`)).status).toBe(401);
    const login = { email: doctor.email, password: doctor.password };
    expect((await world.anonymous.json('POST', routes.auth.doctorLogin.path, login)).status).toBe(401);
  });

  it('is found by the administrator under the new name, in either alphabet, and no more under the old', async () => {
    const doctor = await makeDoctor(world, admin, 'renamed');
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

  it('tells both addresses of a new e-mail, which signs in from then on', async () => {
    const doctor = await makeDoctor(world, admin, 'moved');
    const email = 'moved.elsewhere@doctors.example.gr';
    expect((await shown(await change(doctor, { email: ` ${email.toUpperCase()} ` }))).user.email).toBe(email);
    const mails = async () => (await world.outbox.mail()).filter(({ subject }) => subject.startsWith('Το e-mail'));
    await eventually(async () => (await mails()).length === 2);
    expect((await mails()).map(({ to }) => to).sort()).toEqual([email, doctor.email].sort());
    for (const { text } of await mails()) for (const address of [email, doctor.email]) expect(text).toContain(address);
    const signIn = (name: string) =>
      world.anonymous.json('POST', routes.auth.doctorLogin.path, { email: name, password: doctor.password });
    expect([(await signIn(email)).status, (await signIn(doctor.email)).status]).toEqual([200, 401]);
    expect((await doctor.client.raw('GET', path)).status).toBe(200);
  });

  it('cannot take an e-mail or a licence that is somebody’s', async () => {
    const doctor = await makeDoctor(world, admin, 'copier');
    const other = signupForm('copied');
    await makeDoctor(world, admin, 'copied');
    expect(await refused(await change(doctor, { email: other.email }))).toEqual({
      status: 409,
      code: 'conflict',
      errors: [{ field: 'email', message: 'This email is already registered' }],
    });
    const body = { licenseNumber: other.licenseNumber.toLowerCase(), reviewConfirmed: true };
    expect(await refused(await change(doctor, body))).toEqual({
      status: 409,
      code: 'conflict',
      errors: [{ field: 'licenseNumber', message: 'This license number is already registered' }],
    });
    expect((await shown(await doctor.client.raw('GET', path))).doctor.isVerified).toBe(true);
  });

  it('announces itself to the doctor and to administrators, and says nothing of it when nothing changed', async () => {
    const doctor = await makeDoctor(world, admin, 'heard');
    const listener = await world.house.portal.db.connect();
    const heard: unknown[] = [];
    listener.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '')));
    await listener.query(`LISTEN ${announcementChannel}`);
    try {
      await change(doctor, { specialization: 'Cardiology' });
      await change(doctor, { specialization: 'Radiology' });
      await eventually(() => heard.length > 0);
      expect(heard).toEqual([{ kind: 'account', ids: [doctor.id], to: { doctors: [doctor.id], admins: true } }]);
    } finally {
      await listener.end();
    }
  });
});

describe('a doctor’s e-mail on https', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({
      environment: { PUBLIC_URL: 'https://portal.example.gr', TRUSTED_PROXIES: '127.0.0.0/8' },
    });
  });
  afterAll(() => world.close());

  it('changes only with the password given once more', async () => {
    const form = {
      ...signupForm('stepped'),
      password: 'a long doctor password',
      confirmPassword: 'a long doctor password',
    };
    await world.anonymous.call(routes.auth.doctorSignup, { body: form });
    const { email: usual, password } = form;
    const client = await new Client(world.origin, world.config).signIn(routes.auth.doctorLogin.path, {
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
