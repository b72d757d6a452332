import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { factorRequired, factorSignInReply } from '@medcloud/contract/shapes/factors';
import { type addedPasskey, passkeyRequestOptions } from '@medcloud/contract/shapes/passkeys';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAlarms } from '../alarms/list-alarms.ts';
import { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { setUpAuthenticator } from './authenticator.ts';
import { type Deviation, SoftPasskey } from './soft-passkey.ts';

const minuteMs = 60_000;

describe('a passkey', () => {
  let testApp: TestApp;
  let doctor: DoctorFixture;
  let client: Client;
  let passkey: SoftPasskey;
  let added: ReturnType<typeof addedPasskey.parse>;
  let count = 0;

  beforeAll(async () => {
    testApp = await startTestApp();
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    count += 1;
    doctor = await createDoctor(testApp, await signInAdmin(testApp), `passkey${count}`);
    ({ client } = doctor);
    passkey = new SoftPasskey(testApp.config.publicUrl.origin);
    added = await add(passkey);
  });

  const add = async (device: SoftPasskey) => {
    const options = await client.call(routes.account.passkeyCreation, {});
    return await client.call(routes.account.addPasskey, { body: { name: 'Phone', response: device.create(options) } });
  };
  const options = async () =>
    passkeyRequestOptions.parse(
      await (await testApp.anonymous.json('POST', routes.auth.passkeyOptions.path, {})).json(),
    );
  const send = (response: object, kind = 'doctor') =>
    testApp.anonymous.json('POST', routes.auth.passkeySignIn.path, { kind, response });
  const signIn = async (deviation: Deviation = {}, kind = 'doctor') =>
    await send(passkey.sign(await options(), deviation), kind);
  const answer = async (response: Response) => [response.status, problem.parse(await response.json()).code];
  const refused = [401, 'invalid_credentials'];
  const countRows = async (statement: string) =>
    (await testApp.superuser.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${statement}`)).rows[0]
      ?.count;

  it('comes with recovery codes as first factor, and signs in without a name', async () => {
    expect(added.recoveryCodes).toHaveLength(10);
    const response = await signIn();
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toHaveLength(2);
    expect(factorSignInReply.parse(await response.json())).toMatchObject({ user: { email: doctor.email } });
    expect((await add(new SoftPasskey(testApp.config.publicUrl.origin))).recoveryCodes).toBeUndefined();
  });

  it('keeps its recovery codes when an app is added, and when one of both is removed', async () => {
    const { recoveryCodes } = await setUpAuthenticator(testApp, client);
    expect(recoveryCodes).toEqual([]);
    await client.call(routes.account.removePasskey, { params: { id: added.id } });
    const { totp, recoveryCodes: codes } = await client.call(routes.account.security, {});
    expect([totp !== null, codes?.left]).toEqual([true, 10]);
  });

  it('is told to the owner by mail when it is added and removed', async () => {
    await client.call(routes.account.removePasskey, { params: { id: added.id } });
    const texts = async () => {
      const sent = (await testApp.outbox.mail()).filter(({ to }) => to === doctor.email.toLowerCase());
      return sent.map(({ text }) => text).join();
    };
    for (const part of ['προστέθηκε κλειδί πρόσβασης', 'αφαιρέθηκε κλειδί πρόσβασης'])
      await waitUntil(async () => (await texts()).includes(part));
  });

  it('is refused with one body for all that may be wrong', async () => {
    const wrong: [Deviation, string?][] = [
      [{ hasWrongSignature: true }],
      [{ origin: 'https://evil.example' }],
      [{ domain: 'evil.example' }],
      [{ isUserVerified: false }],
      [{ userHandle: Buffer.alloc(32).toString('base64url') }],
      [{ challenge: Buffer.alloc(32).toString('base64url') }],
      [{}, 'center'],
      [{}, 'admin'],
    ];
    for (const [deviation, kind] of wrong) expect(await answer(await signIn(deviation, kind))).toEqual(refused);
    const stranger = new SoftPasskey(testApp.config.publicUrl.origin);
    expect(await answer(await send(stranger.sign(await options(), { userHandle: 'eA' })))).toEqual(refused);
    expect((await signIn()).status).toBe(200);
  });

  it('takes a challenge once, and none of six minutes ago', async () => {
    const given = await options();
    expect((await send(passkey.sign(given))).status).toBe(200);
    expect(await answer(await send(passkey.sign(given)))).toEqual(refused);
    const old = await options();
    testApp.advanceClock(6 * minuteMs);
    expect(await answer(await send(passkey.sign(old)))).toEqual(refused);
  });

  it('answers 400 to a response whose fields are no base64url', async () => {
    const { response, ...signed } = passkey.sign(await options());
    for (const wrong of ['A', 'AAAAA', 'AA=', '+w'])
      for (const body of [
        { ...signed, id: wrong, response },
        { ...signed, response: { ...response, signature: wrong } },
        { ...signed, response: { ...response, userHandle: wrong } },
      ])
        expect([wrong, await answer(await send(body))]).toEqual([wrong, [400, 'validation']]);
    expect((await send({ ...signed, response })).status).toBe(200);
  });

  it('signs in no center whose initial password has expired', async () => {
    const login = { centerId: 'MCPASSKEY', password: 'initial secret' };
    const fields = {
      name: 'Ionian Imaging',
      email: 'passkey@example.gr',
      address: 'Ακτή Μιαούλη 1',
      phone: '2105550100',
    };
    const admin = await signInAdmin(testApp);
    await admin.call(routes.admin.createMedicalCenter, { body: { ...login, ...fields } });
    client = new Client(testApp.origin, testApp.config);
    await client.signIn(routes.auth.centerLogin.path, login);
    passkey = new SoftPasskey(testApp.config.publicUrl.origin);
    await add(passkey);
    expect((await signIn({}, 'center')).status).toBe(200);
    testApp.advanceClock(8 * 24 * 60 * minuteMs);
    expect(await answer(await signIn({}, 'center'))).toEqual(refused);
  });

  it('stores nothing for who asks for options', async () => {
    const before = await countRows('spent_challenges');
    await options();
    expect(await countRows('spent_challenges')).toBe(before);
  });

  it('does not become suspect by a response that is sent again or comes late', async () => {
    const response = passkey.sign(await options());
    const late = passkey.sign(await options());
    const early = passkey.sign(await options());
    expect((await send(response)).status).toBe(200);
    testApp.advanceClock(1_000);
    expect(await answer(await send(response))).toEqual(refused);
    expect((await send(early)).status).toBe(200);
    testApp.advanceClock(1_000);
    expect(await answer(await send(late))).toEqual(refused);
    expect((await signIn()).status).toBe(200);
    expect((await client.call(routes.account.security, {})).passkeys).toMatchObject([{ suspect: false }]);
  });

  it('does not become suspect by a late response in a step-up or after the password', async () => {
    const stepUp = (body: object) => client.json('POST', routes.auth.stepUp.path, { response: body });
    const late = passkey.sign(await client.call(routes.auth.stepUpOptions, {}));
    const right = await stepUp(passkey.sign(await client.call(routes.auth.stepUpOptions, {})));
    client.sessionId = routes.auth.stepUp.reply.parse(await right.json()).sessionId;
    expect(await answer(await stepUp(late))).toEqual([401, 'invalid_factor']);
    const { email, password } = doctor;
    const login = await testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password });
    const { challengeId } = factorRequired.parse(await login.json());
    const given = await testApp.anonymous.json('POST', routes.auth.factorOptions.path, { challengeId });
    const response = passkey.sign(passkeyRequestOptions.parse(await given.json()));
    expect((await signIn()).status).toBe(200);
    const finish = await testApp.anonymous.json('POST', routes.auth.factorSignIn.path, { challengeId, response });
    expect(await answer(finish)).toEqual([401, 'invalid_factor']);
    expect((await signIn()).status).toBe(200);
  });

  it('becomes suspect when its counter goes back, but not by a wrong signature', async () => {
    expect((await signIn()).status).toBe(200);
    expect(await answer(await signIn({ signCount: 1, hasWrongSignature: true }))).toEqual(refused);
    expect((await signIn()).status).toBe(200);
    testApp.advanceClock(1_000); // a challenge has its time in seconds
    expect(await answer(await signIn({ signCount: 1 }))).toEqual(refused);
    expect(await answer(await signIn())).toEqual(refused);
    expect((await client.call(routes.account.security, {})).passkeys).toMatchObject([{ suspect: true }]);
    const admin = await signInAdmin(testApp);
    expect(await listAlarms({ ...testApp, fixtures: { admin } })).toContainEqual(
      expect.objectContaining({ kind: 'passkey_copied' }),
    );
    const { email, password } = doctor;
    const login = await testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password });
    expect(factorRequired.parse(await login.json()).methods).toEqual(['recovery']);
  });

  it('signs in no more once it is removed, and the password is enough again', async () => {
    await client.call(routes.account.renamePasskey, { params: { id: added.id }, body: { name: 'Laptop' } });
    expect((await client.call(routes.account.security, {})).passkeys).toMatchObject([
      { name: 'Laptop', synced: false },
    ]);
    await client.call(routes.account.removePasskey, { params: { id: added.id } });
    expect(await answer(await client.json('DELETE', `/api/account/passkeys/${added.id}`, {}))).toEqual([
      404,
      'not_found',
    ]);
    expect(await answer(await signIn())).toEqual(refused);
    expect((await client.call(routes.account.security, {})).recoveryCodes).toBeNull();
  });

  it('finishes a sign-in after the password, bound to its account', async () => {
    const { email, password } = doctor;
    const login = await testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password });
    const { challengeId, methods } = factorRequired.parse(await login.json());
    expect(methods).toEqual(['passkey', 'recovery']);
    const finish = (response: object) =>
      testApp.anonymous.json('POST', routes.auth.factorSignIn.path, { challengeId, response });
    expect(await answer(await finish(passkey.sign(await options())))).toEqual([401, 'invalid_factor']);
    const given = await testApp.anonymous.json('POST', routes.auth.factorOptions.path, { challengeId });
    expect((await finish(passkey.sign(passkeyRequestOptions.parse(await given.json())))).status).toBe(200);
  });

  it('is what a step-up asks for', async () => {
    const stepUp = (body: object) => client.json('POST', routes.auth.stepUp.path, body);
    expect(await answer(await stepUp({ password: doctor.password }))).toEqual([400, 'validation']);
    expect(await answer(await stepUp({ response: passkey.sign(await options()) }))).toEqual([401, 'invalid_factor']);
    const response = passkey.sign(await client.call(routes.auth.stepUpOptions, {}));
    const right = await stepUp({ response });
    expect(right.status).toBe(200);
    client.sessionId = routes.auth.stepUp.reply.parse(await right.json()).sessionId;
    expect(await answer(await stepUp({ response }))).toEqual([401, 'invalid_factor']);
  });
});
