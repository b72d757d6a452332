import { formatDay, routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpAuthenticator } from '../factors/authenticator.ts';
import { Client } from '../harness/client.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { joinMember, memberPassword } from './members/join-member.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const path = routes.centerSettings.settings.path;

describe('the settings of a center', () => {
  let testApp: TestAppWithFixtures;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
  });
  afterAll(() => testApp.close());

  const fault = async (response: Response) => [response.status, problem.parse(await response.json()).code];
  const dashboard = (client: Client) => client.raw('GET', routes.center.dashboard.path);
  const signIn = async (centerId: string, password = memberPassword) =>
    await new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, { centerId, password });
  const signInOwn = (center: 'centerA' | 'centerB') =>
    signIn(testApp.fixtures[center].centerId, testApp.fixtures[center].password);
  const setup = async (client: Client) => (await client.call(routes.auth.session, {})).user.factorSetup;
  const dayAfter = (days: number) =>
    formatDay(testApp.config.timeZone, new Date(testApp.clock.now().getTime() + days * dayMs));
  const pass = async (days: number) => {
    await waitForJobs(testApp);
    testApp.advanceClock(days * dayMs);
  };
  const removeApp = (client: Client) => client.json('DELETE', routes.account.removeTotp.path, {});

  it('require a second factor of the members and the own account, each with the days of grace, until they no longer do', async () => {
    const { centerA } = testApp.fixtures;
    const owner = centerA.client;
    const { signInName, member } = await joinMember(testApp, centerA, ['technician'], 'ready');
    const other = await joinMember(testApp, centerA, ['billing'], 'late');
    expect(await owner.call(routes.centerSettings.settings, {})).toEqual({
      ...{ secondFactor: 'optional', secondFactorFrom: null, graceDays: 14, idleMinutes: 30 },
      withoutFactor: {
        ownAccount: true,
        members: [
          { id: other.member.id, displayName: 'Μέλος late' },
          { id: member.id, displayName: 'Μέλος ready' },
        ],
      },
    });
    const required = await owner.call(routes.centerSettings.changeSettings, { body: { secondFactor: 'required' } });
    expect(required).toMatchObject({ secondFactor: 'required', secondFactorFrom: dayAfter(0), idleMinutes: 30 });

    const due = dayAfter(14);
    const [person, own] = [await signIn(signInName), await signInOwn('centerA')];
    for (const client of [person, own, other.client]) expect(await setup(client)).toEqual({ dueOn: due, isDue: false });
    expect(await setup(await signInOwn('centerB'))).toBeUndefined();
    const { token } = await person.call(routes.account.makeApiToken, { body: { name: 'PACS', days: 30 } });
    const search = () =>
      testApp.anonymous.raw('GET', '/dicom-web/studies', { headers: { authorization: `Bearer ${token}` } });

    await pass(13);
    expect((await dashboard(await signIn(signInName))).status).toBe(200);
    // who was away has all days from the first sign-in
    const away = await signIn(other.signInName);
    expect(await setup(away)).toEqual({ dueOn: dayAfter(14), isDue: false });
    await pass(1);
    const [late, lateOwn] = [await signIn(signInName), await signInOwn('centerA')];
    for (const client of [late, lateOwn]) {
      expect(await setup(client)).toEqual({ dueOn: due, isDue: true });
      expect(await fault(await dashboard(client))).toEqual([403, 'factor_setup_required']);
    }
    expect(await fault(await search())).toEqual([403, 'factor_setup_required']);
    expect((await dashboard(await signInOwn('centerB'))).status).toBe(200);

    for (const client of [late, lateOwn]) {
      await setUpAuthenticator(testApp, client);
      expect((await dashboard(client)).status).toBe(200);
      expect(await fault(await removeApp(client))).toEqual([409, 'last_factor']);
    }
    expect((await search()).status).toBe(200);
    expect((await late.call(routes.account.security, {})).required).toBe(true);
    expect((await lateOwn.call(routes.centerSettings.settings, {})).withoutFactor).toEqual({
      ownAccount: false,
      members: [{ id: other.member.id, displayName: 'Μέλος late' }],
    });

    await lateOwn.call(routes.centerSettings.changeSettings, { body: { secondFactor: 'optional' } });
    for (const client of [late, lateOwn]) expect((await removeApp(client)).status).toBe(200);
    const free = await signIn(signInName);
    expect(await setup(free)).toBeUndefined();
    expect((await dashboard(free)).status).toBe(200);

    // required once more: the days of grace begin again
    await lateOwn.call(routes.centerSettings.changeSettings, { body: { secondFactor: 'required' } });
    expect(await setup(free)).toEqual({ dueOn: dayAfter(14), isDue: false });
    expect(await setup(await signIn(signInName))).toEqual({ dueOn: dayAfter(14), isDue: false });
    await lateOwn.call(routes.centerSettings.changeSettings, { body: { secondFactor: 'optional' } });
    const { rows } = await testApp.superuser.query<{ details: unknown }>(
      `SELECT details FROM audit_events WHERE event = 'center_settings_changed' ORDER BY id LIMIT 1`,
    );
    expect(rows[0]?.details).toEqual({
      before: { secondFactor: 'optional', idleMinutes: 30 },
      after: { secondFactor: 'required', idleMinutes: 30 },
    });
  });

  it('end a session of the center after fewer idle minutes, also one that has begun, and of no other center', async () => {
    const { centerA } = testApp.fixtures;
    const { signInName } = await joinMember(
      testApp,
      { ...centerA, client: await signInOwn('centerA') },
      ['owner'],
      'idle',
    );
    const [person, own, other] = [await signIn(signInName), await signInOwn('centerA'), await signInOwn('centerB')];
    await person.call(routes.centerSettings.changeSettings, { body: { idleMinutes: 5 } });
    const { expiresInSeconds } = await own.call(routes.auth.session, {});
    expect(expiresInSeconds).toBeLessThanOrEqual(5 * 60);
    await waitForJobs(testApp);
    testApp.advanceClock(4 * minuteMs);
    for (const client of [person, other]) expect((await dashboard(client)).status).toBe(200);
    testApp.advanceClock(2 * minuteMs);
    expect((await dashboard(own)).status).toBe(401);
    expect((await dashboard(person)).status).toBe(200);
    const listed = await (await signInOwn('centerA')).call(routes.account.sessions, {});
    expect(listed, 'the idle session is not listed').toHaveLength(1);
    testApp.advanceClock(6 * minuteMs);
    expect((await dashboard(person)).status).toBe(401);
    expect((await dashboard(other)).status).toBe(200);
    expect(await other.call(routes.centerSettings.settings, {})).toMatchObject({ idleMinutes: 30 });
  });

  it('are changed by an owner alone, within the limits, and recorded once', async () => {
    const client = await signInOwn('centerA');
    const center = { ...testApp.fixtures.centerA, client };
    const count = async () => {
      const { rows } = await testApp.superuser.query(
        `SELECT 1 FROM audit_events WHERE event = 'center_settings_changed'`,
      );
      return rows.length;
    };
    const before = [await client.call(routes.centerSettings.settings, {}), await count()];
    for (const role of ['technician', 'secretary', 'radiologist', 'billing'] as const) {
      const { client: person } = await joinMember(testApp, center, [role], `only${role}`);
      for (const response of [await person.raw('GET', path), await person.json('PATCH', path, { idleMinutes: 10 })])
        expect(await fault(response), role).toEqual([403, 'permission_required']);
    }
    for (const body of [
      { idleMinutes: 4 },
      { idleMinutes: 31 },
      { idleMinutes: 5.5 },
      { secondFactor: 'sms' },
      { sso: 1 },
    ])
      expect(await fault(await client.json('PATCH', path, body)), JSON.stringify(body)).toEqual([400, 'validation']);
    expect((await client.json('PATCH', path, {})).status).toBe(200);
    const { idleMinutes } = await client.call(routes.centerSettings.settings, {});
    expect((await client.json('PATCH', path, { idleMinutes })).status).toBe(200);
    const { withoutFactor: _, ...after } = await client.call(routes.centerSettings.settings, {});
    expect([before[0], before[1]]).toEqual([expect.objectContaining(after), await count()]);
  });
});
