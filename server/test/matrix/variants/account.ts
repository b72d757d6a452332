import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import * as z from 'zod';
import { emailIndex } from '../../../src/domain/accounts/email-index.ts';
import { openPasswords } from '../../../src/domain/accounts/password.ts';
import { nobody } from '../../../src/domain/authorization/who.ts';
import { signUpDoctor } from '../../../src/domain/doctors/sign-up-doctor.ts';
import { signupForm } from '../../harness/cast.ts';
import { type Attempt, crossSite, plain, type Variant, type Variants } from '../attempt.ts';
import { type Ask, jsonOf, masked } from '../send.ts';
import type { SignedActor } from '../stage.ts';

const post = (path: string, json: unknown): Ask => ({ method: 'POST', path, json });
const forgot = routes.auth.forgotPassword.path;
const reset = routes.auth.resetPassword.path;
const confirm = routes.auth.confirmEmail.path;
const session = routes.auth.session.path;

/** Whose password a row sets: the actor's own, or for a stranger somebody's. */
const ownerOf = ({ actor }: Attempt): SignedActor => (actor === 'anonymous' ? 'doctor_denied' : actor);

/** Known and unknown answer the same bytes; only the known address gets a link. */
const knownOrUnknown: Variant = {
  run: async (attempt) => {
    const { stage } = attempt;
    const { email } = stage.accounts[ownerOf(attempt)];
    await stage.sql(`UPDATE password_resets SET created_at = created_at - interval '2 hours'`);
    const mailed = () => stage.count(`SELECT count(*) FROM password_resets WHERE user_id IS NOT NULL`);
    const before = await mailed();
    const known = await attempt.send(post(forgot, { email }));
    expect((await mailed()) - before).toBe(1);
    const unknown = await attempt.send(post(forgot, { email: `nobody${stage.next()}@example.gr` }));
    expect((await mailed()) - before).toBe(1);
    expect(masked(unknown)).toBe(masked(known));
    return [known, unknown];
  },
};

/** A link of an account, as its mail would carry it. The world's clock is pushed, and the owner's is not. */
async function linkOf({ stage }: Attempt, email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await stage.sql(
    `INSERT INTO password_resets (id, user_id, email_index, token_hash, expires_at)
     SELECT $1, id, $4, $2, app_now() + interval '1 year' FROM users WHERE email = $3`,
    [
      randomUUID(),
      createHash('sha256').update(token).digest(),
      email,
      emailIndex(stage.world.house.portal.keys, email),
    ],
  );
  return token;
}

/** Sets the password once; every session of the account ends, and the new password is the one that opens. */
const validToken: Variant = {
  run: async (attempt) => {
    const { stage } = attempt;
    await stage.freshLimits();
    const owner = ownerOf(attempt);
    const account = stage.accounts[owner];
    const password = `a new password, number ${stage.next()}`;
    const token = await linkOf(attempt, account.email);
    const before = await stage.freshClient(owner);
    const sender = attempt.actor === 'anonymous' ? null : before;
    const answer = await attempt.send(post(reset, { token, password }), sender);
    if (answer.status === 200) account.password = password;
    const ended = await stage.send({ method: 'GET', path: session, headers: before.credentials('bearer') });
    expect(ended.status, 'sessions end').toBe(401);
    const again = await attempt.send(post(reset, { token, password: 'yet another password' }), null);
    expect(jsonOf(again)).toMatchObject({ code: 'invalid_or_expired' });
    await stage.freshClient(owner);
    return answer;
  },
};

/** Signs a doctor up as where mail reaches its readers, and reads the link. */
async function applicationLink({ stage }: Attempt): Promise<{ token: string; email: string }> {
  const { world } = stage;
  const { portal } = world.house;
  const { confirmPassword: _, ...form } = signupForm(`confirmed${stage.next()}`);
  const asking = {
    who: nobody,
    requestId: randomUUID(),
    background: false,
    addressBlock: 'test',
    countedBlock: null,
    agent: undefined,
    idempotency: null,
  };
  const confirming = { ...portal, settings: { ...portal.settings, mailConfirms: true } };
  const passwords = openPasswords({ memoryCost: 1_024, timeCost: 1 });
  await signUpDoctor(confirming, passwords, asking, { ...form, confirmPassword: form.password });
  return { token: tokenIn((await world.outbox.nextMail(form.email, 0)).text), email: form.email };
}

function tokenIn(text: string): string {
  const token = /\/auth\/confirm-email#(\S+)/.exec(text)?.[1];
  if (!token) throw new Error('The mail holds no link.');
  return token;
}

const confirmation: Variant = {
  run: async (attempt) => {
    const { token, email } = await applicationLink(attempt);
    const states = () =>
      attempt.stage.sql('SELECT d.state FROM doctors d JOIN users u ON u.id = d.user_id WHERE u.email = $1', [email]);
    expect(await states()).toEqual([]);
    const answers = [await attempt.send(post(confirm, { token })), await attempt.send(post(confirm, { token }))];
    expect(await states()).toEqual([{ state: 'pending' }]);
    return answers;
  },
};

const language = ({ stage }: Attempt): Ask => ({
  method: 'PATCH',
  path: '/api/account',
  json: { language: stage.next() % 2 === 0 ? 'el' : 'en' },
});

const tokens = routes.account.apiTokens.path;
const madeToken = z.object({ id: z.string(), token: z.string() });

