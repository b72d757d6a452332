import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Client } from '../harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  examForm,
  requestAndRespond,
  requestConsentLink,
  signInAdmin,
} from '../harness/fixtures.ts';
import { codeIn } from '../harness/outbox.ts';
import { adminLogin, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

const { suspendDoctor, reinstateDoctor, disableUser, enableUser, revokeUserSessions } = routes.admin;
const phone = '+306900000041';

describe('suspended or disabled account', () => {
  let testApp: TestApp;
  let admin: Client;
  let center: CenterFixture;
  let doctor: DoctorFixture;

  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
    const patient = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone };
    center = await createCenter(testApp, admin, { name: 'Aegean Imaging', number: 1, ...patient });
    doctor = await createDoctor(testApp, admin, 'Suspended');
  });
  afterAll(() => testApp.close());

  const rows = async (statement: string, values: unknown[] = []) =>
    (await testApp.superuser.query<Record<string, unknown>>(statement, values)).rows;
  const act = (path: string, id: string, body: object = {}, by = admin) =>
    by.json('POST', path.replace('{id}', id), body);
  const fault = async (response: Response) => {
    const { status, code } = problem.parse(await response.json());
    return { status, code };
  };
  const events = async (event: string, id: string) =>
    (await rows('SELECT details FROM audit_events WHERE event = $1 AND object_id = $2 ORDER BY id', [event, id])).map(
      ({ details }) => details,
    );
  const mails = async (to: string, subject: RegExp) =>
    (await testApp.outbox.mail()).filter((mail) => mail.to === to && subject.test(mail.subject));
  const login = ({ email, password }: { email: string; password: string }) =>
    testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password });
  const centerLogin = ({ centerId, password }: { centerId: string; password: string }) =>
    testApp.anonymous.json('POST', routes.auth.centerLogin.path, { centerId, password });
  const exams = (client: Client) => client.raw('GET', `/api/doctor/patient-exams/${center.patient.patientId}`);
  const session = (client: Client) => client.raw('GET', routes.auth.session.path);
  const body = async (response: Response) => ({
    ...problem.parse(await response.json()),
    requestId: '',
    instance: '',
  });
  const createToken = async (client: Client) => {
    const created = await client.call(routes.account.makeApiToken, { body: { name: 'PACS', days: 30 } });
    return () =>
      testApp.anonymous.raw('GET', '/dicom-web/studies', { headers: { authorization: `Bearer ${created.token}` } });
  };
  /** Waits for a mail to the doctor that has a text. */
  const receiveMail = (text: string) =>
    waitUntil(async () =>
      (await testApp.outbox.mail()).some((mail) => mail.to === doctor.email && mail.text.includes(text)),
    );
  /** Opens an event stream and reports its end. Pauses the session check of 5 s: only a notification can end it. */
  const openEvents = async (client: Client) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldClearNativeTimers: true });
    onTestFinished(() => void vi.useRealTimers());
    const response = await client.raw('GET', routes.portal.events.path);
    const streamState = { ended: false };
    const read = async () => {
      for await (const _chunk of response.body ?? []);
      streamState.ended = true;
    };
    void read();
    return streamState;
  };

  it('ends sessions, streams, tokens, codes and requests of a doctor and denies access until reinstated', async () => {
    const accessToken = await requestAndRespond(testApp, doctor, phone, 'grant');
    expect((await exams(doctor.client)).status).toBe(200);
    const search = await createToken(doctor.client);
    expect((await search()).status).toBe(200);
    const other = '+306900000042';
    const registered = { firstName: 'Ν', lastName: 'Π', dateOfBirth: '1950-05-17', gender: 'Female' } as const;
    await center.client.call(routes.center.registerPatient, { body: { ...registered, phone: other } });
    const pending = await requestConsentLink(testApp, doctor, other);
    const third = '+306900000043';
    await center.client.call(routes.center.registerPatient, { body: { ...registered, phone: third } });
    const before = await testApp.outbox.countSms(third);
    await doctor.client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: third } });
    const code = codeIn((await testApp.outbox.nextSms(third, before)).text);
    const stream = await openEvents(doctor.client);

    const response = await act(suspendDoctor.path, doctor.id, { reason: 'Άδεια που έληξε' });
    expect(suspendDoctor.reply.parse(await response.json()).doctor).toMatchObject({
      status: 'suspended',
      isVerified: false,
      disabled: { reason: 'Άδεια που έληξε' },
    });
    await waitUntil(() => stream.ended);
    expect([(await exams(doctor.client)).status, (await session(doctor.client)).status]).toEqual([401, 401]);
    expect((await search()).status).toBe(401);
    const unknown = await login({ email: 'nobody@example.gr', password: doctor.password });
    const refused = await login(doctor);
    expect(refused.status).toBe(401);
    expect(await body(refused)).toEqual(await body(unknown));
    const codes = 'SELECT 1 FROM otp_verifications WHERE doctor_id = $1 AND code_mac IS NOT NULL';
    expect(await rows(codes, [doctor.id])).toEqual([]);
    const link = await testApp.anonymous.call(routes.patientAccess.lookup, { body: { accessToken: pending } });
    expect(link).toMatchObject({ status: 'expired', doctor: { standing: 'unverified' } });
    const late = { accessToken: pending, response: 'grant' as const };
    expect((await testApp.anonymous.json('POST', routes.patientAccess.respond.path, late)).status).toBe(409);
    expect(await events('account_suspended', doctor.id)).toEqual([{ sessions: 1, tokens: 1, requests: 1 }]);
    await receiveMail('Λόγος: Άδεια που έληξε');

    const back = await act(reinstateDoctor.path, doctor.id);
    const { doctor: shown } = reinstateDoctor.reply.parse(await back.json());
    expect([shown.status, shown.disabled]).toEqual(['verified', undefined]);
    expect((await session(doctor.client)).status, 'sessions stay ended').toBe(401);
    await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
    expect((await exams(doctor.client)).status).toBe(200);
    expect((await search()).status, 'no token').toBe(401);
    const codeBody = { patientPhone: third, otpCode: code };
    expect((await doctor.client.json('POST', routes.doctor.verifyOtp.path, codeBody)).status, 'no code').toBe(400);
    expect(await events('account_reinstated', doctor.id)).toHaveLength(1);
    await receiveMail('Η αναστολή του λογαριασμού σας στο MedCloud ήρθη');
    await testApp.anonymous.call(routes.patientAccess.revoke, { body: { accessToken } });
  });

  it('can only be set for a verified doctor, and lifted only for a suspended one', async () => {
    const waiting = await createDoctor(testApp, admin, 'unverified');
    const both = [suspendDoctor.path, reinstateDoctor.path];
    for (const path of both)
      expect(await fault(await act(path, waiting.id))).toEqual({ status: 409, code: 'invalid_state' });
    expect((await act(reinstateDoctor.path, doctor.id)).status).toBe(200);
    expect(await events('account_reinstated', doctor.id), 'again: no effect').toHaveLength(1);
    expect((await act(suspendDoctor.path, doctor.id)).status).toBe(200);
    expect(await fault(await act(routes.admin.approveDoctor.path, doctor.id))).toMatchObject({ code: 'invalid_state' });
    expect(await fault(await act(routes.admin.rejectDoctor.path, doctor.id))).toMatchObject({ code: 'invalid_state' });
    const form = { ...waiting, licenseNumber: 'ISA-Suspended' };
    const licenseRows = await rows('SELECT 1 FROM doctors WHERE license_number = $1', [form.licenseNumber]);
    expect(licenseRows).toHaveLength(1);
    expect((await act(reinstateDoctor.path, doctor.id)).status).toBe(200);
  });

  it('suspends a doctor once for four parallel requests while the doctor is active', async () => {
    await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
    await rows(`UPDATE otp_verifications SET created_at = created_at - interval '8 days'`);
    const count = (await events('account_suspended', doctor.id)).length;
    const ask = doctor.client.json('POST', routes.doctor.requestPatientAccess.path, { patientPhone: phone });
    const [, , ...responses] = await Promise.all([
      ask.then((response) => response.text()),
      login(doctor).then((response) => response.text()),
      ...[1, 2, 3, 4].map(() => act(suspendDoctor.path, doctor.id)),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await events('account_suspended', doctor.id)).toHaveLength(count + 1);
    const activeSessions = `SELECT 1 FROM sessions WHERE user_id = $1 AND revoked_at IS NULL`;
    expect(await rows(activeSessions, [doctor.userId])).toEqual([]);
    const codes = 'SELECT 1 FROM otp_verifications WHERE doctor_id = $1 AND code_mac IS NOT NULL';
    expect(await rows(codes, [doctor.id])).toEqual([]);
  });

  it('creates no API token while a suspension is waiting for the lock', async () => {
    await act(reinstateDoctor.path, doctor.id);
    await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
    const lockHolder = await testApp.superuser.connect();
    const listWaiting = () =>
      rows(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    const responses: Promise<Response>[] = [];
    try {
      await lockHolder.query('BEGIN');
      await lockHolder.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [doctor.userId]);
      responses.push(act(suspendDoctor.path, doctor.id));
      await waitUntil(async () => (await listWaiting()).length > 0);
      responses.push(doctor.client.json('POST', routes.account.makeApiToken.path, { name: 'PACS', days: 30 }));
      await waitUntil(async () => (await listWaiting()).length > 1);
    } finally {
      await lockHolder.query('COMMIT');
      lockHolder.release();
    }
    const [suspended, created] = await Promise.all(responses);
    expect([suspended?.status, created?.status]).toEqual([200, 401]);
    expect(await rows('SELECT 1 FROM api_tokens WHERE user_id = $1 AND revoked_at IS NULL', [doctor.userId])).toEqual(
      [],
    );
  });

  it('rejects sign-in, upload and password reset of a center, and enabling allows sign-in again', async () => {
    const { id, userId } = await centerOf(center.centerId);
    const search = await createToken(center.client);
    const response = await act(disableUser.path, userId, { reason: 'Contract ended' });
    expect(disableUser.reply.parse(await response.json()).user.disabled?.reason).toBe('Contract ended');
    expect((await act(disableUser.path, userId, { reason: 'Again' })).status).toBe(200);
    expect(await events('account_disabled', userId)).toEqual([{ sessions: expect.any(Number), tokens: 1 }]);
    const upload = await center.client.raw('POST', routes.center.uploadExam.path, {
      body: examForm(center.patient.patientId, center.file),
    });
    expect([upload.status, (await search()).status, (await centerLogin(center)).status]).toEqual([401, 401, 401]);
    const { medicalCenter } = await admin.call(routes.admin.medicalCenter, { params: { id } });
    expect(medicalCenter.disabled).toMatchObject({ reason: 'Contract ended' });
    expect((await centerOf(center.centerId)).disabled).toEqual(medicalCenter.disabled);
    await testApp.anonymous.call(routes.auth.forgotPassword, { body: { email: center.email } });
    expect(await rows('SELECT 1 FROM password_resets WHERE user_id = $1', [userId])).toEqual([]);
    expect(await mails(center.email, /disabled/)).toHaveLength(1);

    const enabled = await act(enableUser.path, userId);
    expect(enableUser.reply.parse(await enabled.json()).user.disabled).toBeUndefined();
    expect((await act(enableUser.path, userId)).status).toBe(200);
    expect(await events('account_enabled', userId)).toHaveLength(1);
    expect((await centerLogin(center)).status).toBe(200);
    expect((await search()).status, 'its tokens stay revoked').toBe(401);
  });

  it('rejects a password reset link that was mailed before', async () => {
    const { userId } = await centerOf(center.centerId);
    await testApp.anonymous.call(routes.auth.forgotPassword, { body: { email: center.email } });
    await waitUntil(async () => (await mails(center.email, /Reset your/)).length === 1);
    const [mail] = await mails(center.email, /Reset your/);
    const token = /reset-password#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await act(disableUser.path, userId)).status).toBe(200);
    const reset = { token, password: 'a password set too late' };
    const refused = await testApp.anonymous.json('POST', routes.auth.resetPassword.path, reset);
    expect(await fault(refused)).toEqual({ status: 400, code: 'invalid_or_expired' });
    expect((await act(enableUser.path, userId)).status).toBe(200);
  });

  it('rejects one’s own account, doctors by the user route, and the last administrator, also in parallel', async () => {
    const [own] = await rows(`SELECT id FROM users WHERE role = 'admin'`);
    const first = String(own?.id);
    expect(await fault(await act(disableUser.path, first))).toEqual({ status: 400, code: 'own_account' });
    for (const path of [disableUser.path, enableUser.path])
      expect(await fault(await act(path, doctor.userId))).toEqual({ status: 400, code: 'doctor_account' });
    await rows(
      `INSERT INTO users (id, email, password_hash, role)
       SELECT gen_random_uuid(), 'second@example.gr', password_hash, role FROM users WHERE id = $1`,
      [first],
    );
    const signedIn = () => new Client(testApp.origin, testApp.config);
    const credentials = { ...adminLogin, email: 'second@example.gr' };
    const other = await signedIn().signIn(routes.auth.adminLogin.path, credentials);
    const [second] = await rows(`SELECT id FROM users WHERE email = 'second@example.gr'`);
    const responses = await Promise.all([
      act(disableUser.path, String(second?.id)),
      act(disableUser.path, first, {}, other),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await rows(`SELECT id FROM users WHERE role = 'admin' AND disabled_at IS NULL`);
    expect(left).toHaveLength(1);
    await rows(`UPDATE users SET disabled_at = NULL, disabled_by = NULL WHERE id = $1`, [first]);
    await admin.signIn(routes.auth.adminLogin.path, adminLogin);
  });

  it("has all sessions ended by an administrator, except the administrator's current session", async () => {
    const { userId } = await centerOf(center.centerId);
    const signIn = () =>
      new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, {
        centerId: center.centerId,
        password: center.password,
      });
    const [one, two] = [await signIn(), await signIn()];
    const stream = await openEvents(two);
    const search = await createToken(one);
    const ended = await act(revokeUserSessions.path, userId);
    expect(revokeUserSessions.reply.parse(await ended.json()).ended).toBeGreaterThanOrEqual(2);
    expect([(await session(one)).status, (await session(two)).status]).toEqual([401, 401]);
    await waitUntil(() => stream.ended);
    expect((await search()).status, 'tokens stay').toBe(200);
    expect((await centerLogin(center)).status, 'the account stays enabled').toBe(200);
    expect(await events('session_ended', userId)).toEqual([{ sessions: expect.any(Number) }]);
    const [own] = await rows(`SELECT id FROM users WHERE role = 'admin' AND email <> 'second@example.gr'`);
    const another = await signInAdmin(testApp);
    expect((await act(revokeUserSessions.path, String(own?.id))).status).toBe(200);
    expect([(await session(admin)).status, (await session(another)).status]).toEqual([200, 401]);
  });

  const centerOf = async (centerId: string) => {
    const centers = await admin.call(routes.admin.medicalCenters, {});
    const found = centers.find((each) => each.centerId === centerId);
    if (!found) throw new Error('Center not found.');
    return found;
  };
});
