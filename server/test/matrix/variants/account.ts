import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import * as z from 'zod';
import { emailIndex } from '../../../src/domain/accounts/email-index.ts';
import { anonymous } from '../../../src/domain/authorization/principal.ts';
import { signUpDoctor } from '../../../src/domain/doctors/applications/sign-up-doctor.ts';
import { createFastHasher } from '../../harness/fast-passwords.ts';
import { signupForm } from '../../harness/fixtures.ts';
import { type Attempt, crossSite, plain, type Variant, type Variants } from '../attempt.ts';
import type { SignedActor } from '../matrix-accounts.ts';
import { jsonOf, masked, type RequestSpec } from '../send.ts';

const post = (path: string, json: unknown): RequestSpec => ({ method: 'POST', path, json });
const forgot = routes.auth.forgotPassword.path;
const reset = routes.auth.resetPassword.path;
const remember = routes.auth.rememberBrowser.path;
const confirm = routes.auth.confirmEmail.path;
const session = routes.auth.session.path;

/** Returns the account whose password a row sets: the actor, or another account for the anonymous actor. */
const ownerOf = ({ sender }: Attempt): SignedActor => (sender === 'anonymous' ? 'doctor_denied' : sender);

/** A known and an unknown address return the same bytes; only the known one gets a link. */
const knownOrUnknown: Variant = {
  run: async (attempt) => {
    const { fixture } = attempt;
    const { email } = fixture.accounts[ownerOf(attempt)];
    await fixture.sql(`UPDATE password_resets SET created_at = created_at - interval '2 hours'`);
    const countMails = () => fixture.count(`SELECT count(*) FROM password_resets WHERE user_id IS NOT NULL`);
    const before = await countMails();
    const known = await attempt.send(post(forgot, { email }));
    expect((await countMails()) - before).toBe(1);
    const unknown = await attempt.send(post(forgot, { email: `nobody${fixture.nextNumber()}@example.gr` }));
    expect((await countMails()) - before).toBe(1);
    expect(masked(unknown)).toBe(masked(known));
    return [known, unknown];
  },
};

/**
 * Inserts a reset link of an account and returns its token. Expiry uses `app_now()`, because the app's clock is
 * advanced.
 */
async function linkOf({ fixture }: Attempt, email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await fixture.sql(
    `INSERT INTO password_resets (id, user_id, email_index, token_hash, expires_at)
     SELECT $1, id, $4, $2, app_now() + interval '1 year' FROM users WHERE email = $3`,
    [
      randomUUID(),
      createHash('sha256').update(token).digest(),
      email,
      emailIndex(fixture.testApp.app.context.keys, email),
    ],
  );
  return token;
}

/** Sets the password once. Every session of the account ends, and only the new password works. */
const validToken: Variant = {
  run: async (attempt) => {
    const { fixture } = attempt;
    await fixture.resetLimits();
    const owner = ownerOf(attempt);
    const account = fixture.accounts[owner];
    const password = `a new password, number ${fixture.nextNumber()}`;
    const token = await linkOf(attempt, account.email);
    const before = await fixture.newClient(owner);
    const sender = attempt.actor === 'anonymous' ? null : before;
    const response = await attempt.send(post(reset, { token, password }), sender);
    if (response.status === 200) account.password = password;
    const ended = await fixture.send({ method: 'GET', path: session, headers: before.credentials('bearer') });
    expect(ended.status, 'sessions end').toBe(401);
    const again = await attempt.send(post(reset, { token, password: 'yet another password' }), null);
    expect(jsonOf(again)).toMatchObject({ code: 'invalid_or_expired' });
    await fixture.newClient(owner);
    return response;
  },
};

/** Remembers the browser once. The account's sessions go on. */
const remembersBrowser: Variant = {
  run: async (attempt) => {
    const { fixture } = attempt;
    const owner = ownerOf(attempt);
    const token = await linkOf(attempt, fixture.accounts[owner].email);
    const client = await fixture.client(owner);
    const response = await attempt.send(post(remember, { token }), attempt.actor === 'anonymous' ? null : client);
    const running = await fixture.send({ method: 'GET', path: session, headers: client.credentials('bearer') });
    expect(running.status, 'sessions go on').toBe(200);
    expect(jsonOf(await attempt.send(post(remember, { token }), null))).toMatchObject({ code: 'invalid_or_expired' });
    return response;
  },
};