/** Ends a token that the actor made, which opens nothing from then on; a stranger's own is tried where there is none. */
const revokesToken: Variant = {
  run: async (attempt) => {
    const own = attempt.actor === 'anonymous' || attempt.actor === 'admin' ? 'center_a' : attempt.actor;
    const client = await attempt.stage.client(own);
    await attempt.stage.sql('DELETE FROM api_tokens');
    const made = madeToken.parse(await (await client.json('POST', tokens, { name: 'PACS', days: 30 })).json());
    const answer = await attempt.send({ method: 'DELETE', path: `${tokens}/${made.id}` });
    const headers = { authorization: `Bearer ${made.token}` };
    const tried = await attempt.stage.send({ method: 'GET', path: '/dicom-web/studies', headers });
    expect(tried.status === 401).toBe(answer.status === 200);
    return answer;
  },
};

const makesToken: Variant = {
  run: async (attempt) => {
    await attempt.stage.sql('DELETE FROM api_tokens');
    return await attempt.send(post(tokens, { name: 'PACS', days: 90 }));
  },
  demand: async (answer, { stage }) => {
    const { token } = madeToken.parse(jsonOf(answer));
    const rows = await stage.sql('SELECT t::text AS row FROM api_tokens t');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    // it reads by DICOMweb, and opens nothing else
    const headers = { authorization: `Bearer ${token}` };
    expect((await stage.send({ method: 'GET', path: tokens, headers })).status).toBe(401);
  },
};

const sessions = routes.account.sessions.path;
const listed = routes.account.sessions.reply;

/** A second session of one actor is asked to end by the attempt's; it stands where that may not. */
const endsSessionOf = (owner: (attempt: Attempt) => SignedActor): Variant => ({
  run: async (attempt) => {
    const other = await attempt.stage.freshClient(owner(attempt));
    const all = listed.parse(await (await other.raw('GET', sessions)).json());
    const { id } = all.find(({ isCurrent }) => isCurrent) ?? { id: randomUUID() };
    const answer = await attempt.send({ method: 'DELETE', path: `${sessions}/${id}` });
    expect((await other.raw('GET', sessions)).status).toBe(answer.status === 204 ? 401 : 200);
    return answer;
  },
});

const listsOwn: Variant = {
  run: (attempt) => attempt.send({ method: 'GET', path: sessions }),
  demand: async (answer, { stage }) => {
    const shown = listed.parse(jsonOf(answer));
    const known = await stage.sql('SELECT id, user_id FROM sessions WHERE id = ANY($1)', [shown.map(({ id }) => id)]);
    expect(new Set(known.map(({ user_id }) => user_id)).size, 'of one person').toBe(1);
    const secret = new Set(['sessionId', 'cookie', 'tokenHash', 'hash']);
    expect(shown.flatMap((one) => Object.keys(one)).filter((name) => secret.has(name))).toEqual([]);
  },
};

const endsOthers: Variant = {
  run: async (attempt) => {
    const other = await attempt.stage.freshClient(ownerOf(attempt));
    const answer = await attempt.send({ method: 'POST', path: `${sessions}/end-others` });
    expect((await other.raw('GET', sessions)).status).toBe(answer.status === 200 ? 401 : 200);
    return answer;
  },
};

export const account: Variants = {
  [`GET ${sessions} default`]: listsOwn,
  [`DELETE ${sessions}/{sid} own`]: endsSessionOf(ownerOf),
  [`DELETE ${sessions}/{sid} someone_else`]: endsSessionOf(({ actor }) => (actor === 'admin' ? 'center_a' : 'admin')),
  [`DELETE ${sessions}/{sid} cookie_cross_site`]: crossSite(() => ({
    method: 'DELETE',
    path: `${sessions}/${randomUUID()}`,
  })),
  [`POST ${sessions}/end-others default`]: endsOthers,
  [`POST ${sessions}/end-others cookie_cross_site`]: crossSite(() => ({
    method: 'POST',
    path: `${sessions}/end-others`,
  })),
  [`GET ${tokens} default`]: plain(() => ({ method: 'GET', path: tokens })),
  [`POST ${tokens} default`]: makesToken,
  [`POST ${tokens} bad_fields`]: plain(() => post(tokens, { name: '', days: 7 })),
  [`POST ${tokens} cookie_cross_site`]: crossSite(() => post(tokens, { name: 'PACS', days: 30 })),
  [`DELETE ${tokens}/{T1} default`]: revokesToken,
  [`DELETE ${tokens}/{T1} cookie_cross_site`]: crossSite(() => ({
    method: 'DELETE',
    path: `${tokens}/${randomUUID()}`,
  })),
  [`POST ${forgot} known_or_unknown`]: knownOrUnknown,
  [`POST ${reset} valid_token`]: validToken,
  [`POST ${reset} bad_token`]: plain(() =>
    post(reset, { token: randomBytes(32).toString('base64url'), password: 'a new password, never set' }),
  ),
  [`POST ${confirm} valid_token`]: confirmation,
  [`POST ${confirm} bad_token`]: plain(() => post(confirm, { token: randomBytes(32).toString('base64url') })),
  'PATCH /api/account default': plain(language, (answer, { stage, actor }) => {
    if (actor === 'anonymous') return;
    expect(jsonOf(answer)).toMatchObject({ user: { email: stage.accounts[actor].email } });
  }),
  'PATCH /api/account unknown_language': plain(() => ({
    method: 'PATCH',
    path: '/api/account',
    json: { language: 'fr', role: 'admin' },
  })),
  'PATCH /api/account cookie_cross_site': crossSite(language),
};
