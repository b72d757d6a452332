import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import * as z from 'zod';
import type { Client } from '../../harness/client.ts';
import { signupForm } from '../../harness/fixtures.ts';
import { type Attempt, crossSite, plain, type Variant, type Variants } from '../attempt.ts';
import type { Account, SignedActor } from '../matrix-accounts.ts';
import type { MatrixFixture } from '../matrix-fixture.ts';
import { jsonOf, masked, type RequestSpec, type TestResponse } from '../send.ts';

const session = routes.auth.session.path;
const centerLoginPath = routes.auth.centerLogin.path;
const unknownAccount = { name: 'nobody@example.gr', password: 'nobody’s password' };

/** Returns an actor's credentials for a sign-in route. The anonymous actor has an unknown account. */
function credentialsFor(loginPath: string, { fixture, sender }: Attempt): { name: string; password: string } {
  if (sender === 'anonymous') return unknownAccount;
  const account = fixture.accounts[sender];
  return { name: account.loginPath === loginPath ? account.name : account.email, password: account.password };
}

function loginRequest(loginPath: string, name: string | undefined, password: string): RequestSpec {
  const field = loginPath === centerLoginPath ? 'centerId' : 'email';
  return { method: 'POST', path: loginPath, json: { ...(name === undefined ? {} : { [field]: name }), password } };
}

/** Expects that a failed sign-in returns the same bytes as that of an unknown account. */
async function expectUniform(attempt: Attempt, loginPath: string, response: TestResponse): Promise<void> {
  const unknown = await attempt.send(loginRequest(loginPath, 'unknown@example.gr', 'any password'), null);
  expect(masked(response)).toBe(masked(unknown));
}

function ownCredentials(loginPath: string): Variant {
  return {
    isWithoutFactor: true,
    run: async (attempt) => {
      await attempt.fixture.resetLimits();
      const { name, password } = credentialsFor(loginPath, attempt);
      const earlierClient = attempt.sender === 'anonymous' ? null : await attempt.fixture.newClient(attempt.sender);
      const response = await attempt.send(loginRequest(loginPath, name, password), earlierClient);
      if (attempt.row.status === 401) await expectUniform(attempt, loginPath, response);
      else if (earlierClient !== null) {
        const old = await attempt.send({ method: 'GET', path: session }, earlierClient);
        expect(old.status, 'the presented session ends').toBe(401);
      }
      return response;
    },
    demand: async (response, { fixture }) => {
      expect(response.headers['set-cookie']?.[0]).toMatch(
        fixture.posture === 'production'
          ? /^__Host-mc_session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/
          : /^mc_session_0=[^;]+; Path=\/; HttpOnly; SameSite=Strict$/,
      );
      const { sessionId } = z.object({ sessionId: z.string().min(40) }).parse(jsonOf(response));
      const headers = { authorization: `Bearer ${sessionId}` };
      expect((await fixture.send({ method: 'GET', path: session, headers })).status).toBe(200);
    },
  };
}

function wrongPassword(loginPath: string): Variant {
  return {
    run: async (attempt) => {
      await attempt.fixture.resetLimits();
      const response = await attempt.send(
        loginRequest(loginPath, credentialsFor(loginPath, attempt).name, 'not the password'),
        null,
      );
      await expectUniform(attempt, loginPath, response);
      return response;
    },
  };
}

function missingField(loginPath: string): Variant {
  return {
    run: async (attempt) => {
      const response = await attempt.send(loginRequest(loginPath, undefined, 'a canary of a password'), null);
      expect(response.text).not.toContain('canary');
      return response;
    },
  };
}

const freeSignIns = 5;

function overRateLimit(loginPath: string): Variant {
  return {
    run: async (attempt) => {
      const { fixture } = attempt;
      await fixture.resetLimits();
      const { name, password } = credentialsFor(loginPath, attempt);
      for (let turn = 0; turn < freeSignIns; turn += 1)
        await attempt.send(loginRequest(loginPath, name, 'not the password'), null);
      // The first delay is one second of real time. Extend it, so a slow machine does not miss it.
      await fixture.sql(`UPDATE throttles SET expire = expire + 60000 WHERE key LIKE 'delay:%'`);
      const response = await attempt.send(loginRequest(loginPath, name, password), null);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      await fixture.resetLimits();
      return response;
    },
  };
}

