import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { factorRequired } from '@medcloud/contract/shapes/factors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { carryOutResets } from '../../src/domain/factors/resets/carry-out-resets.ts';
import { joinMember, memberPassword } from '../centers/members/join-member.ts';
import { Client } from '../harness/client.ts';
import { type CenterFixture, createCenter, createDoctor, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { adminLogin } from '../harness/test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { setUpAuthenticator } from './authenticator.ts';

const dayMs = 24 * 3_600_000;
const reason = 'Lost the phone on a boat, came to the office with the identity card.';

describe('the removal of a lost second factor', () => {
  let testApp: TestApp;
  let admin: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
  });
  afterAll(() => testApp.close());

  const fault = async (reply: Response) => [reply.status, problem.parse(await reply.json()).code];
  const send = (client: Client, path: string, body: object = {}) => client.json('POST', path, body);
  const actOn = (userId: string, act = '') => `/api/admin/users/${userId}/reset-factors${act}`;
  const ask = (userId: string, client = admin) => send(client, actOn(userId), { recognizedBy: 'in_person', reason });
  const shown = async (email: string, client = admin) => {
    const found = await client.call(routes.admin.users, { query: { search: email } });
    const [user] = found;
    if (user === undefined) throw new Error(`No account ${email} is listed.`);
    return user;
  };
  const events = async (userId: string) => {
    const { rows } = await testApp.superuser.query(
      `SELECT event, actor_kind AS actor FROM audit_events
       WHERE object_id = $1 AND (event LIKE 'factor_reset%' OR event = 'factor_removed') ORDER BY id`,
      [userId],
    );
    return rows.map(({ event, actor }) => `${event} ${actor}`);
  };
  /** A doctor with an authenticator app. */
  const createProtectedDoctor = async (name: string) => {
    const doctor = await createDoctor(testApp, admin, name);
    await setUpAuthenticator(testApp, doctor.client);
    return { ...doctor, email: doctor.email.toLowerCase() };
  };
  const isPasswordEnough = async ({ email, password }: { email: string; password: string }) => {
    const reply = await testApp.anonymous.json('POST', routes.auth.doctorLogin.path, { email, password });
    return !factorRequired.safeParse(await reply.json()).success;
  };
  const mailTo = async (address: string, text: string) => {
    await waitForJobs(testApp);
    return (await testApp.outbox.mail()).filter((mail) => mail.to === address && mail.text.includes(text));
  };
  const keepTokenOf = async (email: string) =>
    /reset-factors#(\S+)/.exec((await mailTo(email, 'reset-factors#')).at(-1)?.text ?? '')?.[1] ?? '';
  /** Lets time pass, and administrators sign in again. */
  const wait = async (ms: number) => {
    await waitForJobs(testApp);
    testApp.clock.advance(ms);
    admin = await signInAdmin(testApp);
  };

  it('happens a day after an administrator asked, and is mailed before', async () => {
    const doctor = await createProtectedDoctor('lostphone');
    expect(await shown(doctor.email)).toMatchObject({ hasFactor: true });
    expect((await ask(doctor.userId)).status).toBe(200);
    expect((await ask(doctor.userId)).status, 'again without effect').toBe(200);
    const { factorReset } = await shown(doctor.email);
    expect(factorReset).toMatchObject({ recognizedBy: 'in_person', reason, needsConfirmation: false });
    expect(await mailTo(doctor.email, 'reset-factors#')).toHaveLength(1);
    await wait(dayMs - 60_000);
    expect(await carryOutResets(testApp.app.context)).toBe(0);
    expect(await isPasswordEnough(doctor)).toBe(false);
    await wait(60_001);
    // two nodes at once
    const counts = await Promise.all([carryOutResets(testApp.app.context), carryOutResets(testApp.app.context)]);
    expect(counts.toSorted()).toEqual([0, 1]);
    expect(await isPasswordEnough(doctor)).toBe(true);
    expect(await shown(doctor.email)).not.toHaveProperty('factorReset');
    expect(await shown(doctor.email)).not.toHaveProperty('hasFactor');
    expect(await events(doctor.userId)).toEqual(['factor_reset_asked admin', 'factor_removed system']);
    expect((await mailTo(doctor.email, 'αφαιρέθηκε η εφαρμογή')).length).toBe(1);
    expect(await fault(await ask(doctor.userId)), 'nothing to remove').toEqual([409, 'invalid_state']);
  });

  it('is stopped by the mailed link, once, and by an administrator', async () => {
    const doctor = await createProtectedDoctor('keepsfactor');
    await ask(doctor.userId);
    const token = await keepTokenOf(doctor.email);
    const keep = (body: object) => send(testApp.anonymous, routes.auth.keepFactors.path, body);
    expect(await fault(await keep({ token: `${token}x` }))).toEqual([404, 'link_invalid']);
    expect((await keep({ token })).status).toBe(200);
    expect(await fault(await keep({ token }))).toEqual([404, 'link_invalid']);
    await ask(doctor.userId);
    expect(await keepTokenOf(doctor.email)).not.toBe(token);
    expect((await send(admin, actOn(doctor.userId, '/cancel'))).status).toBe(200);
    expect(await fault(await send(admin, actOn(doctor.userId, '/cancel')))).toEqual([409, 'invalid_state']);
    await wait(dayMs + 1);
    expect(await carryOutResets(testApp.app.context)).toBe(0);
    expect(await isPasswordEnough(doctor)).toBe(false);
    const cancelled = ['factor_reset_cancelled nobody', 'factor_reset_cancelled admin'];
    expect(await events(doctor.userId)).toEqual(cancelled.flatMap((event) => ['factor_reset_asked admin', event]));
  });

  it('of an administrator waits for another one, who neither asked nor owns the account', async () => {
    const { rows } = await testApp.superuser.query<{ id: string; email: string }>(
      `INSERT INTO users (id, email, password_hash, role)
       SELECT gen_random_uuid(), name || '@admins.example.gr', u.password_hash, u.role
       FROM users u, unnest(ARRAY['lost', 'colleague']) name WHERE u.email = $1 RETURNING id, email`,
      [adminLogin.email],
    );
    const signIn = (email: string) =>
      new Client(testApp.origin, testApp.config).signIn(routes.auth.adminLogin.path, { ...adminLogin, email });
    const [lost, colleague] = rows;
    if (lost === undefined || colleague === undefined) throw new Error('Two administrators are missing.');
    await setUpAuthenticator(testApp, await signIn(lost.email));
    const path = actOn(lost.id, '/confirm');
    expect(await fault(await send(admin, path)), 'nothing was asked for').toEqual([409, 'invalid_state']);
    const own = (await shown(adminLogin.email)).id;
    expect(await fault(await ask(own))).toEqual([400, 'own_account']);
    await ask(lost.id);
    expect((await shown(lost.email)).factorReset).toMatchObject({ askedBy: adminLogin.email, needsConfirmation: true });
    expect(await fault(await send(admin, path))).toEqual([400, 'own_account']);
    await wait(dayMs + 1);
    expect(await carryOutResets(testApp.app.context)).toBe(0);
    expect((await send(await signIn(colleague.email), path)).status).toBe(200);
    expect(await carryOutResets(testApp.app.context)).toBe(1);
    await signIn(lost.email);
    expect(await events(lost.id)).toEqual([
      'factor_reset_asked admin',
      'factor_reset_confirmed admin',
      'factor_removed system',
    ]);
  });

  it('ends for who sets up another factor meanwhile, and unconfirmed after a week', async () => {
    const doctor = await createProtectedDoctor('foundcodes');
    await ask(doctor.userId);
    testApp.clock.advance(1_000);
    await doctor.client.call(routes.account.removeTotp, {});
    await setUpAuthenticator(testApp, doctor.client);
    await wait(dayMs + 1);
    expect(await carryOutResets(testApp.app.context)).toBe(0);
    expect(await isPasswordEnough(doctor)).toBe(false);
    expect(await shown(doctor.email)).not.toHaveProperty('factorReset');
    const { rows } = await testApp.superuser.query<{ id: string }>(
      `INSERT INTO users (id, email, password_hash, role)
       SELECT gen_random_uuid(), 'forgotten@admins.example.gr', 'none', 'admin' RETURNING id`,
    );
    const lost = rows[0]?.id ?? '';
    await testApp.superuser.query(
      `INSERT INTO totp_secrets (user_id, encrypted_secret, confirmed_at) VALUES ($1, '\\x00', app_now())`,
      [lost],
    );
    await ask(lost);
    await wait(7 * dayMs + 1);
    expect(await carryOutResets(testApp.app.context)).toBe(0);
    expect(await fault(await send(admin, actOn(lost, '/confirm')))).toEqual([409, 'invalid_state']);
  });

  describe('of a member of a center', () => {
    let center: CenterFixture;
    beforeAll(async () => {
      const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: '+306900000001' };
      center = await createCenter(testApp, admin, { name: 'Ιατρική', number: 1, ...person });
    });
    const reset = (member: string, by = center.client) =>
      send(by, `/api/medical-center/members/${member}/reset-factors`);

    it('is the owner’s act, at once', async () => {
      const technician = await joinMember(testApp, center, ['technician'], 'losttech');
      expect(await fault(await reset(technician.member.id)), 'has none').toEqual([409, 'invalid_state']);
      await setUpAuthenticator(testApp, technician.client);
      expect((await reset(technician.member.id)).status).toBe(200);
      expect((await technician.client.raw('GET', routes.auth.session.path)).status).toBe(401);
      const login = { centerId: technician.signInName, password: memberPassword };
      await new Client(testApp.origin, testApp.config).signIn(routes.auth.centerLogin.path, login);
      expect(await events(technician.userId)).toEqual(['factor_removed center']);
      expect(await mailTo(technician.email, 'app was removed')).toHaveLength(1);
    });

    it('is not, of a doctor’s account, of a person of another center, and of oneself', async () => {
      const other = await createCenter(testApp, admin, {
        ...{ name: 'Άλλη', number: 2, firstName: 'Άννα', lastName: 'Ρήγα', phone: '+306900000002' },
      });
      const both = await joinMember(testApp, center, ['technician'], 'bothtech');
      await setUpAuthenticator(testApp, both.client);
      await testApp.superuser.query(
        `INSERT INTO center_members (id, center_id, user_id, roles, username, display_name, email, language, state,
           invited_by, invite_hash, invite_expires_at, joined_at)
         SELECT gen_random_uuid(), c.id, m.user_id, m.roles, m.username, m.display_name, m.email, m.language, 'active',
           c.user_id, sha256('x'), now(), now() FROM center_members m, medical_centers c
         WHERE m.id = $1 AND c.center_id = $2`,
        [both.member.id, other.centerId],
      );
      expect(await fault(await reset(both.member.id))).toEqual([409, 'account_elsewhere']);
      expect(await fault(await reset(both.member.id, other.client)), 'of another center').toEqual([404, 'not_found']);
      const owner = await joinMember(testApp, center, ['owner'], 'secondowner');
      expect(await fault(await reset(owner.member.id, owner.client))).toEqual([409, 'own_role']);
      expect((await shown(both.email)).hasFactor).toBe(true);
    });
  });
});
