import { routes } from '@medcloud/contract';
import { factorRequired } from '@medcloud/contract/shapes/factors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordMissingFactors } from '../../src/domain/accounts/sign-in/record-missing-factors.ts';
import { listAlarms } from '../alarms/list-alarms.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type Authenticator, setUpAuthenticator } from './authenticator.ts';

const minuteMs = 60_000;

describe('a right password whose second factor does not come', () => {
  let testApp: TestApp;
  let doctor: DoctorFixture;
  let authenticator: Authenticator;

  beforeAll(async () => {
    testApp = await startTestApp();
    doctor = await createDoctor(testApp, await signInAdmin(testApp), 'missing');
    ({ authenticator } = await setUpAuthenticator(testApp, doctor.client));
    testApp.advanceClock(minuteMs); // the code that set the app up is used
  });
  afterAll(() => testApp.close());

  const givePassword = async () => {
    const { email, password } = doctor;
    const response = await testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password });
    return factorRequired.parse(await response.json()).challengeId;
  };
  const giveCode = (challengeId: string) =>
    testApp.anonymous.json('POST', routes.auth.factorSignIn.path, { challengeId, code: authenticator.code() });
  const endChallenges = async () => {
    testApp.advanceClock(11 * minuteMs);
    return await recordMissingFactors(testApp.app.context);
  };
  const alarms = async () => {
    const open = await listAlarms({ ...testApp, fixtures: { admin: await signInAdmin(testApp) } });
    return open.filter(({ kind }) => kind === 'password_known');
  };
  const mails = async () => {
    const sent = (await testApp.outbox.mail()).filter(({ to }) => to === doctor.email.toLowerCase());
    return sent.filter(({ text }) => text.includes('κάποιος γνωρίζει τον κωδικό σας')).length;
  };

  it('is recorded once, as a failed sign-in with its network, when its challenge has ended', async () => {
    expect((await giveCode(await givePassword())).status).toBe(200);
    await givePassword();
    expect(await recordMissingFactors(testApp.app.context)).toBe(0);
    expect([await endChallenges(), await endChallenges()]).toEqual([1, 0]);
    const { rows } = await testApp.superuser.query(
      `SELECT e.outcome, e.address_block AS network, d.id IS NOT NULL AS "isDoctor" FROM audit_events e
       LEFT JOIN doctors d ON d.user_id = e.person_id WHERE e.details->>'cause' = 'factor_missing'`,
    );
    expect(rows).toEqual([{ outcome: 'failure', network: expect.any(String), isDoctor: true }]);
  });

  it('is told to its owner by one mail once it happened three times in an hour', async () => {
    await givePassword();
    await endChallenges();
    expect(await alarms()).toEqual([]);
    await givePassword();
    await endChallenges();
    expect(await alarms()).toMatchObject([{ account: { email: doctor.email.toLowerCase() }, count: 3 }]);
    await waitUntil(async () => (await mails()) === 1);
    await givePassword();
    await endChallenges();
    expect(await alarms()).toHaveLength(1);
    expect(await mails()).toBe(1);
  });
});