function login(loginPath: string): Variants {
  return {
    [`POST ${loginPath} own_valid_credentials`]: ownCredentials(loginPath),
    [`POST ${loginPath} wrong_password`]: wrongPassword(loginPath),
    [`POST ${loginPath} missing_field`]: missingField(loginPath),
    [`POST ${loginPath} over_rate_limit`]: overRateLimit(loginPath),
  };
}

/** Keys that a form must not set, and a card number that must not be stored. */
const smuggled = {
  role: 'admin',
  isVerified: true,
  subscriptionStatus: 'active',
  cardNumber: '4111111111111111',
  cvv: '999',
};

const newEmail: Variant = {
  run: async (attempt) => {
    const form = signupForm(`new${attempt.fixture.nextNumber()}`);
    const response = await attempt.send({
      method: 'POST',
      path: '/api/auth/doctor/signup',
      json: { ...form, ...smuggled },
    });
    const [storedRow] = await attempt.fixture.sql(
      'SELECT d.state, u.role, u.subscription_status, d::text || u::text AS all FROM doctors d JOIN users u ON u.id = d.user_id WHERE u.email = $1',
      [form.email],
    );
    expect(storedRow).toMatchObject({ state: 'pending', role: 'doctor', subscription_status: 'inactive' });
    expect(String(storedRow?.all)).not.toContain('4111111111111111');
    return response;
  },
  demand: (response) => expect(response.headers['set-cookie']).toBeUndefined(),
};

const signup: Variants = {
  'POST /api/auth/doctor/signup new_email': newEmail,
  'POST /api/auth/doctor/signup existing_email_mail_configured': plain(({ fixture }) => ({
    method: 'POST',
    path: '/api/auth/doctor/signup',
    json: { ...signupForm(`again${fixture.nextNumber()}`), email: fixture.accounts.doctor_consent.email },
  })),
  'POST /api/auth/doctor/signup passwords_differ': {
    run: async (attempt) => {
      const json = { ...signupForm(`differs${attempt.fixture.nextNumber()}`), confirmPassword: 'another' };
      const response = await attempt.send({ method: 'POST', path: '/api/auth/doctor/signup', json });
      expect(jsonOf(response)).toMatchObject({ errors: [{ field: 'confirmPassword' }] });
      return response;
    },
  },
};

const logout: Variant = {
  run: async (attempt) => {
    const { sender, fixture } = attempt;
    const client = sender === 'anonymous' ? null : await fixture.newClient(sender);
    const response = await attempt.send({ method: 'POST', path: '/api/auth/logout' }, client);
    const again = await attempt.send({ method: 'POST', path: '/api/auth/logout' }, client);
    const after = await attempt.send({ method: 'GET', path: session }, client);
    expect(after.status, 'the session has ended').toBe(401);
    return [response, again];
  },
};

/** Returns a client with the bearer of one user and the cookie of another. */
async function mixedClient(fixture: MatrixFixture, actor: SignedActor): Promise<Client> {
  const other = await fixture.client(actor === 'center_a' ? 'center_b' : 'center_a');
  const mixed = (await fixture.client(actor)).copy();
  mixed.cookie = other.cookie;
  return mixed;
}

const sessionEndings: ((fixture: MatrixFixture, account: Account) => Promise<unknown>)[] = [
  (fixture, { email }) => updateSessions(fixture, email, `last_seen_at = last_seen_at - interval '31 minutes'`),
  (fixture, { email }) => updateSessions(fixture, email, `expires_at = now() - interval '1 minute'`),
  (fixture, { email }) => updateSessions(fixture, email, `revoked_at = app_now(), revoke_cause = 'test'`),
  (fixture, { email }) => fixture.sql('UPDATE users SET closed_at = app_now() WHERE email = $1', [email]),
];

