import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import * as z from 'zod';
import { signupForm } from '../../harness/cast.ts';
import type { Client } from '../../harness/client.ts';
import { type Attempt, crossSite, plain, type Variant, type Variants } from '../attempt.ts';
import { type Answer, type Ask, jsonOf, masked } from '../send.ts';
import type { Account, SignedActor, Stage } from '../stage.ts';

const session = routes.auth.session.path;
const centerDoor = routes.auth.centerLogin.path;
const stranger = { name: 'nobody@example.gr', password: 'nobody’s password' };

/** What an actor would type at a door; a stranger's account is unknown at each. */
function credentialsAt(door: string, { stage, actor }: Attempt): { name: string; password: string } {
  if (actor === 'anonymous') return stranger;
  const account = stage.accounts[actor];
  return { name: account.door === door ? account.name : account.email, password: account.password };
}

function loginAsk(door: string, name: string | undefined, password: string): Ask {
  const field = door === centerDoor ? 'centerId' : 'email';
  return { method: 'POST', path: door, json: { ...(name === undefined ? {} : { [field]: name }), password } };
}

/** A failed sign-in answers the same bytes as that of an account that nobody has. */
async function expectUniform(attempt: Attempt, door: string, answer: Answer): Promise<void> {
  const unknown = await attempt.send(loginAsk(door, 'unknown@example.gr', 'any password'), null);
  expect(masked(answer)).toBe(masked(unknown));
}

function ownCredentials(door: string): Variant {
  return {
    run: async (attempt) => {
      await attempt.stage.freshLimits();
      const { name, password } = credentialsAt(door, attempt);
      const presented = attempt.actor === 'anonymous' ? null : await attempt.stage.freshClient(attempt.actor);
      const answer = await attempt.send(loginAsk(door, name, password), presented);
      if (attempt.row.status === 401) await expectUniform(attempt, door, answer);
      else if (presented !== null) {
        const old = await attempt.send({ method: 'GET', path: session }, presented);
        expect(old.status, 'the presented session ends').toBe(401);
      }
      return answer;
    },
    demand: async (answer, { stage }) => {
      expect(answer.headers['set-cookie']?.[0]).toMatch(
        stage.posture === 'production'
          ? /^__Host-mc_session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/
          : /^mc_session_0=[^;]+; Path=\/; HttpOnly; SameSite=Strict$/,
      );
      const { sessionId } = z.object({ sessionId: z.string().min(40) }).parse(jsonOf(answer));
      const headers = { authorization: `Bearer ${sessionId}` };
      expect((await stage.send({ method: 'GET', path: session, headers })).status).toBe(200);
    },
  };
}

function wrongPassword(door: string): Variant {
  return {
    run: async (attempt) => {
      await attempt.stage.freshLimits();
      const answer = await attempt.send(loginAsk(door, credentialsAt(door, attempt).name, 'not the password'), null);
      await expectUniform(attempt, door, answer);
      return answer;
    },
  };
}

function missingField(door: string): Variant {
  return {
    run: async (attempt) => {
      const answer = await attempt.send(loginAsk(door, undefined, 'a canary of a password'), null);
      expect(answer.text).not.toContain('canary');
      return answer;
    },
  };
}

const freeSignIns = 5;

function overRateLimit(door: string): Variant {
  return {
    run: async (attempt) => {
      const { stage } = attempt;
      await stage.freshLimits();
      const { name, password } = credentialsAt(door, attempt);
      for (let turn = 0; turn < freeSignIns; turn += 1)
        await attempt.send(loginAsk(door, name, 'not the password'), null);
      // the first delay is one second of the machine's own time: stretched, so that a slow machine sees it as well
      await stage.sql(`UPDATE throttles SET expire = expire + 60000 WHERE key LIKE 'delay:%'`);
      const answer = await attempt.send(loginAsk(door, name, password), null);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      await stage.freshLimits();
      return answer;
    },
  };
}

function login(door: string): Variants {
  return {
    [`POST ${door} own_valid_credentials`]: ownCredentials(door),
    [`POST ${door} wrong_password`]: wrongPassword(door),
    [`POST ${door} missing_field`]: missingField(door),
    [`POST ${door} over_rate_limit`]: overRateLimit(door),
  };
}