/** Signs a doctor up with email confirmation, and returns the token of the mailed link. */
async function applicationLink({ fixture }: Attempt): Promise<{ token: string; email: string }> {
  const { testApp } = fixture;
  const { context } = testApp.app;
  const { confirmPassword: _, ...form } = signupForm(`confirmed${fixture.nextNumber()}`);
  const request = {
    principal: anonymous,
    requestId: randomUUID(),
    isBackground: false,
    addressBlock: 'test',
    countedBlock: null,
    userAgent: undefined,
    bindsSession: false,
    idempotency: null,
  };
  const confirmingContext = { ...context, settings: { ...context.settings, canConfirmByMail: true } };
  const passwords = createFastHasher();
  await signUpDoctor(confirmingContext, passwords, request, { ...form, confirmPassword: form.password });
  return { token: tokenIn((await testApp.outbox.nextMail(form.email, 0)).text), email: form.email };
}

function tokenIn(text: string): string {
  const token = /\/auth\/confirm-email#(\S+)/.exec(text)?.[1];
  if (!token) throw new Error('The mail contains no link.');
  return token;
}

const confirmation: Variant = {
  run: async (attempt) => {
    const { token, email } = await applicationLink(attempt);
    const states = () =>
      attempt.fixture.sql('SELECT d.state FROM doctors d JOIN users u ON u.id = d.user_id WHERE u.email = $1', [email]);
    expect(await states()).toEqual([]);
    const responses = [await attempt.send(post(confirm, { token })), await attempt.send(post(confirm, { token }))];
    expect(await states()).toEqual([{ state: 'pending' }]);
    return responses;
  },
};

const language = ({ fixture }: Attempt): RequestSpec => ({
  method: 'PATCH',
  path: '/api/account',
  json: { language: fixture.nextNumber() % 2 === 0 ? 'el' : 'en' },
});

const tokens = routes.account.apiTokens.path;
const tokenShape = z.object({ id: z.string(), token: z.string() });

/** Revokes the actor's token, which then is rejected. An actor without tokens tries that of another account. */
const revokesToken: Variant = {
  run: async (attempt) => {
    const own = attempt.sender === 'anonymous' || attempt.sender === 'admin' ? 'center_a' : attempt.sender;
    const client = await attempt.fixture.client(own);
    await attempt.fixture.sql('DELETE FROM api_tokens');
    const createdToken = tokenShape.parse(await (await client.json('POST', tokens, { name: 'PACS', days: 30 })).json());
    const response = await attempt.send({ method: 'DELETE', path: `${tokens}/${createdToken.id}` });
    const headers = { authorization: `Bearer ${createdToken.token}` };
    const retried = await attempt.fixture.send({ method: 'GET', path: '/dicom-web/studies', headers });
    expect(retried.status === 401).toBe(response.status === 200);
    return response;
  },
};

const createsToken: Variant = {
  run: async (attempt) => {
    await attempt.fixture.sql('DELETE FROM api_tokens');
    return await attempt.send(post(tokens, { name: 'PACS', days: 90 }));
  },
  demand: async (response, { fixture }) => {
    const { token } = tokenShape.parse(jsonOf(response));
    const rows = await fixture.sql('SELECT t::text AS row FROM api_tokens t');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    // The token is valid only for DICOMweb.
    const headers = { authorization: `Bearer ${token}` };
    expect((await fixture.send({ method: 'GET', path: tokens, headers })).status).toBe(401);
  },
};

const viewer = routes.account.viewerSettings.path;
const putViewer = (): RequestSpec => ({ method: 'PUT', path: viewer, json: { layouts: [] } });

const sessions = routes.account.sessions.path;
const sessionsShape = routes.account.sessions.reply;

/** Ends another session of the owner. It stays active if the attempt is not allowed to end it. */
const endsSessionOf = (owner: (attempt: Attempt) => SignedActor): Variant => ({
  run: async (attempt) => {
    const other = await attempt.fixture.newClient(owner(attempt));
    const all = sessionsShape.parse(await (await other.raw('GET', sessions)).json());
    const { id } = all.find(({ isCurrent }) => isCurrent) ?? { id: randomUUID() };
    const response = await attempt.send({ method: 'DELETE', path: `${sessions}/${id}` });
    expect((await other.raw('GET', sessions)).status).toBe(response.status === 204 ? 401 : 200);
    return response;
  },
});

