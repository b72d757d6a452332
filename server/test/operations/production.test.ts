import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { messages as validation } from '@medcloud/text/en/validation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepUpAsAdmin } from '../factors/admin-passkey.ts';
import { Client } from '../harness/client.ts';
import { createCenter, signInAdmin, signupForm } from '../harness/fixtures.ts';
import { adminLogin, startTestApp, type TestApp } from '../harness/start-test-app.ts';

const dayMs = 86_400_000;
/** Derived from the name of the center Karpenisi Imaging. */
const passwordFromName = 'Karpenisi & karpenisi 2026!';

/** The strict rules for an https PUBLIC_URL (product, "Sessions"). */
describe('app on https', () => {
  let testApp: TestApp;
  let admin: Client;
  let createdCount = 10;

  beforeAll(async () => {
    testApp = await startTestApp({
      environment: { PUBLIC_URL: 'https://portal.example.gr', TRUSTED_PROXIES: '127.0.0.0/8' },
    });
    admin = await signInAdmin(testApp);
  });
  afterAll(() => testApp.close());

  const codeOf = async (response: Response) => problem.parse(await response.json()).code;
  const newCenter = async () => {
    createdCount += 1;
    const login = { centerId: `MCPROD${createdCount}`, password: 'a first secret to change' };
    await admin.call(routes.admin.createMedicalCenter, {
      body: {
        ...login,
        name: 'Karpenisi Imaging',
        email: `prod${createdCount}@example.gr`,
        address: 'Ακτή Μιαούλη 1',
        phone: '2105550100',
      },
    });
    return login;
  };
  const signIn = (login: { centerId: string; password: string }) =>
    new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, login);

  it('sets the session in a __Host- cookie and sends HSTS (T-H1)', async () => {
    const response = await testApp.anonymous.json('POST', routes.auth.centerLogin.path, await newCenter());
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-mc_session=mcc1_[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(response.headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
  });

  it('rejects a request that reached the trusted proxy by plain HTTP, without redirect (T-TLS1)', async () => {
    const requestOptions = (proto: string) => ({
      headers: { 'x-forwarded-proto': proto },
      redirect: 'manual' as const,
    });
    for (const path of [routes.portal.publicSettings.path, '/api/unknown', '/dicom-web/studies']) {
      const plain = await testApp.anonymous.raw('GET', path, requestOptions('http'));
      expect([path, plain.status, await codeOf(plain)]).toEqual([path, 403, 'https_required']);
    }
    const login = { ...(await newCenter()) };
    const plain = await testApp.anonymous.raw('POST', routes.auth.centerLogin.path, {
      headers: { ...requestOptions('http').headers, 'content-type': 'application/json' },
      body: JSON.stringify(login),
    });
    expect([plain.status, plain.headers.getSetCookie()]).toEqual([403, []]);
    const secure = await testApp.anonymous.raw('GET', routes.portal.publicSettings.path, requestOptions('https'));
    expect(secure.status).toBe(200);
  });

  it('allows only a password change with an initial password (T-CC1)', async () => {
    const client = await signIn(await newCenter());
    const session = await client.call(routes.auth.session, {});
    expect(session.user.mustChangePassword).toBe(true);
    for (const [method, path] of [
      ['GET', routes.center.patients.path],
      ['POST', routes.center.registerPatient.path],
      ['POST', routes.center.uploadExam.path],
      ['GET', routes.portal.events.path],
    ] as const) {
      const response = await client.raw(method, path);
      expect([path, response.status, await codeOf(response)]).toEqual([path, 403, 'password_change_required']);
    }
    const change = (newPassword: string) =>
      client.json('POST', routes.auth.changePassword.path, {
        currentPassword: 'a first secret to change',
        newPassword,
      });
    const short = await change('fourteen chars');
    expect([short.status, problem.parse(await short.json()).message]).toEqual([
      400,
      'Password must be at least 15 characters',
    ]);
    for (const guessed of ['medcloud medcloud 2026', passwordFromName]) {
      const commonPasswordResponse = await change(guessed);
      expect([commonPasswordResponse.status, problem.parse(await commonPasswordResponse.json()).message]).toEqual([
        400,
        validation.password_common,
      ]);
    }
    const changed = await change('fifteen chars !');
    client.sessionId = routes.auth.changePassword.reply.parse(await changed.json()).sessionId;
    expect(await client.call(routes.center.patients, {})).toEqual([]);
  });

  it('rejects a password of the center’s own name in a password reset (T-PW1)', async () => {
    await newCenter();
    const email = `prod${createdCount}@example.gr`;
    await testApp.anonymous.call(routes.auth.forgotPassword, { body: { email } });
    const token = /#(\S+)/.exec((await testApp.outbox.nextMail(email, 0)).text)?.[1];
    const set = await testApp.anonymous.json('POST', routes.auth.resetPassword.path, {
      token,
      password: passwordFromName,
    });
    expect([set.status, problem.parse(await set.json()).message]).toEqual([400, validation.password_common]);
  });

  it('expires an initial password after seven days (T-CC1)', async () => {
    const [used, unused] = [await newCenter(), await newCenter()];
    testApp.advanceClock(7 * dayMs - 60_000);
    await signIn(used);
    testApp.advanceClock(61_000);
    for (const login of [used, unused]) {
      const late = await testApp.anonymous.json('POST', routes.auth.centerLogin.path, login);
      expect([late.status, await codeOf(late)]).toEqual([401, 'invalid_credentials']);
    }
    admin = await signInAdmin(testApp);
  });

  it("requires fifteen characters for a doctor's password (T-PW1)", async () => {
    const form = signupForm('short');
    const send = (password: string) =>
      testApp.anonymous.json('POST', routes.auth.doctorSignup.path, { ...form, password, confirmPassword: password });
    const refused = await send('fourteen chars');
    expect(problem.parse(await refused.json()).errors).toMatchObject([
      { field: 'password', message: 'Password must be at least 15 characters' },
    ]);
    const commonPasswordResponse = await send(`${form.lastName} ${form.lastName} ${form.licenseNumber}`);
    expect(problem.parse(await commonPasswordResponse.json()).errors?.[0]?.field).toBe('password');
    expect((await send('fifteen chars !')).status).toBe(201);
  });

  it('accepts a password of 128 characters, compares all of them, and rejects 129 (T-PW1)', async () => {
    const login = await newCenter();
    const client = await signIn(login);
    const words = 'Το καράβι φεύγει στις οκτώ και γυρίζει το βράδυ. ';
    const newPassword = words.repeat(3).slice(0, 127).concat('1');
    const change = (to: string) =>
      client.json('POST', routes.auth.changePassword.path, { currentPassword: login.password, newPassword: to });
    const long = await change(`${newPassword}2`);
    expect([long.status, problem.parse(await long.json()).message]).toEqual([400, validation.password_long]);
    expect((await change(newPassword)).status).toBe(200);
    const signInWith = async (password: string) =>
      (await testApp.anonymous.json('POST', routes.auth.centerLogin.path, { ...login, password })).status;
    expect(newPassword).toHaveLength(128);
    expect([
      await signInWith(`${newPassword.slice(0, -1)}2`),
      await signInWith(newPassword.slice(0, -1)),
      await signInWith(newPassword),
    ]).toEqual([401, 401, 200]);
  });

  it("requires the administrator's passkey again for sensitive routes ten minutes after sign-in", async () => {
    const client = await signInAdmin(testApp);
    const stepUpRoutes = Object.values(routes.admin).filter((route) => 'stepUp' in route);
    const paths = stepUpRoutes.map(({ method, path }) => `${method} ${path}`).toSorted();
    expect(paths).toEqual([
      'PATCH /api/admin/medical-centers/{id}',
      'POST /api/admin/alarms/{id}/release',
      'POST /api/admin/alarms/{id}/seen',
      'POST /api/admin/alarms/{id}/usual',
      'POST /api/admin/approve-doctor/{id}',
      'POST /api/admin/create-medical-center',
      'POST /api/admin/doctors/{id}/reinstate',
      'POST /api/admin/doctors/{id}/suspend',
      'POST /api/admin/grants/{id}/revoke',
      'POST /api/admin/reject-doctor/{id}',
      'POST /api/admin/renew-doctor-subscription',
      'POST /api/admin/update-subscription',
      'POST /api/admin/users/{id}/disable',
      'POST /api/admin/users/{id}/enable',
      'POST /api/admin/users/{id}/revoke-sessions',
    ]);
    const codes = () =>
      Promise.all(
        stepUpRoutes.map(async ({ method, path }) => {
          const response = await client.json(method, path.replace('{id}', randomUUID()), {});
          return await codeOf(response);
        }),
      );
    expect(await codes()).not.toContain('step_up_required');
    testApp.advanceClock(10 * 60_000 + 1_000);
    expect(new Set(await codes())).toEqual(new Set(['step_up_required']));
    expect((await client.raw('GET', routes.admin.users.path)).status).toBe(200);
    const byPassword = await client.json('POST', routes.auth.stepUp.path, { password: adminLogin.password });
    expect([byPassword.status, await codeOf(byPassword)]).toEqual([400, 'validation']);
    const wrong = await stepUpAsAdmin(client, { hasWrongSignature: true });
    expect([wrong.status, await codeOf(wrong)]).toEqual([401, 'invalid_factor']);
    expect(new Set(await codes())).toEqual(new Set(['step_up_required']));
    const right = await stepUpAsAdmin(client);
    const old = client.copy();
    client.sessionId = routes.auth.stepUp.reply.parse(await right.json()).sessionId;
    expect(right.headers.getSetCookie()[0]).toMatch(/^__Host-mc_session=mcc1_[\w-]{43}; /);
    expect((await old.raw('GET', routes.auth.session.path)).status).toBe(401);
    expect(await codes()).not.toContain('step_up_required');
    const { rows } = await testApp.superuser.query(
      `SELECT count(*)::int AS count FROM audit_events WHERE event = 'stepped_up'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
    admin = await signInAdmin(testApp);
  });

  it('accepts a cookie request only from the origin of the public URL', async () => {
    const plan = { name: 'Ionian', number: 7, firstName: 'Μαρία', lastName: 'Νίκου', phone: '+306900000007' };
    const { client } = await createCenter(testApp, admin, plan);
    const body = { firstName: 'A', lastName: 'B', dateOfBirth: '1980-01-01', gender: 'Other' };
    const from = async (origin: string) => {
      const headers = { origin };
      return (await client.json('POST', routes.center.registerPatient.path, body, { transport: 'cookie', headers }))
        .status;
    };
    expect(await from('https://portal.example.gr')).toBe(201);
    expect(await from(testApp.origin)).toBe(403);
    expect(await from('https://evil.example')).toBe(403);
  });

  it('limits sign-ups to five an hour per client address behind the trusted proxy', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const form = { ...signupForm(`Counted${count}`), terms: true };
      const headers = { 'x-forwarded-for': `203.0.113.${count}` };
      statuses.push((await testApp.anonymous.json('POST', routes.auth.doctorSignup.path, form, { headers })).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    const elsewhere = await testApp.anonymous.json('POST', routes.auth.doctorSignup.path, signupForm('Elsewhere'), {
      headers: { 'x-forwarded-for': '198.51.100.7' },
    });
    expect(elsewhere.status).toBe(201);
  });

  it('limits sign-ins to thirty in five minutes per client address over all accounts', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 31 }, async (_, index) => {
        const headers = { 'x-forwarded-for': '192.0.2.9' };
        const body = { email: `nobody${index}@example.gr`, password: 'x' };
        return (await testApp.anonymous.json('POST', routes.auth.doctorLogin.path, body, { headers })).status;
      }),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});