/** Keys that a form must not be able to set, and a card number that must not be kept. */
const smuggled = {
  role: 'admin',
  isVerified: true,
  subscriptionStatus: 'active',
  cardNumber: '4111111111111111',
  cvv: '999',
};

const newEmail: Variant = {
  run: async (attempt) => {
    const form = signupForm(`new${attempt.stage.next()}`);
    const answer = await attempt.send({
      method: 'POST',
      path: '/api/auth/doctor/signup',
      json: { ...form, ...smuggled },
    });
    const [kept] = await attempt.stage.sql(
      'SELECT d.state, u.role, u.subscription_status, d::text || u::text AS all FROM doctors d JOIN users u ON u.id = d.user_id WHERE u.email = $1',
      [form.email],
    );
    expect(kept).toMatchObject({ state: 'pending', role: 'doctor', subscription_status: 'inactive' });
    expect(String(kept?.all)).not.toContain('4111111111111111');
    return answer;
  },
  demand: (answer) => expect(answer.headers['set-cookie']).toBeUndefined(),
};

const signup: Variants = {
  'POST /api/auth/doctor/signup new_email': newEmail,
  'POST /api/auth/doctor/signup existing_email_mail_configured': plain(({ stage }) => ({
    method: 'POST',
    path: '/api/auth/doctor/signup',
    json: { ...signupForm(`again${stage.next()}`), email: stage.accounts.doctor_consent.email },
  })),
  'POST /api/auth/doctor/signup passwords_differ': {
    run: async (attempt) => {
      const json = { ...signupForm(`differs${attempt.stage.next()}`), confirmPassword: 'another' };
      const answer = await attempt.send({ method: 'POST', path: '/api/auth/doctor/signup', json });
      expect(jsonOf(answer)).toMatchObject({ errors: [{ field: 'confirmPassword' }] });
      return answer;
    },
  },
};

const logout: Variant = {
  run: async (attempt) => {
    const { actor, stage } = attempt;
    const client = actor === 'anonymous' ? null : await stage.freshClient(actor);
    const answer = await attempt.send({ method: 'POST', path: '/api/auth/logout' }, client);
    const again = await attempt.send({ method: 'POST', path: '/api/auth/logout' }, client);
    const after = await attempt.send({ method: 'GET', path: session }, client);
    expect(after.status, 'the session has ended').toBe(401);
    return [answer, again];
  },
};

/** A client that shows one person's bearer and another's cookie. */
async function mixedClient(stage: Stage, actor: SignedActor): Promise<Client> {
  const other = await stage.client(actor === 'center_a' ? 'center_b' : 'center_a');
  const mixed = (await stage.client(actor)).copy();
  mixed.cookie = other.cookie;
  return mixed;
}

const deaths: ((stage: Stage, account: Account) => Promise<unknown>)[] = [
  (stage, { email }) => alter(stage, email, `last_seen_at = last_seen_at - interval '31 minutes'`),
  (stage, { email }) => alter(stage, email, `expires_at = now() - interval '1 minute'`),
  (stage, { email }) => alter(stage, email, `revoked_at = app_now(), revoke_cause = 'test'`),
  (stage, { email }) => stage.sql('UPDATE users SET closed_at = app_now() WHERE email = $1', [email]),
];