const listsOwn: Variant = {
  run: (attempt) => attempt.send({ method: 'GET', path: sessions }),
  demand: async (response, { fixture }) => {
    const shown = sessionsShape.parse(jsonOf(response));
    const known = await fixture.sql('SELECT id, user_id FROM sessions WHERE id = ANY($1)', [shown.map(({ id }) => id)]);
    expect(new Set(known.map(({ user_id }) => user_id)).size, 'sessions of one user').toBe(1);
    const secret = new Set(['sessionId', 'cookie', 'tokenHash', 'hash']);
    expect(shown.flatMap((one) => Object.keys(one)).filter((name) => secret.has(name))).toEqual([]);
  },
};

const endsOthers: Variant = {
  run: async (attempt) => {
    const other = await attempt.fixture.newClient(ownerOf(attempt));
    const response = await attempt.send({ method: 'POST', path: `${sessions}/end-others` });
    expect((await other.raw('GET', sessions)).status).toBe(response.status === 200 ? 401 : 200);
    return response;
  },
};

export const account: Variants = {
  [`GET ${sessions} default`]: listsOwn,
  [`DELETE ${sessions}/{sid} own`]: endsSessionOf(ownerOf),
  [`DELETE ${sessions}/{sid} someone_else`]: endsSessionOf(({ actor }) => (actor === 'admin' ? 'center_a' : 'admin')),
  [`POST ${sessions}/end-others default`]: endsOthers,
  [`POST ${sessions}/end-others cookie_cross_site`]: crossSite(() => ({
    method: 'POST',
    path: `${sessions}/end-others`,
  })),
  [`GET ${viewer} default`]: plain(() => ({ method: 'GET', path: viewer })),
  [`PUT ${viewer} default`]: plain(putViewer),
  [`PUT ${viewer} cookie_cross_site`]: crossSite(putViewer),
  [`GET ${tokens} default`]: plain(() => ({ method: 'GET', path: tokens })),
  [`POST ${tokens} default`]: createsToken,
  [`POST ${tokens} bad_fields`]: plain(() => post(tokens, { name: '', days: 7 })),
  [`POST ${tokens} cookie_cross_site`]: crossSite(() => post(tokens, { name: 'PACS', days: 30 })),
  [`DELETE ${tokens}/{T1} default`]: revokesToken,
  [`POST ${forgot} known_or_unknown`]: knownOrUnknown,
  [`POST ${reset} valid_token`]: validToken,
  [`POST ${reset} bad_token`]: plain(() =>
    post(reset, { token: randomBytes(32).toString('base64url'), password: 'a new password, never set' }),
  ),
  [`POST ${remember} valid_token`]: remembersBrowser,
  [`POST ${remember} bad_token`]: plain(() => post(remember, { token: randomBytes(32).toString('base64url') })),
  [`POST ${confirm} valid_token`]: confirmation,
  [`POST ${confirm} bad_token`]: plain(() => post(confirm, { token: randomBytes(32).toString('base64url') })),
  'PATCH /api/account/notifications default': plain(
    () => ({ method: 'PATCH', path: '/api/account/notifications', json: { exam_arrived: 'daily' } }),
    (response) => expect(jsonOf(response)).toMatchObject({ exam_arrived: 'daily' }),
  ),
  'PATCH /api/account/notifications cookie_cross_site': crossSite(() => ({
    method: 'PATCH',
    path: '/api/account/notifications',
    json: { exam_arrived: 'daily' },
  })),
  'PATCH /api/account default': plain(language, (response, { fixture, sender }) => {
    if (sender === 'anonymous') return;
    expect(jsonOf(response)).toMatchObject({ user: { email: fixture.accounts[sender].email } });
  }),
  'PATCH /api/account unknown_language': plain(() => ({
    method: 'PATCH',
    path: '/api/account',
    json: { language: 'xx', role: 'admin' },
  })),
  'PATCH /api/account cookie_cross_site': crossSite(language),
};
