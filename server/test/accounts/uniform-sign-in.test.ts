import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPasswords, type Passwords } from '../../src/domain/accounts/password.ts';
import { type CenterCast, type DoctorCast, makeCenter, makeDoctor, signInAdmin } from '../harness/cast.ts';
import { countStatements } from '../harness/statements.ts';
import { adminLogin, openWorld, type World } from '../harness/world.ts';

/** T-EN1: whether there is an account shows neither in the answer, nor in what the database and the hash are asked. */
describe('a sign-in that fails (T-EN1)', () => {
  let world: World;
  let center: CenterCast;
  let doctor: DoctorCast;
  const quick = openPasswords({ memoryCost: 1_024, timeCost: 1 });
  let compared = 0;
  const counting: Passwords = {
    hash: (password) => quick.hash(password),
    matches: (stored, password) => {
      compared += 1;
      return quick.matches(stored, password);
    },
  };

  beforeAll(async () => {
    world = await openWorld({ parts: { passwords: counting } });
    const admin = await signInAdmin(world);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await makeCenter(world, admin, { ...plan, phone: '+306900000001' });
    doctor = await makeDoctor(world, admin, 'uniform');
    // a pushed clock is told to the database in every transaction
    world.pass(1_000);
    await world.house.portal.queue.stop(); // what is sent behind the answer is no part of it
  });
  afterAll(() => world.close());

  /** What an attempt shows and asks for, but for what names the one request. */
  async function attempt(path: string, body: object) {
    await world.house.portal.db.pool.query('DELETE FROM throttles');
    const before = compared;
    const { texts, stop } = countStatements(world.house.portal.db.pool);
    const response = await world.anonymous.json('POST', path, body);
    stop();
    const answer = { ...problem.parse(await response.json()), requestId: '' };
    const statements = texts.map((text) => text.replace(/'[\w:-]+'/g, '?'));
    return { status: response.status, answer, statements, compared: compared - before };
  }

  const { adminLogin: adminDoor, centerLogin, doctorLogin } = routes.auth;
  const wrong = 'not the password of anybody';
  it.each([
    ['a center’s door', centerLogin.path, () => ({ centerId: center.centerId }), { centerId: 'MCNOBODY' }],
    ['a doctor’s door', doctorLogin.path, () => ({ email: doctor.email }), { email: 'nobody@example.gr' }],
    ['an administrator’s door', adminDoor.path, () => ({ email: adminLogin.email }), { email: 'nobody@example.gr' }],
    ['another role’s door', doctorLogin.path, () => ({ email: center.email }), { email: 'nobody@example.gr' }],
  ])('at %s costs the same statements and one comparison, known or unknown', async (_, path, known, unknown) => {
    const ofKnown = await attempt(path, { ...known(), password: wrong });
    const ofUnknown = await attempt(path, { ...unknown, password: wrong });
    expect(ofKnown).toMatchObject({ status: 401, compared: 1, answer: { code: 'invalid_credentials' } });
    expect(ofKnown.statements.length).toBeGreaterThan(2);
    expect(ofUnknown).toEqual(ofKnown);
  });

  it('after five mistakes is put off alike, with no comparison at all', async () => {
    // the limiter's clock, so that no delay is over before it was met
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const sixth = async (email: string) => {
      const send = () => world.anonymous.json('POST', doctorLogin.path, { email, password: wrong });
      await world.house.portal.db.pool.query('DELETE FROM throttles');
      for (let count = 0; count < 5; count += 1) await send();
      const before = compared;
      const refused = await send();
      return [refused.status, refused.headers.get('retry-after'), compared - before];
    };
    expect(await sixth(doctor.email)).toEqual([429, '1', 0]);
    expect(await sixth('nobody.at.all@example.gr')).toEqual([429, '1', 0]);
  });
});
