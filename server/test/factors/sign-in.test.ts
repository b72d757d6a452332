import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { factorRequired, factorSignInReply } from '@medcloud/contract/shapes/factors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type Authenticator, setUpAuthenticator } from './authenticator.ts';

const minuteMs = 60_000;
const stepMs = 30_000;

describe('a sign-in with a second factor', () => {
  let testApp: TestApp;
  let doctor: DoctorFixture;
  let authenticator: Authenticator;
  let recoveryCodes: string[];
  let count = 0;

  beforeAll(async () => {
    testApp = await startTestApp({ connections: racingConnections });
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    count += 1;
    doctor = await createDoctor(testApp, await signInAdmin(testApp), `factor${count}`);
    ({ authenticator, recoveryCodes } = await setUpAuthenticator(testApp, doctor.client));
    testApp.advanceClock(stepMs * 2); // the code that confirmed the app is used
  });

  const enterPassword = () =>
    testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
  const begin = async () => factorRequired.parse(await (await enterPassword()).json()).challengeId;
  const finish = (body: Record<string, string>) => testApp.anonymous.json('POST', routes.auth.factorSignIn.path, body);
  const answer = async (response: Response) => [response.status, problem.parse(await response.json()).code];
  const sessions = async () => {
    const { rows } = await testApp.superuser.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM sessions WHERE user_id = $1 AND revoked_at IS NULL',
      [doctor.userId],
    );
    return rows[0]?.count;
  };

  it('begins no session by the password alone (T-MFA1)', async () => {
    const before = await sessions();
    const response = await enterPassword();
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
    const body: unknown = await response.json();
    expect(factorRequired.strict().parse(body).methods).toEqual(['totp', 'recovery']);
    expect(await sessions()).toBe(before);
  });

  it('begins the session by a code of this step, the one before or the one after, and no other', async () => {
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
    ] as const)
      expect([steps, (await finish({ challengeId: await begin(), code: authenticator.code(steps) })).status]).toEqual([
        steps,
        status,
      ]);
  });

  it('answers as the sign-in that began does, with both cookies', async () => {
    const response = await finish({ challengeId: await begin(), code: authenticator.code() });
    expect(response.headers.getSetCookie()).toHaveLength(2);
    const reply = factorSignInReply.parse(await response.json());
    expect(reply).toMatchObject({ user: { email: doctor.email }, doctor: { id: doctor.id } });
    const client = new Client(testApp.origin, testApp.config);
    client.sessionId = reply.sessionId;
    expect((await client.call(routes.auth.session, {})).user.email).toBe(doctor.email);
  });

  it('takes a code once, of 48 parallel sends', async () => {
    const before = (await sessions()) ?? 0;
    const code = authenticator.code();
    const challenges = await Promise.all(Array.from({ length: 4 }, begin));
    const sends = challenges.flatMap((challengeId) => Array.from({ length: 12 }, () => finish({ challengeId, code })));
    const statuses = (await Promise.all(sends)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await sessions()).toBe(before + 1);
    expect(await answer(await finish({ challengeId: await begin(), code }))).toEqual([401, 'invalid_factor']);
  });

  it('compares five codes of a challenge, of 50 parallel ones, and not the right one after them', async () => {
    const challengeId = await begin();
    const wrong = ['000000', '111111'].find((code) => code !== authenticator.code()) ?? '';
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => answer(await finish({ challengeId, code: wrong }))),
    );
    expect(answers.filter(([, code]) => code === 'invalid_factor')).toHaveLength(5);
    expect(answers.filter(([, code]) => code === 'challenge_over')).toHaveLength(45);
    expect(await answer(await finish({ challengeId, code: authenticator.code() }))).toEqual([401, 'challenge_over']);
  });

  it('takes a recovery code once, of 48 parallel sends, tells the owner, and records it', async () => {
    const [recoveryCode = ''] = recoveryCodes;
    const challenges = await Promise.all(Array.from({ length: 4 }, begin));
    const sends = challenges.flatMap((challengeId) =>
      Array.from({ length: 12 }, () => finish({ challengeId, recoveryCode })),
    );
    const statuses = (await Promise.all(sends)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const { rows } = await testApp.superuser.query(
      `SELECT event FROM audit_events WHERE person_id = $1 AND event = 'recovery_code_used'`,
      [doctor.userId],
    );
    expect(rows).toHaveLength(1);
    const hasMail = async () =>
      (await testApp.outbox.mail()).some(
        ({ to, text }) => to === doctor.email.toLowerCase() && text.includes('κωδικό ανάκτησης'),
      );
    await waitUntil(hasMail);
    expect((await doctor.client.call(routes.account.security, {})).recoveryCodes?.left).toBe(9);
  });

  it('reads a recovery code as people type it', async () => {
    const greek: Record<string, string> = {
      A: 'α',
      B: 'Β',
      E: 'ε',
      H: 'Η',
      K: 'κ',
      M: 'Μ',
      N: 'ν',
      P: 'Ρ',
      T: 'τ',
      X: 'χ',
    };
    for (const code of recoveryCodes.slice(0, 3)) {
      const typed = [...code.replaceAll('-', ' ')].map((character) => greek[character] ?? character).join('');
      const similar = typed.replaceAll('0', 'Ο').replaceAll('1', 'l');
      expect((await finish({ challengeId: await begin(), recoveryCode: similar })).status).toBe(200);
    }
  });

  it('reads digits of any script, and rejects what has not six', async () => {
    const arabic = [...authenticator.code()].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join('');
    const challengeId = await begin();
    for (const code of ['12345', '1234567', 'abcdef', ''])
      expect(await answer(await finish({ challengeId, code }))).toEqual([400, 'validation']);
    expect((await finish({ challengeId, code: `${arabic.slice(0, 3)} ${arabic.slice(3)}` })).status).toBe(200);
  });

  it('ends a challenge after ten minutes, after its use, and when the password changes', async () => {
    const old = await begin();
    testApp.advanceClock(10 * minuteMs + 1_000);
    expect(await answer(await finish({ challengeId: old, code: authenticator.code() }))).toEqual([
      401,
      'challenge_over',
    ]);
    const used = await begin();
    expect((await finish({ challengeId: used, code: authenticator.code() })).status).toBe(200);
    testApp.advanceClock(stepMs);
    expect(await answer(await finish({ challengeId: used, code: authenticator.code() }))).toEqual([
      401,
      'challenge_over',
    ]);
    const waiting = await begin();
    const newPassword = 'Another long enough passphrase 7';
    const client = new Client(testApp.origin, testApp.config);
    client.sessionId = factorSignInReply.parse(
      await (await finish({ challengeId: await begin(), code: authenticator.code() })).json(),
    ).sessionId;
    await client.call(routes.auth.changePassword, { body: { currentPassword: doctor.password, newPassword } });
    testApp.advanceClock(stepMs);
    expect(await answer(await finish({ challengeId: waiting, code: authenticator.code() }))).toEqual([
      401,
      'challenge_over',
    ]);
  });

  it('knows no challenge that did not begin', async () => {
    expect(await answer(await finish({ challengeId: 'x'.repeat(43), code: '123456' }))).toEqual([
      401,
      'challenge_over',
    ]);
  });

  it('begins no session of an account that was closed meanwhile', async () => {
    const challengeId = await begin();
    await testApp.superuser.query('UPDATE users SET closed_at = app_now() WHERE id = $1', [doctor.userId]);
    expect(await answer(await finish({ challengeId, code: authenticator.code() }))).toEqual([401, 'challenge_over']);
  });
});
