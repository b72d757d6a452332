import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openPasswords, type Passwords } from '../../src/domain/accounts/password.ts';
import { type DoctorCast, makeDoctor, signInAdmin } from '../harness/cast.ts';
import { Client } from '../harness/client.ts';
import { openWorld, type World } from '../harness/world.ts';

const real = openPasswords({ memoryCost: 1_024, timeCost: 1 });

/** Compares as the portal does, and then lets the next comparison wait until it is let go. */
class SlowPasswords implements Passwords {
  #held: { reached: () => void; released: Promise<void> } | null = null;

  /** The next comparison waits after it was right; `reached` says that it has come so far. */
  holdNext(): { reached: Promise<void>; release: () => void } {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.#held = { reached: reached.resolve, released: released.promise };
    return { reached: reached.promise, release: released.resolve };
  }

  hash(password: string): Promise<string> {
    return real.hash(password);
  }

  async matches(stored: string | null, password: string): Promise<boolean> {
    const held = this.#held;
    this.#held = null;
    const right = await real.matches(stored, password);
    held?.reached();
    await held?.released;
    return right;
  }
}

const passwords = new SlowPasswords();
let world: World;
let doctor: DoctorCast;
const { doctorLogin, changePassword } = routes.auth;

beforeAll(async () => {
  world = await openWorld({ parts: { passwords } });
  doctor = await makeDoctor(world, await signInAdmin(world), 'racing');
});
afterAll(() => world.close());

const chosen = 'a brand new password';
const change = async (currentPassword: string, newPassword: string) =>
  await doctor.client.json('POST', changePassword.path, { currentPassword, newPassword });

it('begins no session with a password that was changed while it was compared', async () => {
  const { reached, release } = passwords.holdNext();
  const thief = new Client(world.origin, world.config);
  const signingIn = thief.json('POST', doctorLogin.path, { email: doctor.email, password: doctor.password });
  onTestFinished(release);
  await reached;
  const changed = await doctor.client.call(changePassword, {
    body: { currentPassword: doctor.password, newPassword: chosen },
  });
  doctor.client.sessionId = changed.sessionId;
  release();
  expect((await signingIn).status).toBe(401);
  const live = await world.house.portal.db.pool.query(
    'SELECT count(*) FROM sessions WHERE user_id = $1 AND revoked_at IS NULL',
    [doctor.userId],
  );
  expect(live.rows).toEqual([{ count: 1 }]);
});

it('changes no password on the strength of one that was changed meanwhile', async () => {
  const { reached, release } = passwords.holdNext();
  onTestFinished(release);
  const first = change(chosen, 'what the thief would like');
  await reached;
  const second = await doctor.client.call(changePassword, {
    body: { currentPassword: chosen, newPassword: 'what the owner chose' },
  });
  release();
  // its session ended with the change, so the database does not know its account any more
  expect((await first).status).toBe(400);
  doctor.client.sessionId = second.sessionId;
  const signIn = async (password: string) =>
    (await new Client(world.origin, world.config).json('POST', doctorLogin.path, { email: doctor.email, password }))
      .status;
  expect([await signIn('what the thief would like'), await signIn('what the owner chose')]).toEqual([401, 200]);
});
