import { randomBytes, randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import { hashSecret } from '../../../src/platform/crypto/hash-secret.ts';
import { joinMember, memberPassword } from '../../centers/members/join-member.ts';
import { type Attempt, crossSite, plain, type Variant, type Variants } from '../attempt.ts';
import type { MatrixFixture } from '../matrix-fixture.ts';
import { jsonOf, type RequestSpec } from '../send.ts';

const membersPath = routes.team.inviteMember.path;
const { leave, findInvitation, acceptInvitation, joinByInvitation } = routes.team;
const post = (path: string, json?: unknown): RequestSpec => ({
  method: 'POST',
  path,
  ...(json === undefined ? {} : { json }),
});

const isMember = ({ sender }: Attempt) => sender.startsWith('center_a_');

const person = ({ fixture }: Attempt) => {
  const name = `person${fixture.nextNumber()}`;
  return { email: `${name}@members.example.gr`, displayName: 'Μέλος', username: name, roles: ['technician'] };
};

/** Stores an invitation, of two days ago: it does not count for the day. Returns its id and the link's token. */
async function invite(
  fixture: MatrixFixture,
  email: string,
  center: 'centerA' | 'centerB' = 'centerA',
): Promise<{ id: string; token: string }> {
  const id = randomUUID();
  const token = randomBytes(32).toString('base64url');
  await fixture.sql(
    `INSERT INTO center_members (id, center_id, roles, username, display_name, email, language, invited_by, invite_hash, invited_at, invite_expires_at)
     SELECT $1, c.id, '{technician}', $3, 'Μέλος', $4, 'el', c.user_id, $5, app_now() - interval '2 days', app_now() + interval '5 days'
     FROM medical_centers c WHERE c.id = $2`,
    [id, fixture.testApp.fixtures[center].id, `invited${fixture.nextNumber()}`, email, hashSecret(token)],
  );
  return { id, token };
}

const inviteStranger = (fixture: MatrixFixture) => invite(fixture, `stranger${fixture.nextNumber()}@example.gr`);

/** MB1: sets the state of a member of center A. Returns its id. */
export async function memberIn({ fixture }: Attempt, state: 'active' | 'suspended'): Promise<string> {
  const centerA = { ...fixture.testApp.fixtures.centerA, client: await fixture.client('center_a') };
  const email = 'mb1@members.example.gr';
  const find = () => fixture.sql('SELECT id FROM center_members WHERE email = $1', [email]);
  const [known] = await find();
  const id = String(known?.id ?? (await joinMember(fixture.testApp, centerA, ['technician'], 'MB1')).member.id);
  await fixture.sql(
    `UPDATE center_members SET state = $2, ended_at = NULL, suspended_at = CASE $2 WHEN 'suspended' THEN app_now() END WHERE id = $1`,
    [id, state],
  );
  return id;
}

const one = `${membersPath}/{MB1}`;

function act(name: string, from: 'active' | 'suspended', to: string): Variants {
  const request = async (attempt: Attempt) => post(`${membersPath}/${await memberIn(attempt, from)}/${name}`);
  return {
    [`POST ${one}/${name} default`]: plain(request, (response) =>
      expect(jsonOf(response)).toMatchObject({ state: to }),
    ),
  };
}

/** Afterwards the member is one again, for the other rows. */
const leaves: Variant = {
  run: async (attempt) => {
    const response = await attempt.send(post(leave.path));
    if (!isMember(attempt) || attempt.sender === 'anonymous') return response;
    const { email } = attempt.fixture.accounts[attempt.sender];
    await attempt.fixture.sql(`UPDATE center_members SET state = 'active', ended_at = NULL WHERE email = $1`, [email]);
    attempt.fixture.forget(attempt.sender);
    return response;
  },
};

/** The account of the invited address, which has other rights, accepts. Afterwards it is no member. */
const joins: Variant = {
  run: async (attempt) => {
    const { fixture, sender } = attempt;
    const own = sender === 'anonymous' ? 'doctor_denied' : sender;
    const { email } = fixture.accounts[own];
    const { id, token } = await invite(fixture, email, 'centerB');
    const response = await attempt.send(post(joinByInvitation.path, { token }));
    await fixture.sql(`UPDATE center_members SET state = 'ended', ended_at = app_now() WHERE id = $1`, [id]);
    return response;
  },
};

const unknownToken = () => ({ token: randomBytes(32).toString('base64url') });
const strangersToken = async ({ fixture }: Attempt) => ({ token: (await inviteStranger(fixture)).token });
const knownToken = async ({ fixture }: Attempt) => {
  const { email } = fixture.accounts.doctor_no_consent;
  await fixture.sql(
    `UPDATE center_members SET state = 'ended', ended_at = app_now() WHERE email = $1 AND state = 'invited'`,
    [email],
  );
  return { token: (await invite(fixture, email)).token };
};

const invitations: Variants = {
  [`POST ${findInvitation.path} default`]: plain(async (attempt) =>
    post(findInvitation.path, await strangersToken(attempt)),
  ),
  [`POST ${findInvitation.path} bad_token`]: plain(() => post(findInvitation.path, unknownToken())),
  [`POST ${acceptInvitation.path} default`]: plain(async (attempt) =>
    post(acceptInvitation.path, { ...(await strangersToken(attempt)), password: memberPassword }),
  ),
  [`POST ${acceptInvitation.path} bad_token`]: plain(() =>
    post(acceptInvitation.path, { ...unknownToken(), password: memberPassword }),
  ),
  [`POST ${acceptInvitation.path} known_address`]: plain(async (attempt) =>
    post(acceptInvitation.path, { ...(await knownToken(attempt)), password: memberPassword }),
  ),
  [`POST ${joinByInvitation.path} default`]: joins,
  [`POST ${joinByInvitation.path} bad_token`]: plain(() => post(joinByInvitation.path, unknownToken())),
  [`POST ${joinByInvitation.path} others_address`]: plain(async (attempt) =>
    post(joinByInvitation.path, await strangersToken(attempt)),
  ),
  [`POST ${joinByInvitation.path} cookie_cross_site`]: crossSite(() => post(joinByInvitation.path, unknownToken())),
};

const settings = (change: object): RequestSpec => ({
  method: 'PATCH',
  path: routes.centerSettings.changeSettings.path,
  json: change,
});

export const team: Variants = {
  [`POST ${membersPath} default`]: plain((attempt) => post(membersPath, person(attempt))),
  [`POST ${membersPath} bad_fields`]: plain((attempt) =>
    post(membersPath, { ...person(attempt), roles: ['surgeon'], username: 'a/b' }),
  ),
  [`POST ${membersPath} cookie_cross_site`]: crossSite((attempt) => post(membersPath, person(attempt))),
  [`PATCH ${one} default`]: plain(async (attempt) => ({
    ...{ method: 'PATCH', path: `${membersPath}/${await memberIn(attempt, 'active')}` },
    json: { displayName: `Μέλος ${attempt.fixture.nextNumber()}`, roles: ['technician', 'radiologist'] },
  })),
  ...act('suspend', 'active', 'suspended'),
  ...act('reinstate', 'suspended', 'active'),
  ...act('end', 'active', 'ended'),
  [`POST ${one}/send-again default`]: plain(async ({ fixture }) =>
    post(`${membersPath}/${(await inviteStranger(fixture)).id}/send-again`),
  ),
  [`PATCH ${routes.centerSettings.changeSettings.path} default`]: plain(async ({ fixture }) => {
    await fixture.sql('DELETE FROM center_settings');
    return settings({ idleMinutes: 29 });
  }),
  [`PATCH ${routes.centerSettings.changeSettings.path} bad_fields`]: plain(() => settings({ idleMinutes: 31 })),
  [`PATCH ${routes.centerSettings.changeSettings.path} cookie_cross_site`]: crossSite(() =>
    settings({ idleMinutes: 29 }),
  ),
  [`POST ${leave.path} default`]: leaves,
  [`POST ${leave.path} cookie_cross_site`]: crossSite(() => post(leave.path)),
  ...invitations,
};
