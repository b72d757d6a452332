import { routes } from '@medcloud/contract';
import { doctorLoginReply } from '@medcloud/contract/shapes/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

const minuteMs = 60_000;

describe('own sessions', () => {
  let testApp: TestApp;
  let admin: Client;
  let doctor: DoctorFixture;

  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
    doctor = await createDoctor(testApp, admin, 'stavridou');
  });
  afterAll(() => testApp.close());

  const newDoctorSession = () =>
    new Client(testApp.origin, testApp.config).signIn(routes.auth.doctorLogin.path, {
      email: doctor.email,
      password: doctor.password,
    });
  const statusOf = async (client: Client) => (await client.raw('GET', routes.auth.session.path)).status;
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
  const listSessions = (client: Client) => client.call(routes.account.sessions, {});
  const idOf = async (client: Client) => (await listSessions(client)).find(({ isCurrent }) => isCurrent)?.id ?? '';

  it('lists device, network and time, marks the current session and contains no secret', async () => {
    const [first, second] = [await newDoctorSession(), await newDoctorSession()];
    const { email, password } = doctor;
    const login = await testApp.anonymous.json(
      'POST',
      routes.auth.doctorLogin.path,
      { email, password },
      { headers: { 'user-agent': agent } },
    );
    const phone = doctorLoginReply.parse(await login.json()).sessionId;
    const ofLast = `SELECT details FROM audit_events WHERE event = 'login' ORDER BY id DESC LIMIT 1`;
    const { rows: last } = await testApp.superuser.query(ofLast);
    expect(last).toEqual([{ details: { browser: 'Safari', system: 'iOS' } }]);
    testApp.advanceClock(5 * minuteMs);
    await statusOf(second);
    const rows = await listSessions(second);
    expect(rows[0]).toMatchObject({ isCurrent: true, network: null });
    expect(rows.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(rows.find(({ system }) => system === 'iOS')).toMatchObject({ browser: 'Safari', isCurrent: false });
    expect(rows.map(({ id }) => id)).toContain(await idOf(first));
    for (const secret of [first.sessionId, second.sessionId, phone]) expect(JSON.stringify(rows)).not.toContain(secret);
    expect(Date.parse(rows[0]?.lastSeenAt ?? '')).toBeGreaterThan(Date.parse(rows[0]?.signedInAt ?? ''));
  });

  it('ends another own session once, with an audit event, and rejects another account with 404', async () => {
    const [currentClient, otherClient] = [await newDoctorSession(), await newDoctorSession()];
    const id = await idOf(otherClient);
    const end = (client: Client) => client.raw('DELETE', `${routes.account.sessions.path}/${id}`);
    expect((await end(admin)).status).toBe(404);
    expect(await statusOf(otherClient)).toBe(200);
    expect([(await end(currentClient)).status, (await end(currentClient)).status]).toEqual([204, 204]);
    expect([await statusOf(currentClient), await statusOf(otherClient)]).toEqual([200, 401]);
    expect((await listSessions(currentClient)).map((row) => row.id)).not.toContain(id);
    const { rows } = await testApp.superuser.query(
      `SELECT actor_kind FROM audit_events WHERE event = 'session_ended' AND object_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ actor_kind: 'doctor' }]);
  });

  it('keeps the current session when all others are ended', async () => {
    const [currentClient, other, another] = [
      await newDoctorSession(),
      await newDoctorSession(),
      await newDoctorSession(),
    ];
    const { ended } = await currentClient.call(routes.account.endOtherSessions, {});
    expect(ended).toBeGreaterThanOrEqual(2);
    expect(await Promise.all([currentClient, other, another, admin].map((one) => statusOf(one)))).toEqual([
      200, 401, 401, 200,
    ]);
    expect(await currentClient.call(routes.account.endOtherSessions, {})).toEqual({ ended: 0 });
    expect(await listSessions(currentClient)).toHaveLength(1);
  });

  it('does not list an expired session', async () => {
    const expiringClient = await newDoctorSession();
    const id = await idOf(expiringClient);
    testApp.advanceClock(30 * minuteMs + 1_000);
    expect((await listSessions(await newDoctorSession())).map((row) => row.id)).not.toContain(id);
    admin = await signInAdmin(testApp);
  });
});
