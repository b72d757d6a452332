import { formatDay, routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { messages as faultTexts } from '@medcloud/text/en/faults';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { adminLogin, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { allRoutes } from '../matrix/rows.ts';
import { addPasskey, removeAdminFactor } from './admin-passkey.ts';
import { setUpAuthenticator } from './authenticator.ts';

const dayMs = 24 * 3_600_000;

describe('a second factor that is required', () => {
  let testApp: TestApp;

  beforeAll(async () => {
    testApp = await startTestApp({ environment: { REQUIRE_SECOND_FACTOR: 'admin,doctor' } });
  });
  afterAll(() => testApp.close());

  const answer = async (response: Response) => [response.status, problem.parse(await response.json()).code];
  const factorSetup = async (client: Client) => (await client.call(routes.auth.session, {})).user.factorSetup;
  const signIn = async ({ email, password }: Pick<DoctorFixture, 'email' | 'password'>) =>
    await new Client(testApp.origin, testApp.config).signIn(routes.auth.doctorLogin.path, { email, password });

  it('gives a doctor fourteen days from the first sign-in, and later sign-ins no more', async () => {
    const doctor = await createDoctor(testApp, await signInAdmin(testApp), 'graced');
    const due = formatDay(testApp.config.timeZone, new Date(testApp.clock.now().getTime() + 14 * dayMs));
    expect(await factorSetup(doctor.client)).toEqual({ dueOn: due, isDue: false });
    const { token } = await doctor.client.call(routes.account.makeApiToken, { body: { name: 'Script', days: 30 } });
    const searchByToken = () =>
      testApp.anonymous.raw('GET', '/dicom-web/studies', { headers: { authorization: `Bearer ${token}` } });
    testApp.advanceClock(13 * dayMs);
    expect((await searchByToken()).status).toBe(200);
    const later = await signIn(doctor);
    expect(await factorSetup(later)).toEqual({ dueOn: due, isDue: false });
    expect((await later.raw('GET', routes.doctor.dashboard.path)).status).toBe(200);
    testApp.advanceClock(dayMs);
    const late = await signIn(doctor);
    expect(await factorSetup(late)).toEqual({ dueOn: due, isDue: true });
    expect(await answer(await late.raw('GET', routes.doctor.dashboard.path))).toEqual([403, 'factor_setup_required']);
    expect(await answer(await searchByToken())).toEqual([403, 'factor_setup_required']);
    await addPasskey(late);
    expect((await searchByToken()).status).toBe(200);
    expect((await late.raw('GET', routes.doctor.dashboard.path)).status).toBe(200);
  });

  it('leaves an administrator without one only the routes that set it up', async () => {
    await removeAdminFactor(testApp);
    const client = new Client(testApp.origin, testApp.config);
    const reply = routes.auth.adminLogin.reply.parse(
      await (await testApp.anonymous.json('POST', routes.auth.adminLogin.path, adminLogin)).json(),
    );
    if ('mfaRequired' in reply) throw new Error('The administrator has no factor yet.');
    client.sessionId = reply.sessionId;
    expect(reply.user.factorSetup).toMatchObject({ isDue: true });

    const open = [];
    for (const route of allRoutes.filter(({ access }) => access !== 'anyone' && access !== 'holder')) {
      const response = await client.raw(route.method, route.path.replaceAll(/\{\w+\}/g, 'x'));
      const isRefused = response.status === 403 && (await response.text()).includes(faultTexts.factor_setup_required);
      if (!isRefused) open.push(`${route.method} ${route.path}`);
    }
    expect(open.toSorted()).toEqual([
      'GET /api/account/security',
      'GET /api/auth/session',
      'PATCH /api/account',
      'POST /api/account/passkeys',
      'POST /api/account/passkeys/options',
      'POST /api/account/recovery-codes',
      'POST /api/account/totp',
      'POST /api/account/totp/confirm',
      'POST /api/auth/change-password',
      'POST /api/auth/step-up',
      'POST /api/auth/step-up/options',
    ]);

    const { recoveryCodes } = await setUpAuthenticator(testApp, client);
    expect(recoveryCodes).toHaveLength(10);
    expect((await client.raw('GET', routes.admin.dashboard.path)).status).toBe(200);
    expect(await factorSetup(client)).toBeUndefined();
    expect(await answer(await client.json('DELETE', routes.account.removeTotp.path, {}))).toEqual([409, 'last_factor']);
    await addPasskey(client);
    expect((await client.json('DELETE', routes.account.removeTotp.path, {})).status).toBe(200);
    const [passkey] = (await client.call(routes.account.security, {})).passkeys;
    const path = routes.account.removePasskey.path.replace('{id}', String(passkey?.id));
    expect(await answer(await client.json('DELETE', path, {}))).toEqual([409, 'last_factor']);
    expect(await client.call(routes.account.security, {})).toMatchObject({
      required: true,
      passkeys: [{ name: 'Key' }],
    });
  });
});
