import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';

const { doctorLogin, forgotPassword, rememberBrowser, resetPassword, session } = routes.auth;

describe('an account whose password strangers guess from 22 networks, five times each', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp({ environment: { TRUSTED_PROXIES: '127.0.0.0/8' } });
  });
  afterAll(() => testApp.close());

  const post = (path: string, body: object, network: string, device?: string) =>
    testApp.anonymous.json('POST', path, body, {
      headers: { 'x-forwarded-for': network, ...(device === undefined ? {} : { cookie: device }) },
    });
  const deviceOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('mc_device'))
      ?.split(';')[0];
  const guess = async (email: string) => {
    for (let block = 0; block < 22; block += 1)
      for (let turn = 0; turn < 5; turn += 1)
        await post(doctorLogin.path, { email, password: 'a wrong one' }, `203.0.${block}.1`);
  };
  /** An account in whose way strangers stand, its open session, and the token of the link that its owner is mailed. */
  const createGuessed = async (name: string): Promise<{ doctor: DoctorFixture; token: string }> => {
    const doctor = await createDoctor(testApp, await signInAdmin(testApp), name);
    await guess(doctor.email);
    const { email, password } = doctor;
    const refused = await post(doctorLogin.path, { email, password }, '198.51.100.1');
    expect([refused.status, problem.parse(await refused.json()).code]).toEqual([429, 'rate_limited']);
    const before = (await testApp.outbox.mail()).filter(({ to }) => to === doctor.email).length;
    await post(forgotPassword.path, { email }, '198.51.100.1');
    const { text } = await testApp.outbox.nextMail(email, before);
    return { doctor, token: /\/auth\/reset-password#([\w-]{43})\n/.exec(text)?.[1] ?? '' };
  };

  it('opens with the right password to the browser that opened the mailed link, however many go on guessing', async () => {
    const { doctor, token } = await createGuessed('guessed');
    const remembered = await post(rememberBrowser.path, { token }, '198.51.100.1');
    expect(await remembered.json()).toEqual({ ok: true, role: 'doctor' });
    await guess(doctor.email);
    const { email, password } = doctor;
    const device = deviceOf(remembered);
    expect((await post(doctorLogin.path, { email, password: 'wrong' }, '198.51.100.1', device)).status).toBe(401);
    expect((await post(doctorLogin.path, { email, password }, '198.51.100.1', device)).status).toBe(200);
    // the link was good once, gave no session and ended none; others' browsers stay refused
    const again = await post(rememberBrowser.path, { token }, '198.51.100.2');
    expect([again.status, problem.parse(await again.json()).code]).toEqual([400, 'invalid_or_expired']);
    expect((await doctor.client.raw('GET', session.path)).status).toBe(200);
    const { rows } = await testApp.superuser.query(
      `SELECT person_id FROM audit_events WHERE event = 'browser_remembered'`,
    );
    expect(rows).toEqual([{ person_id: doctor.userId }]);
  });

  it('has a link mailed to its owner, however often strangers ask for one', async () => {
    const { email } = await createDoctor(testApp, await signInAdmin(testApp), 'asked');
    const countLinks = async () =>
      (await testApp.outbox.mail()).filter(({ to, text }) => to === email && text.includes('/auth/reset-password#'))
        .length;
    const ask = (network: string) => post(forgotPassword.path, { email }, network);
    for (let turn = 0; turn < 8; turn += 1) {
      await ask(`203.0.113.${turn}`);
      await ask(`198.18.${turn}.1`);
      testApp.advanceClock(15 * 60_000);
    }
    const before = await countLinks();
    expect(before).toBeGreaterThan(3);
    testApp.advanceClock(61 * 60_000);
    await ask('198.51.100.1');
    await expect.poll(countLinks).toBe(before + 1);
  });

  it('gives strangers no more guesses by a sign-in of its owner, in any letter case of a center’s ID', async () => {
    const admin = await signInAdmin(testApp);
    const login = { centerId: 'ΘΕΡΜΗ01', password: 'a first secret to change' };
    const fields = { name: 'Thermi', email: 'thermi@example.gr', address: 'Ερμού 1, Θέρμη', phone: '2105550100' };
    await admin.call(routes.admin.createMedicalCenter, { body: { ...login, ...fields } });
    const { centerLogin } = routes.auth;
    const begun = await post(centerLogin.path, login, '198.51.100.9');
    for (let block = 0; block < 22; block += 1)
      for (let turn = 0; turn < 5; turn += 1)
        await post(centerLogin.path, { ...login, password: 'a wrong one' }, `192.0.${block}.1`);
    expect((await post(centerLogin.path, login, '198.51.100.9', deviceOf(begun))).status).toBe(200);
    for (const centerId of ['ΘΕΡΜΗ01', 'ϴΕΡΜΗ01', 'θερμη01'])
      expect((await post(centerLogin.path, { ...login, centerId }, '198.51.100.8')).status).toBe(429);
  });

  it('opens with the new password to the browser that set it by the link', async () => {
    const { doctor, token } = await createGuessed('guessed2');
    const password = 'a password set anew';
    const reset = await post(resetPassword.path, { token, password }, '198.51.100.1');
    await guess(doctor.email);
    const { email } = doctor;
    expect((await post(doctorLogin.path, { email, password }, '198.51.100.1', deviceOf(reset))).status).toBe(200);
  });
});
