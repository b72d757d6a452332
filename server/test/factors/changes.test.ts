import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { Authenticator, setUpAuthenticator } from './authenticator.ts';

const stepMs = 30_000;
const minuteMs = 60_000;

describe('an account’s second factor', () => {
  let testApp: TestApp;
  let doctor: DoctorFixture;
  let client: Client;
  let count = 0;

  beforeAll(async () => {
    testApp = await startTestApp();
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    count += 1;
    doctor = await createDoctor(testApp, await signInAdmin(testApp), `owner${count}`);
    ({ client } = doctor);
  });

  const answer = async (response: Response) => [response.status, problem.parse(await response.json()).code];
  const confirm = (code: string) => client.json('POST', routes.account.confirmTotp.path, { code });
  const stepUp = (body: Record<string, string>) => client.json('POST', routes.auth.stepUp.path, body);
  const security = () => client.call(routes.account.security, {});
  const events = async () => {
    const { rows } = await testApp.superuser.query<{ event: string }>(
      `SELECT event FROM audit_events WHERE person_id = $1 AND event LIKE ANY ('{factor_%,recovery_%}') ORDER BY id`,
      [doctor.userId],
    );
    return rows.map(({ event }) => event);
  };
  const mails = async () => {
    const sent = (await testApp.outbox.mail()).filter(({ to }) => to === doctor.email.toLowerCase());
    return sent.filter(({ subject }) => subject.includes('ασφάλεια')).map(({ text }) => text);
  };

  it('is an authenticator app once its first code is right', async () => {
    expect(await security()).toEqual({ passkeys: [], totp: null, recoveryCodes: null, required: false });
    const { secret, uri } = await client.call(routes.account.beginTotp, {});
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${secret}`);
    const authenticator = new Authenticator(secret, testApp.clock);
    const wrong = ['000000', '111111'].find((code) => code !== authenticator.code()) ?? '';
    expect(await answer(await confirm(wrong))).toEqual([401, 'invalid_factor']);
    expect((await security()).totp).toBeNull();
    const confirmed = routes.account.confirmTotp.reply.parse(await (await confirm(authenticator.code())).json());
    expect(new Set(confirmed.recoveryCodes).size).toBe(10);
    for (const code of confirmed.recoveryCodes ?? [])
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await security()).toMatchObject({ totp: { since: expect.any(String) }, recoveryCodes: { left: 10 } });
    expect(await events()).toEqual(['factor_added', 'recovery_codes_made']);
    await waitUntil(async () => (await mails()).some((text) => text.includes('προστέθηκε')));
  });

  it('is none ten minutes after an unconfirmed set-up, and the newest set-up counts', async () => {
    const first = await client.call(routes.account.beginTotp, {});
    const second = await client.call(routes.account.beginTotp, {});
    const code = (secret: string) => new Authenticator(secret, testApp.clock).code();
    expect(await answer(await confirm(code(first.secret)))).toEqual([401, 'invalid_factor']);
    testApp.advanceClock(10 * minuteMs + 1_000);
    expect(await answer(await confirm(code(second.secret)))).toEqual([409, 'invalid_state']);
    expect((await security()).totp).toBeNull();
  });

  it('cannot be replaced by another app before it is removed', async () => {
    await setUpAuthenticator(testApp, client);
    expect(await answer(await client.json('POST', routes.account.beginTotp.path, {}))).toEqual([409, 'invalid_state']);
    const other = await confirm('123456');
    expect(await answer(other)).toEqual([409, 'invalid_state']);
  });

  it('ends with its recovery codes, and a password is enough again', async () => {
    await setUpAuthenticator(testApp, client);
    await client.call(routes.account.removeTotp, {});
    await client.call(routes.account.removeTotp, {});
    expect(await security()).toEqual({ passkeys: [], totp: null, recoveryCodes: null, required: false });
    expect(await events()).toEqual(['factor_added', 'recovery_codes_made', 'factor_removed']);
    await waitUntil(async () => (await mails()).some((text) => text.includes('αφαιρέθηκε')));
    const { email, password } = doctor;
    await testApp.anonymous.signIn(routes.auth.doctorLogin.path, { email, password });
    testApp.anonymous.sessionId = null;
  });

  it('gets new recovery codes, which end the earlier ones', async () => {
    expect(await answer(await client.json('POST', routes.account.makeRecoveryCodes.path, {}))).toEqual([
      409,
      'invalid_state',
    ]);
    const { recoveryCodes } = await setUpAuthenticator(testApp, client);
    const { codes } = await client.call(routes.account.makeRecoveryCodes, {});
    expect(codes).toHaveLength(10);
    expect(codes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    const { email, password } = doctor;
    const begin = async () => {
      const login = await testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password });
      return (await login.json()) as { challengeId: string };
    };
    const use = async (recoveryCode: string | undefined) =>
      (await testApp.anonymous.json('POST', routes.auth.factorSignIn.path, { ...(await pick()), recoveryCode })).status;
    const pick = async () => ({ challengeId: (await begin()).challengeId });
    expect(await use(recoveryCodes[0])).toBe(401);
    expect(await use(codes[0])).toBe(200);
  });

  it('keeps ten recovery codes when new ones are made four times at once', async () => {
    await setUpAuthenticator(testApp, client);
    await Promise.all(Array.from({ length: 4 }, () => client.call(routes.account.makeRecoveryCodes, {})));
    expect((await security()).recoveryCodes).toMatchObject({ left: 10 });
  });

  it('is what a step-up asks for, once for each code', async () => {
    const { authenticator } = await setUpAuthenticator(testApp, client);
    testApp.advanceClock(2 * stepMs);
    expect(await answer(await stepUp({ password: doctor.password }))).toEqual([400, 'validation']);
    const wrong = ['000000', '111111'].find((code) => code !== authenticator.code()) ?? '';
    expect(await answer(await stepUp({ code: wrong }))).toEqual([401, 'invalid_factor']);
    const code = authenticator.code();
    const right = await stepUp({ code });
    expect(right.status).toBe(200);
    client.sessionId = routes.auth.stepUp.reply.parse(await right.json()).sessionId;
    expect(await answer(await stepUp({ code }))).toEqual([401, 'invalid_factor']);
    expect((await security()).totp).not.toBeNull();
  });

  it('is tried ten times an hour, over all the account’s steps, until a code is right', async () => {
    const { authenticator } = await setUpAuthenticator(testApp, client);
    testApp.advanceClock(2 * stepMs);
    const wrong = ['000000', '111111'].find((code) => code !== authenticator.code()) ?? '';
    const enterWrong = async (times: number) => {
      for (let time = 0; time < times; time += 1)
        expect(await answer(await stepUp({ code: wrong }))).toEqual([401, 'invalid_factor']);
    };
    await enterWrong(9);
    const right = await stepUp({ code: authenticator.code() });
    client.sessionId = routes.auth.stepUp.reply.parse(await right.json()).sessionId;
    await enterWrong(8);
    expect(await answer(await confirm(wrong))).toEqual([409, 'invalid_state']);
    await client.call(routes.account.makeRecoveryCodes, {});
    testApp.advanceClock(stepMs);
    const other = await createDoctor(testApp, await signInAdmin(testApp), `other${count}`);
    await setUpAuthenticator(testApp, other.client);
    for (const refused of [
      await stepUp({ code: authenticator.code() }),
      await confirm(wrong),
      await client.json('POST', routes.account.makeRecoveryCodes.path, {}),
      await client.json('DELETE', routes.account.removeTotp.path, {}),
    ]) {
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
      expect(await answer(refused)).toEqual([429, 'rate_limited']);
    }
    expect((await security()).totp).not.toBeNull();
  });

  it('without one a step-up asks for the password', async () => {
    expect(await answer(await stepUp({ code: '123456' }))).toEqual([400, 'validation']);
    expect((await stepUp({ password: doctor.password })).status).toBe(200);
  });
});