function updateSessions(fixture: MatrixFixture, email: string, change: string): Promise<unknown> {
  return fixture.sql(
    `UPDATE sessions SET ${change} WHERE revoked_at IS NULL AND user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
}

/** A session that is idle, expired, revoked, or whose account is closed: all return the same bytes. */
const endedSession: Variant = {
  run: async (attempt) => {
    const { sender, fixture } = attempt;
    if (sender === 'anonymous') return await attempt.send({ method: 'GET', path: session });
    const responses: TestResponse[] = [];
    for (const endSession of sessionEndings) {
      const client = await fixture.newClient(sender);
      await endSession(fixture, fixture.accounts[sender]);
      responses.push(await attempt.send({ method: 'GET', path: session }, client));
      await fixture.sql('UPDATE users SET closed_at = NULL WHERE email = $1', [fixture.accounts[sender].email]);
    }
    expect(new Set(responses.map(masked)).size).toBe(1);
    if (attempt.transport !== 'bearer')
      for (const { headers } of responses) expect(headers['set-cookie']?.join()).toMatch(/=; Max-Age=0; Path=\/;/);
    return responses;
  },
};

const stepUpRequest = (password: string): RequestSpec => ({
  method: 'POST',
  path: '/api/auth/step-up',
  json: { password },
});

/** Changes the password and remembers it in the fixture. The user's other sessions end. */
const changePassword: Variant = {
  run: async (attempt) => {
    const { sender, fixture } = attempt;
    const path = '/api/auth/change-password';
    const json = { currentPassword: 'any', newPassword: `a new password, number ${fixture.nextNumber()}` };
    if (sender === 'anonymous') return await attempt.send({ method: 'POST', path, json });
    const [client, other] = [await fixture.newClient(sender), await fixture.newClient(sender)];
    json.currentPassword = fixture.accounts[sender].password;
    const response = await attempt.send({ method: 'POST', path, json }, client);
    if (response.status === 200) fixture.accounts[sender].password = json.newPassword;
    expect((await attempt.send({ method: 'GET', path: session }, other)).status, 'other sessions end').toBe(401);
    expect((await attempt.send({ method: 'GET', path: session }, client)).status, 'the old session ends').toBe(401);
    return response;
  },
  demand: async (response, { fixture }) => {
    const { sessionId } = z.object({ sessionId: z.string() }).parse(jsonOf(response));
    const headers = { authorization: `Bearer ${sessionId}` };
    expect((await fixture.send({ method: 'GET', path: session, headers })).status).toBe(200);
  },
};

/** Step-up replaces the calling session by a new one. Other sessions stay. */
const stepUp: Variant = {
  isWithoutFactor: true,
  run: async (attempt) => {
    const { sender, fixture } = attempt;
    if (sender === 'anonymous') return await attempt.send(stepUpRequest('any'));
    const [client, other] = [await fixture.newClient(sender), await fixture.newClient(sender)];
    const response = await attempt.send(stepUpRequest(fixture.accounts[sender].password), client);
    expect((await attempt.send({ method: 'GET', path: session }, client)).status, 'the old session ends').toBe(401);
    expect((await attempt.send({ method: 'GET', path: session }, other)).status, 'others stay').toBe(200);
    return response;
  },
  demand: changePassword.demand ?? (() => undefined),
};

const sessions: Variants = {
  'POST /api/auth/step-up default': stepUp,
  'POST /api/auth/step-up wrong_password': {
    ...plain(() => stepUpRequest('not the password')),
    isWithoutFactor: true,
  },
  'POST /api/auth/step-up cookie_cross_site': crossSite(() => stepUpRequest('any')),
  'POST /api/auth/logout default': logout,
  'GET /api/auth/session default': plain(
    () => ({ method: 'GET', path: session }),
    (response, { actor }) => {
      const role = actor === 'admin' ? 'admin' : actor.startsWith('center') ? 'medical_center' : 'doctor';
      expect(jsonOf(response)).toMatchObject({ user: { role, mustChangePassword: false } });
    },
  ),
  'GET /api/auth/session bearer_and_cookie_of_different_users': {
    run: async (attempt) => {
      const { sender, fixture } = attempt;
      return await attempt.send(
        { method: 'GET', path: session },
        sender === 'anonymous' ? null : await mixedClient(fixture, sender),
      );
    },
  },
  'GET /api/auth/session token_in_query_string': {
    run: async (attempt) => {
      const { sender, fixture } = attempt;
      const token = sender === 'anonymous' ? 'none' : ((await fixture.client(sender)).sessionId ?? '');
      return await attempt.send({ method: 'GET', path: `${session}?sessionId=${token}&access_token=${token}` }, null);
    },
  },
  'GET /api/auth/session expired_idle_absolute_revoked_or_disabled_user': endedSession,
  'TRACE /api/auth/session default': plain(() => ({ method: 'TRACE', path: session })),
  'POST /api/auth/change-password default': changePassword,
  'POST /api/auth/change-password wrong_current_password': plain(() => ({
    method: 'POST',
    path: '/api/auth/change-password',
    json: { currentPassword: 'not the password', newPassword: 'a new password, never set' },
  })),
};

export const auth: Variants = {
  ...login(centerLoginPath),
  ...login(routes.auth.doctorLogin.path),
  ...login(routes.auth.adminLogin.path),
  ...signup,
  ...sessions,
};
