import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPasswordHasher, type PasswordHasher } from '../../src/domain/accounts/passwords/password-hasher.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  signInAdmin,
} from '../harness/fixtures.ts';
import { adminLogin, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { countStatements } from '../harness/statements.ts';

/** T-EN1: whether there is an account shows neither in the answer, nor in what the database and the hash are asked. */
describe('a sign-in that fails (T-EN1)', () => {
  let testApp: TestApp;
  let center: CenterFixture;
  let doctor: DoctorFixture;
  const fastPasswords = createPasswordHasher({ memoryCost: 1_024, timeCost: 1 });
  let compared = 0;
  const counting: PasswordHasher = {
    hash: (password) => fastPasswords.hash(password),
    matches: (stored, password) => {
      compared += 1;
      return fastPasswords.matches(stored, password);
    },
  };

  beforeAll(async () => {
    testApp = await startTestApp({ overrides: { passwords: counting } });
    const admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await createCenter(testApp, admin, { ...plan, phone: '+306900000001' });
    doctor = await createDoctor(testApp, admin, 'uniform');
    // a pushed clock is told to the database in every transaction
    testApp.advanceClock(1_000);
    await testApp.app.context.queue.stop(); // what is sent behind the answer is no part of it
  });
  afterAll(() => testApp.close());

  /** What an attempt shows and asks for, but for what names the one request. */
  async function attempt(path: string, body: object) {
    await testApp.app.context.db.pool.query('DELETE FROM throttles');
    const before = compared;
    const { texts, stop } = countStatements(testApp.app.context.db.pool);
    const response = await testApp.anonymous.json('POST', path, body);
    stop();
    const problemBody = { ...problem.parse(await response.json()), requestId: '' };
    const statements = texts.map((text) => text.replace(/'[\w:-]+'/g, '?'));
    return { status: response.status, problemBody, statements, compared: compared - before };
  }

  const { adminLogin: adminLoginRoute, centerLogin, doctorLogin } = routes.auth;
  const wrong = 'not the password of anybody';
  it.each([
    ['a center’s door', centerLogin.path, () => ({ centerId: center.centerId }), { centerId: 'MCNOBODY' }],
    ['a doctor’s door', doctorLogin.path, () => ({ email: doctor.email }), { email: 'nobody@example.gr' }],
    [
      'an administrator’s door',
      adminLoginRoute.path,
      () => ({ email: adminLogin.email }),
      { email: 'nobody@example.gr' },
    ],
    ['another role’s door', doctorLogin.path, () => ({ email: center.email }), { email: 'nobody@example.gr' }],
  ])('at %s costs the same statements and one comparison, known or unknown', async (_, path, known, unknown) => {
    const ofKnown = await attempt(path, { ...known(), password: wrong });
    const ofUnknown = await attempt(path, { ...unknown, password: wrong });
    expect(ofKnown).toMatchObject({ status: 401, compared: 1, problemBody: { code: 'invalid_credentials' } });
    expect(ofKnown.statements.length).toBeGreaterThan(2);
    expect(ofUnknown).toEqual(ofKnown);
  });

  it('after five mistakes is put off alike, with no comparison at all', async () => {
    // the limiter's clock, so that no delay is over before it was met
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const sixth = async (email: string) => {
      const send = () => testApp.anonymous.json('POST', doctorLogin.path, { email, password: wrong });
      await testApp.app.context.db.pool.query('DELETE FROM throttles');
      for (let count = 0; count < 5; count += 1) await send();
      const before = compared;
      const refused = await send();
      return [refused.status, refused.headers.get('retry-after'), compared - before];
    };
    expect(await sixth(doctor.email)).toEqual([429, '1', 0]);
    expect(await sixth('nobody.at.all@example.gr')).toEqual([429, '1', 0]);
  });
});
