import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../harness/client.ts';
import { createDoctor } from '../../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { invitationTo, joinMember, memberPassword } from './join-member.ts';

describe('the members of a center', () => {
  let testApp: TestAppWithFixtures;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
  });
  afterAll(() => testApp.close());

  const owner = () => testApp.fixtures.centerA.client;
  const fault = async (response: Response) => {
    const { code, errors } = problem.parse(await response.json());
    return [response.status, code, ...(errors ?? []).map(({ field, code: issue }) => `${field} ${issue}`)];
  };
  const login = (centerId: string, password = memberPassword) =>
    new Client(testApp.origin, testApp.config).json('POST', routes.auth.centerLogin.path, { centerId, password });
  const accept = (token: string, password: string | undefined = memberPassword) =>
    testApp.anonymous.json('POST', routes.team.acceptInvitation.path, { token, password });
  const joinAs = (client: Client, token: string) => client.json('POST', routes.team.joinByInvitation.path, { token });
  const memberPath = (id: string, act = '') => `/api/medical-center/members/${id}${act}`;
  const invite = (body: object) => owner().json('POST', routes.team.inviteMember.path, body);
  const person = (name: string, roles: string[] = ['technician']) => ({
    ...{ email: `${name}@members.example.gr`, displayName: `Μέλος ${name}`, username: name, roles },
  });

  it('sign in as themselves, with the name after the center ID or the email, and the roles of the invitation', async () => {
    const { signInName, client, email, member } = await joinMember(
      testApp,
      testApp.fixtures.centerA,
      ['secretary'],
      'Ελένη.Κ',
    );
    const { centerId } = testApp.fixtures.centerA;
    expect(signInName).toBe(`${centerId}/Ελένη.Κ`);
    for (const typed of [signInName, `${centerId.toLowerCase()}/ελένη.κ`, email, email.toUpperCase()]) {
      const response = await login(typed);
      expect(response.status, typed).toBe(200);
      const shown = routes.auth.centerLogin.reply.parse(await response.json());
      expect(shown).toMatchObject({
        user: { email, role: 'medical_center' },
        medicalCenter: { centerId },
        member: { id: member.id, displayName: 'Μέλος Ελένη.Κ', roles: ['secretary'] },
      });
    }
    const { member: shown } = await client.call(routes.auth.session, {});
    expect(shown?.permissions).toEqual([
      'records.read',
      'patients.write',
      'amka.reveal',
      'exams.upload',
      'access.read',
      'access.manage',
    ]);
    for (const typed of [
      `${centerId}/nobody`,
      `${centerId}/`,
      `/Ελένη.Κ`,
      `${centerId}/Ελένη.Κ/x`,
      `nobody@example.gr`,
    ])
      expect(await fault(await login(typed)), typed).toEqual([401, 'invalid_credentials']);
    expect(await fault(await login(signInName, 'wrong password'))).toEqual([401, 'invalid_credentials']);
  });

  it('leave the sign-in of a center’s own account as it was', async () => {
    const { centerId, password } = testApp.fixtures.centerA;
    const shown: unknown = await (await login(centerId, password)).json();
    expect(Object.keys(Object(shown))).toEqual(['sessionId', 'user', 'medicalCenter']);
    expect(Object.keys(await owner().call(routes.auth.session, {}))).not.toContain('member');
  });

  it('join by a link that works once, for seven days, and not once another one was mailed', async () => {
    const { id } = await owner().call(routes.team.inviteMember, { body: { ...person('once'), roles: ['technician'] } });
    const first = await invitationTo(testApp, 'once@members.example.gr');
    expect(await testApp.anonymous.call(routes.team.findInvitation, { body: { token: first } })).toMatchObject({
      ...{ centerId: testApp.fixtures.centerA.centerId, username: 'once', roles: ['technician'], hasAccount: false },
    });
    expect((await owner().json('POST', memberPath(id, '/send-again'), {})).status).toBe(200);
    const token = await invitationTo(testApp, 'once@members.example.gr', 1);
    expect(await fault(await accept(first))).toEqual([404, 'link_invalid']);
    expect(await fault(await accept(token, 'once'))).toMatchObject([
      400,
      'validation',
      expect.stringMatching(/^password /),
    ]);
    const without = await testApp.anonymous.json('POST', routes.team.acceptInvitation.path, { token });
    expect(await fault(without)).toMatchObject([400, 'validation', expect.stringMatching(/^password /)]);
    const both = await Promise.all([accept(token), accept(token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await fault(await accept(token))).toEqual([404, 'link_invalid']);
    expect(await fault(await owner().json('POST', memberPath(id, '/send-again'), {}))).toEqual([409, 'invalid_state']);
    const { email } = testApp.fixtures.centerA;
    await expect
      .poll(async () => (await testApp.outbox.mail()).filter(({ to }) => to === email).map(({ text }) => text))
      .toContainEqual(expect.stringContaining('once@members.example.gr'));
  });

  it('who have an account accept with it, signed in, and keep its other rights', async () => {
    const admin = testApp.fixtures.admin;
    const doctor = await createDoctor(testApp, admin, 'memberdoctor');
    const other = testApp.fixtures.doctors.consent.client;
    await invite({ ...person('both', ['radiologist']), email: doctor.email });
    await expect
      .poll(async () =>
        (await testApp.outbox.mail()).some(({ to, text }) => to === doctor.email && text.includes('invitation#')),
      )
      .toBe(true);
    const mails = (await testApp.outbox.mail()).filter(
      ({ to, text }) => to === doctor.email && text.includes('invitation#'),
    );
    const token = /invitation#(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    expect(await testApp.anonymous.call(routes.team.findInvitation, { body: { token } })).toMatchObject({
      hasAccount: true,
    });
    expect(await fault(await accept(token))).toEqual([409, 'sign_in_first']);
    expect(await fault(await joinAs(other, token))).toEqual([409, 'sign_in_first']);
    expect((await joinAs(doctor.client, token)).status).toBe(200);
    expect((await login(doctor.email, doctor.password)).status).toBe(200);
    expect((await login(`${testApp.fixtures.centerA.centerId}/both`, doctor.password)).status).toBe(200);
    const asDoctor = { email: doctor.email, password: doctor.password };
    expect((await testApp.anonymous.json('POST', routes.auth.doctorLogin.path, asDoctor)).status).toBe(200);
  });

  it('cannot be an administrator or another center’s own account', async () => {
    for (const [name, email, client] of [
      ['adm', testApp.config.adminEmail, testApp.fixtures.admin],
      ['cen', testApp.fixtures.centerB.email, testApp.fixtures.centerB.client],
    ] as const) {
      expect((await invite({ ...person(name), email })).status).toBe(201);
      await expect
        .poll(async () =>
          (await testApp.outbox.mail()).some(({ to, text }) => to === email && text.includes('invitation#')),
        )
        .toBe(true);
      const mail = (await testApp.outbox.mail()).find(({ to, text }) => to === email && text.includes('invitation#'));
      const token = /invitation#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
      expect(await fault(await joinAs(client, token))).toEqual([409, 'conflict']);
    }
  });

  it('are invited with an address and a name of their own, and roles that exist', async () => {
    await invite(person('taken'));
    expect(await fault(await invite({ ...person('taken'), username: 'taken2' }))).toEqual([
      409,
      'conflict',
      'email email_taken',
    ]);
    const sameName = { ...person('taken3'), username: 'TAKEN' };
    expect(await fault(await invite(sameName))).toEqual([409, 'conflict', 'username username_taken']);
    for (const [change, issue] of [
      [{ roles: [] }, 'roles roles_required'],
      [{ roles: ['surgeon'] }, 'roles.0 role_unknown'],
      [{ roles: ['owner', 'owner'] }, 'roles role_twice'],
      [{ username: 'a/b' }, 'username username_invalid'],
      [{ username: 'a@b' }, 'username username_invalid'],
      [{ username: 'a b' }, 'username username_invalid'],
      [{ displayName: 'x' }, 'displayName display_name_required'],
      [{ displayName: 'www.example.gr' }, 'displayName name_link'],
    ] as const)
      expect(await fault(await invite({ ...person('bad'), ...change }))).toEqual([400, 'validation', issue]);
  });

  it('have other rights at the next request once their roles change, and none once suspended or ended', async () => {
    const { client, member, signInName, email } = await joinMember(
      testApp,
      testApp.fixtures.centerA,
      ['technician'],
      'changing',
    );
    const patients = () => client.raw('GET', routes.center.patients.path);
    expect((await patients()).status).toBe(200);
    const token = await client.call(routes.account.makeApiToken, { body: { name: 'PACS', days: 30 } });
    const search = () =>
      testApp.anonymous.raw('GET', '/dicom-web/studies', { headers: { authorization: `Bearer ${token.token}` } });
    expect((await search()).status).toBe(200);
    expect((await owner().json('PATCH', memberPath(member.id), { roles: ['billing'] })).status).toBe(200);
    expect(await fault(await patients())).toEqual([403, 'permission_required']);
    expect((await search()).status, 'the token too').toBe(403);
    expect((await client.raw('GET', '/api/medical-center/billing')).status).toBe(200);
    expect((await owner().json('PATCH', memberPath(member.id), { roles: ['technician'] })).status).toBe(200);
    expect((await search()).status).toBe(200);

    for (const _again of [1, 2])
      expect((await owner().json('POST', memberPath(member.id, '/suspend'), {})).status).toBe(200);
    expect([(await patients()).status, (await search()).status]).toEqual([401, 401]);
    expect(await fault(await login(signInName))).toEqual([401, 'invalid_credentials']);
    expect((await owner().json('POST', memberPath(member.id, '/reinstate'), {})).status).toBe(200);
    expect((await login(signInName)).status).toBe(200);
    expect((await search()).status, 'a token does not come back').toBe(401);
    expect((await owner().json('POST', memberPath(member.id, '/end'), {})).status).toBe(200);
    expect(await fault(await login(email))).toEqual([401, 'invalid_credentials']);
    expect(await fault(await owner().json('POST', memberPath(member.id, '/reinstate'), {}))).toEqual([
      409,
      'invalid_state',
    ]);
    const { rows } = await testApp.superuser.query(
      `SELECT event, count(*)::int FROM audit_events WHERE object_id = $1 GROUP BY event ORDER BY event`,
      [member.id],
    );
    expect(Object.fromEntries(rows.map(({ event, count }) => [event, count]))).toEqual({
      ...{ member_invited: 1, member_joined: 1, member_changed: 2 },
      ...{ member_suspended: 1, member_reinstated: 1, member_ended: 1 },
    });
    // the address may be invited again
    expect((await invite({ ...person('changing'), email })).status).toBe(201);
  });

  it('change neither their own roles nor those of another center', async () => {
    const boss = await joinMember(testApp, testApp.fixtures.centerA, ['owner'], 'boss');
    const mine = memberPath(boss.member.id);
    expect(await fault(await boss.client.json('PATCH', mine, { roles: ['billing'] }))).toEqual([409, 'own_role']);
    expect(await fault(await boss.client.json('POST', `${mine}/suspend`, {}))).toEqual([409, 'own_role']);
    expect((await boss.client.json('PATCH', mine, { displayName: 'Νέο όνομα' })).status).toBe(200);
    const ofB = testApp.fixtures.centerB.client;
    expect(await fault(await ofB.json('PATCH', mine, { roles: ['billing'] }))).toEqual([404, 'not_found']);
    expect(await fault(await ofB.json('POST', `${mine}/end`, {}))).toEqual([404, 'not_found']);
    expect(JSON.stringify(await ofB.call(routes.team.team, {}))).not.toContain(boss.member.id);
    expect((await boss.client.json('POST', routes.team.leave.path, {})).status).toBe(200);
    expect((await boss.client.raw('GET', routes.team.team.path)).status).toBe(401);
    expect(await fault(await owner().json('POST', routes.team.leave.path, {}))).toEqual([409, 'own_center_account']);
  });

  it('see names and roles of their colleagues; who manages them also addresses and sign-ins', async () => {
    const { client } = await joinMember(testApp, testApp.fixtures.centerA, ['billing'], 'looker');
    const [asMember, asOwner] = [await client.call(routes.team.team, {}), await owner().call(routes.team.team, {})];
    const find = (list: typeof asMember) => list.find(({ username }) => username === 'looker');
    expect(find(asMember)).toMatchObject({ isSelf: true, roles: ['billing'], state: 'active' });
    expect(Object.keys(find(asMember) ?? {})).not.toContain('email');
    expect(find(asOwner)).toMatchObject({
      ...{ isSelf: false, email: 'looker@members.example.gr', hasFactor: false, lastSignInAt: expect.any(String) },
    });
  });

  it('cannot join after seven days', async () => {
    await invite(person('late'));
    const token = await invitationTo(testApp, 'late@members.example.gr');
    testApp.advanceClock(7 * 86_400_000 + 60_000);
    expect(await fault(await accept(token))).toEqual([404, 'link_invalid']);
  });
});