function alter(stage: Stage, email: string, change: string): Promise<unknown> {
  return stage.sql(
    `UPDATE sessions SET ${change} WHERE revoked_at IS NULL AND user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
}

/** A session that idled out, reached its end, was revoked, or whose user is gone: the same bytes for all. */
const deadSession: Variant = {
  run: async (attempt) => {
    const { actor, stage } = attempt;
    if (actor === 'anonymous') return await attempt.send({ method: 'GET', path: session });
    const answers: Answer[] = [];
    for (const die of deaths) {
      const client = await stage.freshClient(actor);
      await die(stage, stage.accounts[actor]);
      answers.push(await attempt.send({ method: 'GET', path: session }, client));
      await stage.sql('UPDATE users SET closed_at = NULL WHERE email = $1', [stage.accounts[actor].email]);
    }
    expect(new Set(answers.map(masked)).size).toBe(1);
    if (attempt.transport !== 'bearer')
      for (const { headers } of answers) expect(headers['set-cookie']?.join()).toMatch(/=; Max-Age=0; Path=\/;/);
    return answers;
  },
};

const stepUpWith = (password: string): Ask => ({ method: 'POST', path: '/api/auth/step-up', json: { password } });

/** Changes the password and then knows the new one; other sessions of the user end. */
const changePassword: Variant = {
  run: async (attempt) => {
    const { actor, stage } = attempt;
    const path = '/api/auth/change-password';
    const json = { currentPassword: 'any', newPassword: `a new password, number ${stage.next()}` };
    if (actor === 'anonymous') return await attempt.send({ method: 'POST', path, json });
    const [client, other] = [await stage.freshClient(actor), await stage.freshClient(actor)];
    json.currentPassword = stage.accounts[actor].password;
    const answer = await attempt.send({ method: 'POST', path, json }, client);
    if (answer.status === 200) stage.accounts[actor].password = json.newPassword;
    expect((await attempt.send({ method: 'GET', path: session }, other)).status, 'other sessions end').toBe(401);
    expect((await attempt.send({ method: 'GET', path: session }, client)).status, 'so does the old one').toBe(401);
    return answer;
  },
  demand: async (answer, { stage }) => {
    const { sessionId } = z.object({ sessionId: z.string() }).parse(jsonOf(answer));
    const headers = { authorization: `Bearer ${sessionId}` };
    expect((await stage.send({ method: 'GET', path: session, headers })).status).toBe(200);
  },
};

/** Step-up begins a new session in the place of the one that asks, and of no other. */
const stepUp: Variant = {
  run: async (attempt) => {
    const { actor, stage } = attempt;
    if (actor === 'anonymous') return await attempt.send(stepUpWith('any'));
    const [client, other] = [await stage.freshClient(actor), await stage.freshClient(actor)];
    const answer = await attempt.send(stepUpWith(stage.accounts[actor].password), client);
    expect((await attempt.send({ method: 'GET', path: session }, client)).status, 'the old one ends').toBe(401);
    expect((await attempt.send({ method: 'GET', path: session }, other)).status, 'others stay').toBe(200);
    return answer;
  },
  demand: changePassword.demand ?? (() => undefined),
};

const sessions: Variants = {
  'POST /api/auth/step-up default': stepUp,
  'POST /api/auth/step-up wrong_password': plain(() => stepUpWith('not the password')),
  'POST /api/auth/step-up cookie_cross_site': crossSite(() => stepUpWith('any')),
  'POST /api/auth/logout default': logout,
  'GET /api/auth/session default': plain(
    () => ({ method: 'GET', path: session }),
    (answer, { actor }) => {
      const role = actor === 'admin' ? 'admin' : actor.startsWith('center') ? 'medical_center' : 'doctor';
      expect(jsonOf(answer)).toMatchObject({ user: { role, mustChangePassword: false } });
    },
  ),
  'GET /api/auth/session bearer_and_cookie_of_different_users': {
    run: async (attempt) => {
      const { actor, stage } = attempt;
      return await attempt.send(
        { method: 'GET', path: session },
        actor === 'anonymous' ? null : await mixedClient(stage, actor),
      );
    },
  },
  'GET /api/auth/session token_in_query_string': {
    run: async (attempt) => {
      const { actor, stage } = attempt;
      const token = actor === 'anonymous' ? 'none' : ((await stage.client(actor)).sessionId ?? '');
      return await attempt.send({ method: 'GET', path: `${session}?sessionId=${token}&access_token=${token}` }, null);
    },
  },
  'GET /api/auth/session expired_idle_absolute_revoked_or_disabled_user': deadSession,
  'TRACE /api/auth/session default': plain(() => ({ method: 'TRACE', path: session })),
  'POST /api/auth/change-password default': changePassword,
  'POST /api/auth/change-password wrong_current_password': plain(() => ({
    method: 'POST',
    path: '/api/auth/change-password',
    json: { currentPassword: 'not the password', newPassword: 'a new password, never set' },
  })),
};

export const auth: Variants = {
  ...login(centerDoor),
  ...login(routes.auth.doctorLogin.path),
  ...login(routes.auth.adminLogin.path),
  ...signup,
  ...sessions,
};
