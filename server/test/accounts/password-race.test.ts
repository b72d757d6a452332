import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { PasswordHasher } from '../../src/domain/accounts/passwords/password-hasher.ts';
import { Client } from '../harness/client.ts';
import { createFastHasher } from '../harness/fast-passwords.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

const real = createFastHasher();

/** Compares passwords as in production, but can pause the next comparison until it is released. */
class SlowPasswords implements PasswordHasher {
  #paused: { reached: () => void; released: Promise<void> } | null = null;

  /** Pauses the next comparison after its result; `reached` resolves at that point. */
  pauseNext(): { reached: Promise<void>; release: () => void } {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.#paused = { reached: reached.resolve, released: released.promise };
    return { reached: reached.promise, release: released.resolve };
  }

  hash(password: string): Promise<string> {
    return real.hash(password);
  }

  matches(stored: string | null, password: string): Promise<boolean> {
    return this.#pauseAfter(real.matches(stored, password));
  }

  hashLike(settings: string | null, password: string): Promise<string> {
    return this.#pauseAfter(real.hashLike(settings, password));
  }

  async #pauseAfter<T>(work: Promise<T>): Promise<T> {
    const paused = this.#paused;
    this.#paused = null;
    const result = await work;
    paused?.reached();
    await paused?.released;
    return result;
  }
}

const passwords = new SlowPasswords();
let testApp: TestApp;
let doctor: DoctorFixture;
const { doctorLogin, changePassword } = routes.auth;

beforeAll(async () => {
  testApp = await startTestApp({ connections: racingConnections, overrides: { passwords } });
  doctor = await createDoctor(testApp, await signInAdmin(testApp), 'racing');
});
afterAll(() => testApp.close());

const chosen = 'a brand new password';
const change = async (currentPassword: string, newPassword: string) =>
  await doctor.client.json('POST', changePassword.path, { currentPassword, newPassword });

it('creates no session with a password that was changed during the comparison', async () => {
  const { reached, release } = passwords.pauseNext();
  const thief = new Client(testApp.origin, testApp.config);
  const signingIn = thief.json('POST', doctorLogin.path, { email: doctor.email, password: doctor.password });
  onTestFinished(release);
  await reached;
  const changed = await doctor.client.call(changePassword, {
    body: { currentPassword: doctor.password, newPassword: chosen },
  });
  doctor.client.sessionId = changed.sessionId;
  release();
  expect((await signingIn).status).toBe(401);
  const activeSessions = await testApp.superuser.query(
    'SELECT count(*) FROM sessions WHERE user_id = $1 AND revoked_at IS NULL',
    [doctor.userId],
  );
  expect(activeSessions.rows).toEqual([{ count: 1 }]);
});

it('creates no session with a password that changes while the sign-in waits for the account', async () => {
  const signIn = async (password: string) =>
    (await new Client(testApp.origin, testApp.config).json('POST', doctorLogin.path, { email: doctor.email, password }))
      .status;
  const other = await testApp.superuser.connect();
  try {
    await other.query('BEGIN');
    const { rows } = await other.query('SELECT password_hash AS hash FROM users WHERE id = $1', [doctor.userId]);
    await other.query('UPDATE users SET password_hash = $2 WHERE id = $1', [
      doctor.userId,
      await real.hash('what the owner chose first'),
    ]);
    const signingIn = signIn(chosen);
    await waitUntil(async () => {
      const waiting = await testApp.superuser.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND usename = 'medcloud_app' AND wait_event_type = 'Lock'`,
      );
      return waiting.rows.length > 0;
    });
    await other.query('COMMIT');
    expect(await signingIn).toBe(401);
    await other.query('UPDATE users SET password_hash = $2 WHERE id = $1', [doctor.userId, rows[0]?.hash]);
  } finally {
    other.release();
  }
  expect(await signIn(chosen)).toBe(200);
});

it('changes no password with an old password that was changed meanwhile', async () => {
  const { reached, release } = passwords.pauseNext();
  onTestFinished(release);
  const first = change(chosen, 'what the thief would like');
  await reached;
  const second = await doctor.client.call(changePassword, {
    body: { currentPassword: chosen, newPassword: 'what the owner chose' },
  });
  release();
  // the change ended the first request's session, so row-level security hides its account
  expect((await first).status).toBe(400);
  doctor.client.sessionId = second.sessionId;
  const signIn = async (password: string) =>
    (await new Client(testApp.origin, testApp.config).json('POST', doctorLogin.path, { email: doctor.email, password }))
      .status;
  expect([await signIn('what the thief would like'), await signIn('what the owner chose')]).toEqual([401, 200]);
});
