import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PasswordHasher } from '../../src/domain/accounts/passwords/password-hasher.ts';
import { createFastHasher } from '../harness/fast-passwords.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  signInAdmin,
} from '../harness/fixtures.ts';
import { adminLogin, startTestApp, type TestApp } from '../harness/start-test-app.ts';

/** T-EN1: neither the response nor the work of database and hash shows whether an account exists. */
describe('failed sign-in (T-EN1)', () => {
  let testApp: TestApp;
  let center: CenterFixture;
  let doctor: DoctorFixture;
  const fastPasswords = createFastHasher();
  let comparisonCount = 0;
  const counting: PasswordHasher = {
    hash: (password) => fastPasswords.hash(password),
    matches: (stored, password) => fastPasswords.matches(stored, password),
    hashLike: (settings, password) => {
      comparisonCount += 1;
      return fastPasswords.hashLike(settings, password);
    },
  };

  beforeAll(async () => {
    testApp = await startTestApp({ overrides: { passwords: counting } });
    const admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await createCenter(testApp, admin, { ...plan, phone: '+306900000001' });
    doctor = await createDoctor(testApp, admin, 'uniform');
    // advanceClock() sets the database's time in each transaction; do it now, so that all attempts send the same
    testApp.advanceClock(1_000);
    await testApp.app.context.queue.stop(); // messages sent after the response are not compared
  });
  afterAll(() => testApp.close());

  /** Runs an attempt and returns its response without the request id, its statements and its password comparisons. */
  async function attempt(path: string, body: object) {
    await testApp.superuser.query('DELETE FROM throttles');
    const before = comparisonCount;
    const { texts, stop } = testApp.statements.record();
    const response = await testApp.anonymous.json('POST', path, body);
    stop();
    const problemBody = { ...problem.parse(await response.json()), requestId: '' };
    const statements = texts.map((text) => text.replace(/'[\w:,-]+'/g, '?'));
    return { status: response.status, problemBody, statements, comparisonCount: comparisonCount - before };
  }

  const { adminLogin: adminLoginRoute, centerLogin, doctorLogin } = routes.auth;
  const wrong = 'not the password of anybody';
  it.each([
    ['center login', centerLogin.path, () => ({ centerId: center.centerId }), { centerId: 'MCNOBODY' }],
    ['doctor login', doctorLogin.path, () => ({ email: doctor.email }), { email: 'nobody@example.gr' }],
    ['administrator login', adminLoginRoute.path, () => ({ email: adminLogin.email }), { email: 'nobody@example.gr' }],
    ['login of another role', doctorLogin.path, () => ({ email: center.email }), { email: 'nobody@example.gr' }],
  ])('costs the same statements and one comparison at %s, known or unknown', async (_, path, known, unknown) => {
    const ofKnown = await attempt(path, { ...known(), password: wrong });
    const ofUnknown = await attempt(path, { ...unknown, password: wrong });
    expect(ofKnown).toMatchObject({ status: 401, comparisonCount: 1, problemBody: { code: 'invalid_credentials' } });
    expect(ofKnown.statements.length).toBeGreaterThan(2);
    expect(ofUnknown).toEqual(ofKnown);
  });

  it('is delayed after five failures without a comparison, also for an unknown account', async () => {
    // fake the limiter's clock, so that a delay does not end before the next attempt
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const sixth = async (email: string) => {
      const send = () => testApp.anonymous.json('POST', doctorLogin.path, { email, password: wrong });
      await testApp.superuser.query('DELETE FROM throttles');
      for (let count = 0; count < 5; count += 1) await send();
      const before = comparisonCount;
      const refused = await send();
      return [refused.status, refused.headers.get('retry-after'), comparisonCount - before];
    };
    expect(await sixth(doctor.email)).toEqual([429, '1', 0]);
    expect(await sixth('nobody.at.all@example.gr')).toEqual([429, '1', 0]);
  });
});
