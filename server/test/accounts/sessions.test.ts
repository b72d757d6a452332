import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { cookieName } from '../../src/http/server/credentials.ts';
import { Client, type Transport } from '../harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  signInAdmin,
} from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const marginMs = minuteMs; // leaves ample time for the test itself

describe('session', () => {
  let testApp: TestApp;
  let admin: Client;
  let center: CenterFixture;
  let doctor: DoctorFixture;

  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await createCenter(testApp, admin, { ...plan, phone: '+306900000001' });
    doctor = await createDoctor(testApp, admin, 'stavridou');
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    center.client = await newSession();
  });

  const signIn = (path: string, body: object) => new Client(testApp.origin, testApp.config).signIn(path, body);
  const newSession = (password = center.password) =>
    signIn(routes.auth.centerLogin.path, { centerId: center.centerId, password });
  const newDoctorSession = () =>
    signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
  const statusOf = async (client: Client, transport: Transport = 'bearer', headers: Record<string, string> = {}) =>
    (await client.raw('GET', routes.auth.session.path, { transport, headers })).status;
  const codeOf = async (response: Response) => problem.parse(await response.json()).code;

  it.each(['bearer', 'cookie', 'both'] as const)('authenticates by %s', async (transport) => {
    expect(await statusOf(center.client, transport)).toBe(200);
  });

  it('has two secrets that are not interchangeable and are stored only as hashes', async () => {
    const { sessionId, cookie } = center.client;
    const swapped = center.client.copy();
    swapped.sessionId = cookie;
    swapped.cookie = sessionId;
    expect(sessionId).not.toBe(cookie);
    expect(await statusOf(swapped, 'bearer')).toBe(401);
    expect(await statusOf(swapped, 'cookie')).toBe(401);
    const { rows } = await testApp.superuser.query<{ row: string }>('SELECT s::text AS row FROM sessions s');
    expect(rows.length).toBeGreaterThan(0);
    for (const secret of [sessionId, cookie]) {
      const hex = Buffer.from(secret ?? '').toString('hex');
      for (const { row } of rows) expect(row.includes(secret ?? '') || row.includes(hex)).toBe(false);
    }
  });

  it('sets an HttpOnly cookie for the same site only', async () => {
    const { centerId, password } = center;
    const response = await testApp.anonymous.json('POST', routes.auth.centerLogin.path, { centerId, password });
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^mc_session_\d+=mcc1_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is rejected with two sessions or an invalid Bearer; a valid Bearer works beside an invalid cookie', async () => {
    const other = await newSession();
    const mixed = center.client.copy();
    mixed.cookie = other.cookie;
    const refused = await mixed.raw('GET', routes.auth.session.path, { transport: 'both' });
    expect([refused.status, await codeOf(refused)]).toEqual([401, 'session_mismatch']);
    const endedBearer = center.client.copy();
    endedBearer.sessionId = 'mcs1_dead';
    expect(await statusOf(endedBearer, 'both')).toBe(401);
    const endedCookie = center.client.copy();
    endedCookie.cookie = 'mcc1_dead';
    expect(await statusOf(endedCookie, 'both')).toBe(200);
    expect(await statusOf(endedCookie, 'cookie')).toBe(401);
    const inQuery = `${routes.auth.session.path}?sessionId=${center.client.sessionId}`;
    expect((await testApp.anonymous.raw('GET', inQuery)).status).toBe(401);
  });

  it('of our pages opens nothing by its Bearer without its cookie, and neither does the one that replaces it', async () => {
    const { centerId, password } = center;
    const begun = await testApp.anonymous.json(
      'POST',
      routes.auth.centerLogin.path,
      { centerId, password },
      { headers: { 'x-session-binding': 'cookie' } },
    );
    const client = center.client.copy();
    const take = async (response: Response) => {
      client.sessionId = z.object({ sessionId: z.string() }).parse(await response.json()).sessionId;
      client.cookie = /^[^=]+=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? '')?.[1] ?? null;
    };
    await take(begun);
    const expectBound = async () => {
      expect(await statusOf(client, 'both')).toBe(200);
      expect(await statusOf(client, 'cookie')).toBe(200);
      const stolen = await client.raw('GET', routes.auth.session.path, { transport: 'bearer' });
      expect([stolen.status, await codeOf(stolen)]).toEqual([401, 'unauthenticated']);
      const other = client.copy();
      other.cookie = 'mcc1_dead';
      expect(await statusOf(other, 'both')).toBe(401);
    };
    // nor does the Bearer end it
    await client.raw('POST', routes.auth.logout.path, { transport: 'bearer' });
    const { authorization = '' } = client.credentials('bearer');
    await testApp.anonymous.json(
      'POST',
      routes.auth.doctorLogin.path,
      {
        email: doctor.email,
        password: doctor.password,
      },
      { headers: { authorization } },
    );
    await expectBound();
    const headers = { origin: testApp.origin, 'sec-fetch-site': 'same-origin' };
    await take(await client.json('POST', routes.auth.stepUp.path, { password }, { transport: 'both', headers }));
    await expectBound();
    const { rows } = await testApp.superuser.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM audit_events WHERE event = 'denied' AND details->>'cause' = 'unbound_bearer'`,
    );
    expect(rows).toEqual([{ count: 4 }]);
  });

  it('expires after 30 minutes without a call; a call extends it (T-S1)', async () => {
    testApp.advanceClock(30 * minuteMs - marginMs);
    expect(await statusOf(center.client)).toBe(200);
    testApp.advanceClock(30 * minuteMs - marginMs);
    expect(await statusOf(center.client, 'cookie')).toBe(200);
    testApp.advanceClock(30 * minuteMs + 1_000);
    expect(await statusOf(center.client)).toBe(401);
    expect(await statusOf(center.client, 'cookie')).toBe(401);
  });

  it('is not extended by background requests', async () => {
    testApp.advanceClock(20 * minuteMs);
    expect(await statusOf(center.client, 'bearer', { 'x-background': '1' })).toBe(200);
    testApp.advanceClock(10 * minuteMs + 1_000);
    expect(await statusOf(center.client)).toBe(401);
  });

  it('expires after twelve hours of use, an administrator’s after 15 idle minutes and eight hours (T-S1)', async () => {
    admin = await signInAdmin(testApp);
    const busy = async (client: Client, forMs: number, everyMs: number) => {
      for (let elapsedMs = 0; elapsedMs < forMs; elapsedMs += everyMs) {
        testApp.advanceClock(everyMs);
        if (elapsedMs + everyMs < forMs) expect(await statusOf(client)).toBe(200);
      }
    };
    await busy(admin, 8 * hourMs, 14 * minuteMs);
    expect(await statusOf(admin)).toBe(401);
    center.client = await newSession();
    admin = await signInAdmin(testApp);
    testApp.advanceClock(15 * minuteMs - marginMs);
    expect(await statusOf(admin)).toBe(200);
    testApp.advanceClock(15 * minuteMs + 1_000);
    expect(await statusOf(admin)).toBe(401);
    center.client = await newSession();
    await busy(center.client, 12 * hourMs, 29 * minuteMs);
    expect(await statusOf(center.client)).toBe(401);
  });

  it('returns when it expires', async () => {
    const { expiresAt, user, medicalCenter } = await center.client.call(routes.auth.session, {});
    const remainingMs = Date.parse(expiresAt) - testApp.clock.now().getTime();
    expect(remainingMs).toBeGreaterThan(29 * minuteMs);
    expect(remainingMs).toBeLessThanOrEqual(30 * minuteMs);
    expect(user).toMatchObject({ role: 'medical_center', mustChangePassword: false });
    expect(medicalCenter).toMatchObject({ centerId: center.centerId });
  });

  it('ends on logout, which returns 200 for every client, also repeatedly (T-B1)', async () => {
    const logout = (client: Client, transport: Transport, headers = {}) =>
      client.raw('POST', routes.auth.logout.path, { transport, headers });
    for (const transport of ['bearer', 'cookie', 'both'] as const) {
      const client = await newSession();
      for (let time = 0; time < 2; time += 1) {
        const response = await logout(client, transport);
        expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
        expect(response.headers.get('clear-site-data')).toBe('"cache"');
        expect(response.headers.getSetCookie()[0]).toMatch(
          new RegExp(`^${cookieName(testApp.config)}=; .*(Max-Age=0|Expires=Thu, 01 Jan 1970)`),
        );
      }
      expect(await statusOf(client)).toBe(401);
      expect(await statusOf(client, 'cookie')).toBe(401);
    }
    expect((await logout(testApp.anonymous, 'bearer')).status).toBe(200);
    const foreign = await logout(center.client, 'cookie', { 'sec-fetch-site': 'cross-site' });
    expect([foreign.status, await statusOf(center.client)]).toEqual([200, 200]);
  });

  const publicOrigin = () => testApp.config.publicUrl.origin;
  it.each([
    ['another site', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
    ['another host of the site', () => ({ 'sec-fetch-site': 'same-site' }), 403],
    ['an address typed in', () => ({ 'sec-fetch-site': 'none' }), 403],
    ['another site that claims our Origin', () => ({ 'sec-fetch-site': 'cross-site', origin: publicOrigin() }), 403],
    ['another Origin', () => ({ origin: 'https://evil.example' }), 403],
    ['an opaque Origin', () => ({ origin: 'null' }), 403],
    ['our Origin on another port', () => ({ origin: 'http://localhost:1' }), 403],
    ['our pages', () => ({ 'sec-fetch-site': 'same-origin' }), 201],
    ['our Origin', () => ({ origin: publicOrigin() }), 201],
    ['no browser', () => ({}), 201],
  ] as const)('handles a write with the cookie that comes from %s', async (_, headers, status) => {
    const body = { firstName: 'Cross', lastName: 'Site', dateOfBirth: '1980-01-01', gender: 'Other' };
    const count = async () => (await center.client.page(routes.center.patients, {})).total;
    const before = await count();
    for (const transport of ['cookie', 'both'] as const) {
      const response = await center.client.json('POST', routes.center.registerPatient.path, body, {
        transport,
        headers: headers(),
      });
      expect([transport, response.status]).toEqual([transport, status]);
      if (status === 403) expect(await codeOf(response)).toBe('cross_site');
    }
    expect(Number(await count()) - Number(before)).toBe(status === 403 ? 0 : 2);
  });

  it('allows a write with Bearer only from any site, and a read by cookie', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const body = { firstName: 'By', lastName: 'Bearer', dateOfBirth: '1980-01-01', gender: 'Other' };
    const sent = await center.client.json('POST', routes.center.registerPatient.path, body, { headers });
    expect(sent.status).toBe(201);
    expect(await statusOf(center.client, 'cookie', headers)).toBe(200);
    expect(sent.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is limited to five per doctor; a sixth ends the oldest (T-S2)', async () => {
    const sessions: Client[] = [];
    for (let count = 0; count < 6; count += 1) {
      sessions.push(await newDoctorSession());
      testApp.advanceClock(1_000);
    }
    expect(await Promise.all(sessions.map((each) => statusOf(each)))).toEqual([401, 200, 200, 200, 200, 200]);
    expect(await countEnded('too_many')).toBeGreaterThan(0);
  });

  /** Counts the doctor's sessions that a new sign-in ended with this cause, in the audit chain and in their rows. */
  const countEnded = async (cause: string) => {
    const ends = `SELECT 1 FROM audit_events e JOIN sessions s ON s.id::text = e.object_id AND s.revoke_cause = $3
       WHERE e.event = 'session_ended' AND e.person_id = $1 AND e.doctor_id = $2 AND e.details ->> 'cause' = $3`;
    return (await testApp.superuser.query(ends, [doctor.userId, doctor.id, cause])).rowCount;
  };

  it('replaces the session that the browser still sends (T-S2)', async () => {
    const client = await newDoctorSession();
    const old = client.copy();
    await client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
    expect([await statusOf(old), await statusOf(client)]).toEqual([401, 200]);
    expect(await countEnded('signed_in_again')).toBe(1);
  });

  it('is the only one left after a password change (T-PW2)', async () => {
    const sessions = await Promise.all([newDoctorSession(), newDoctorSession(), newDoctorSession()]);
    const [changing, ...others] = sessions;
    if (!changing) throw new Error('No session was made.');
    const path = routes.auth.changePassword.path;
    const send = (currentPassword: string, newPassword: string) =>
      changing.json('POST', path, { currentPassword, newPassword });
    expect(await codeOf(await send('wrong', 'another password'))).toBe('invalid_current_password');
    const denied = await testApp.superuser.query(
      `SELECT actor_kind, details FROM audit_events WHERE outcome = 'denied' ORDER BY id DESC LIMIT 1`,
    );
    const details = { code: 'invalid_current_password', act: 'change_password' };
    expect(denied.rows).toEqual([{ actor_kind: 'doctor', details }]);
    expect(await codeOf(await send(doctor.password, 'short'))).toBe('validation');
    expect(await codeOf(await send(doctor.password, doctor.password))).toBe('validation');
    const { sessionId } = await changing.call(routes.auth.changePassword, {
      body: { currentPassword: doctor.password, newPassword: 'Νέος κωδικός' },
    });
    expect(await Promise.all([changing, ...others].map((client) => statusOf(client)))).toEqual([401, 401, 401]);
    changing.sessionId = sessionId;
    expect(await statusOf(changing)).toBe(200);
    const old = testApp.anonymous.json('POST', routes.auth.doctorLogin.path, {
      email: doctor.email,
      password: doctor.password,
    });
    expect((await old).status).toBe(401);
    // the same password in decomposed Unicode is accepted
    doctor.password = 'Νέος κωδικός'.normalize('NFD');
    expect(await statusOf(await newDoctorSession())).toBe(200);
  });

  it('gets the same response for an unknown name, a wrong password or the login of another role', async () => {
    const shown = async (path: string, body: object) => {
      const response = await testApp.anonymous.json('POST', path, body);
      expect(response.headers.getSetCookie()).toEqual([]);
      return { ...problem.parse(await response.json()), requestId: '' };
    };
    const { adminLogin, centerLogin, doctorLogin } = routes.auth;
    const responses = [
      await shown(doctorLogin.path, { email: 'nobody@example.gr', password: 'x' }),
      await shown(doctorLogin.path, { email: doctor.email, password: 'wrong' }),
      await shown(adminLogin.path, { email: doctor.email, password: doctor.password }),
      await shown(doctorLogin.path, { email: 'admin@medcloud.local', password: 'the administrator’s own' }),
      await shown(doctorLogin.path, { email: center.email, password: center.password }),
      await shown(centerLogin.path, { centerId: 'MCNOBODY', password: 'x' }),
      await shown(centerLogin.path, { centerId: center.centerId, password: 'wrong' }),
    ];
    expect(responses[0]).toMatchObject({ status: 401, message: 'Invalid credentials. Please try again.' });
    for (const response of responses) expect(response).toEqual(responses[0]);
  });

  it('is delayed after five failed sign-ins, for that account only', async () => {
    const attempt = (email: string, password: string) =>
      testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password });
    await newDoctorSession();
    // freeze the limiter's clock, which is the system clock, and advance it explicitly
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      for (const email of [doctor.email, 'nobody.at.all@example.gr']) {
        const tries = [];
        for (let count = 0; count < 6; count += 1) tries.push(await attempt(email, `wrong ${count}`));
        expect(tries.map((response) => response.status)).toEqual([401, 401, 401, 401, 401, 429]);
        expect(tries.at(-1)?.headers.get('retry-after')).toBe('1');
      }
      expect((await attempt(doctor.email, doctor.password)).status).toBe(429);
      expect(await statusOf(await newSession())).toBe(200);
      vi.setSystemTime(Date.now() + 1_001);
      expect((await attempt(doctor.email, 'wrong again')).status).toBe(401);
      const longer = await attempt(doctor.email, doctor.password);
      expect([longer.status, longer.headers.get('retry-after')]).toEqual([429, '2']);
      vi.setSystemTime(Date.now() + 2_001);
      expect((await attempt(doctor.email, doctor.password)).status).toBe(200);
      expect((await attempt(doctor.email, 'wrong once more')).status).toBe(401);
      expect((await attempt(doctor.email, doctor.password)).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is rejected for a malformed or too long Bearer even with a valid cookie', async () => {
    const client = await newDoctorSession();
    const { cookie } = client.credentials('cookie');
    const statusFor = async (authorization: string) =>
      (
        await testApp.anonymous.raw('GET', routes.auth.session.path, {
          headers: { authorization, cookie: cookie ?? '' },
        })
      ).status;
    const invalidHeaders = [
      'Bearer',
      `Bearer ${'x'.repeat(201)}`,
      `Bearer ${client.sessionId}${'x'.repeat(2_000)}`,
      'bearer a b',
    ];
    for (const authorization of invalidHeaders)
      expect(await statusFor(authorization), authorization.slice(0, 20)).toBe(401);
    expect(await statusFor('Basic eDp5')).toBe(200);
    expect(await statusFor(`bearer  ${client.sessionId}`)).toBe(200);
  });

  it('starts without delay in a browser that signed in before, despite failed attempts of others', async () => {
    const attempt = (password: string, cookie?: string) => {
      const { email } = doctor;
      const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
      return testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password }, { headers });
    };
    const deviceOf = (response: Response) => response.headers.getSetCookie().find((each) => each.includes('mc_device'));
    // fake the limiter's clock, so that a delay does not end before the next attempt
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const first = deviceOf(await attempt(doctor.password)) ?? '';
    expect(first).toMatch(/; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/);
    const [cookie] = first.split(';');
    for (let count = 0; count < 6; count += 1) await attempt(`a stranger’s ${count}`);
    expect((await attempt(doctor.password)).status).toBe(429);
    expect((await attempt(doctor.password, `${cookie}x`)).status).toBe(429);
    expect((await attempt('mistyped', cookie)).status).toBe(401);
    expect((await attempt(doctor.password, cookie)).status).toBe(200);
  });
});
