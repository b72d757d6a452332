import { randomBytes, randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { hashSecret } from '../../../src/platform/crypto/hash-secret.ts';
import { type Attempt, crossSite, plain, type Variants } from '../attempt.ts';
import type { RequestSpec } from '../send.ts';
import { memberIn } from './team.ts';

const post = (path: string, json?: unknown): RequestSpec => ({
  method: 'POST',
  path,
  ...(json === undefined ? {} : { json }),
});
const body = { recognizedBy: 'video', reason: 'Χάθηκε το τηλέφωνο' };
const userPath = '/api/admin/users/{userId}/reset-factors';

/** Stores a confirmed authenticator app of an account. */
const giveFactor = ({ fixture }: Attempt, userId: string) =>
  fixture.sql(
    `INSERT INTO totp_secrets (user_id, encrypted_secret, confirmed_at) VALUES ($1, '\\x00', app_now()) ON CONFLICT DO NOTHING`,
    [userId],
  );

/** Stores an account with a second factor, and the request of another administrator if one is wanted. Returns id and token. */
async function lostAccount(attempt: Attempt, { isAsked = false } = {}): Promise<{ id: string; token: string }> {
  const id = randomUUID();
  const token = randomBytes(32).toString('base64url');
  const { fixture } = attempt;
  const insert = `INSERT INTO users (id, email, password_hash, role) VALUES ($1, $2, 'none', 'member')`;
  await fixture.sql(insert, [id, `lost${fixture.nextNumber()}@example.gr`]);
  await giveFactor(attempt, id);
  if (!isAsked) return { id, token };
  const other = randomUUID();
  await fixture.sql(insert, [other, `asks${fixture.nextNumber()}@example.gr`]);
  await fixture.sql(
    `INSERT INTO factor_resets (id, user_id, asked_by, recognized_by, reason, cancel_hash, needs_confirmation)
     VALUES (gen_random_uuid(), $1, $2, 'video', 'lost', $3, true)`,
    [id, other, hashSecret(token)],
  );
  return { id, token };
}

const actOn = async (attempt: Attempt, act: string) =>
  post(`/api/admin/users/${(await lostAccount(attempt, { isAsked: true })).id}/reset-factors/${act}`);

export const factorResets: Variants = {
  [`POST ${userPath} default`]: plain(async (attempt) =>
    post(`/api/admin/users/${(await lostAccount(attempt)).id}/reset-factors`, body),
  ),
  [`POST ${userPath} unknown`]: plain(() => post(`/api/admin/users/${randomUUID()}/reset-factors`, body)),
  [`POST ${userPath} cookie_cross_site`]: crossSite(async (attempt) =>
    post(`/api/admin/users/${(await lostAccount(attempt)).id}/reset-factors`, body),
  ),
  [`POST ${userPath}/confirm default`]: plain((attempt) => actOn(attempt, 'confirm')),
  [`POST ${userPath}/cancel default`]: plain((attempt) => actOn(attempt, 'cancel')),
  [`POST ${routes.auth.keepFactors.path} default`]: plain(async (attempt) =>
    post(routes.auth.keepFactors.path, { token: (await lostAccount(attempt, { isAsked: true })).token }),
  ),
  [`POST ${routes.auth.keepFactors.path} bad_token`]: plain(() =>
    post(routes.auth.keepFactors.path, { token: randomBytes(32).toString('base64url') }),
  ),
  'POST /api/medical-center/members/{MB1}/reset-factors default': plain(async (attempt) => {
    const member = await memberIn(attempt, 'active');
    const [row] = await attempt.fixture.sql('SELECT user_id AS "userId" FROM center_members WHERE id = $1', [member]);
    await giveFactor(attempt, String(row?.userId));
    return post(`/api/medical-center/members/${member}/reset-factors`);
  }),
};
