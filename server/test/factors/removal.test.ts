import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { factorRequired } from '@medcloud/contract/shapes/factors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runFactorRemoval } from '../../src/commands/run-factor-removal.ts';
import { removeFactors } from '../../src/domain/factors/remove-factors.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { loginsOf } from '../harness/logins-of.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type Authenticator, setUpAuthenticator } from './authenticator.ts';
import { SoftPasskey } from './soft-passkey.ts';

describe('npm run factor:remove', () => {
  let testApp: TestApp;
  let doctor: DoctorFixture;
  let other: DoctorFixture;
  let authenticator: Authenticator;
  let recoveryCodes: string[];
  let count = 0;

  beforeAll(async () => {
    testApp = await startTestApp({ connections: racingConnections });
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    count += 1;
    const admin = await signInAdmin(testApp);
    doctor = await createDoctor(testApp, admin, `lost${count}`);
    other = await createDoctor(testApp, admin, `kept${count}`);
    ({ authenticator, recoveryCodes } = await setUpAuthenticator(testApp, doctor.client));
    await setUpAuthenticator(testApp, other.client);
    testApp.advanceClock(60_000); // the codes that confirmed the apps are used
  });

  const remove = (email: string) =>
    runFactorRemoval(testApp.config, { logins: loginsOf(testApp), isTestDatabase: true }, email);
  const signIn = ({ email, password }: DoctorFixture) =>
    testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password });
  const challengeOf = async (of: DoctorFixture) => factorRequired.parse(await (await signIn(of)).json()).challengeId;
  const rowsOf = async (userId: string) => {
    const { rows } = await testApp.superuser.query(
      `SELECT (SELECT count(*)::int FROM totp_secrets WHERE user_id = $1) AS apps,
         (SELECT count(*)::int FROM recovery_codes WHERE user_id = $1) AS codes,
         (SELECT count(*)::int FROM sign_in_challenges WHERE user_id = $1) AS challenges,
         (SELECT count(*)::int FROM sessions WHERE user_id = $1 AND revoked_at IS NULL) AS sessions`,
      [userId],
    );
    return rows[0];
  };
  const removals = async () => {
    const { rows } = await testApp.superuser.query(
      `SELECT actor_kind AS actor, person_id AS person, object_kind AS kind, object_id AS id, details
       FROM audit_events WHERE event = 'factor_removed' AND object_id = ANY ($1)`,
      [[doctor.userId, other.userId]],
    );
    return rows;
  };

  it('makes the password enough again, and ends sessions, codes and challenges of this account alone', async () => {
    const challengeId = await challengeOf(doctor);
    await challengeOf(other);
    const before = await rowsOf(other.userId);
    await remove(doctor.email.toLowerCase());
    expect(await rowsOf(doctor.userId)).toEqual({ apps: 0, codes: 0, challenges: 0, sessions: 0 });
    expect(await rowsOf(other.userId)).toEqual(before);
    expect(before).toEqual({ apps: 1, codes: 10, challenges: 1, sessions: 1 });
    expect((await doctor.client.raw('GET', routes.auth.session.path)).status).toBe(401);
    const late = { challengeId, code: authenticator.code() };
    const over = await testApp.anonymous.json('POST', routes.auth.factorSignIn.path, late);
    expect([over.status, problem.parse(await over.json()).code]).toEqual([401, 'challenge_over']);
    expect(routes.auth.doctorLogin.reply.parse(await (await signIn(doctor)).json())).toHaveProperty('sessionId');
  });

  it('records the removal as the portal’s, and mails the owner', async () => {
    await remove(doctor.email.toLowerCase());
    const details = { kinds: ['totp'], sessions: 1 };
    expect(await removals()).toEqual([{ actor: 'system', person: null, kind: 'user', id: doctor.userId, details }]);
    await waitUntil(async () =>
      (await testApp.outbox.mail()).some(
        ({ to, text }) => to === doctor.email.toLowerCase() && text.includes('αφαιρέθηκε η εφαρμογή'),
      ),
    );
  });

  it('removes passkeys too, also where there is no app', async () => {
    await doctor.client.call(routes.account.removeTotp, {});
    const passkey = new SoftPasskey(testApp.config.publicUrl.origin);
    const response = passkey.create(await doctor.client.call(routes.account.passkeyCreation, {}));
    await doctor.client.call(routes.account.addPasskey, { body: { name: 'Phone', response } });
    await remove(doctor.email.toLowerCase());
    expect(await rowsOf(doctor.userId)).toEqual({ apps: 0, codes: 0, challenges: 0, sessions: 0 });
    const { rows } = await testApp.superuser.query('SELECT FROM passkeys WHERE user_id = $1', [doctor.userId]);
    expect(rows).toEqual([]);
    expect((await removals()).at(-1)).toMatchObject({ details: { kinds: ['passkey'], sessions: 1 } });
    expect(routes.auth.doctorLogin.reply.parse(await (await signIn(doctor)).json())).toHaveProperty('sessionId');
  });

  it('leaves no session of a sign-in or step-up that runs at the same time', async () => {
    const challenges = await Promise.all(recoveryCodes.slice(0, 4).map(() => challengeOf(doctor)));
    const outcomes = await Promise.all([
      ...challenges.map((challengeId, index) =>
        testApp.anonymous.json('POST', routes.auth.factorSignIn.path, {
          challengeId,
          recoveryCode: recoveryCodes[index],
        }),
      ),
      doctor.client.json('POST', routes.auth.stepUp.path, { code: authenticator.code() }),
      removeFactors(testApp.app.context, doctor.email.toLowerCase()),
    ]);
    const answers = outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : outcome.status));
    for (const each of answers) expect([200, 400, 401, 'removed']).toContain(each);
    expect(await rowsOf(doctor.userId)).toEqual({ apps: 0, codes: 0, challenges: 0, sessions: 0 });
  });

  it('says which address has no account and which account no second factor, and changes nothing', async () => {
    const before = await rowsOf(doctor.userId);
    await expect(remove('nobody@example.gr')).rejects.toThrow('No account has the address nobody@example.gr.');
    await other.client.call(routes.account.removeTotp, {});
    const unconfirmed = await other.client.call(routes.account.beginTotp, {});
    expect(unconfirmed.secret).not.toBe('');
    const email = other.email.toLowerCase();
    await expect(remove(email)).rejects.toThrow(`The account ${email} has no second factor`);
    expect(await rowsOf(other.userId)).toMatchObject({ apps: 1, sessions: 1 });
    expect(await rowsOf(doctor.userId)).toEqual(before);
    expect(await removals()).toEqual([]);
  });

  it('asks for one address, and says how the command is called', async () => {
    const command = fileURLToPath(new URL('../../src/commands/remove-factor.ts', import.meta.url));
    for (const args of [[], ['a@example.gr', 'b@example.gr']]) {
      const [code, stderr] = await new Promise<[unknown, string]>((resolve) => {
        execFile(process.execPath, [command, ...args], (error, _, text) => resolve([error?.code, text]));
      });
      expect([args, code]).toEqual([args, 2]);
      expect(stderr).toContain('npm run factor:remove -- name@example.com');
    }
  });
});
