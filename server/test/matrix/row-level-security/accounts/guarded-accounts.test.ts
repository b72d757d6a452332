import { createHash, randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../../src/domain/authorization/scope.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from '../application-database.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** What a statement in a request of an account, or of who wants one, could make of accounts. */
describe('a statement in a request of an account', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
  });
  afterAll(() => testApp.close());

  const principalOf = async ({ userId }: { userId: string }) => ({
    kind: 'admin' as const,
    userId,
    email: '',
    language: 'el' as const,
    mustChangePassword: false,
    factorSetup: null,
    passwordAgeSeconds: 0,
    expiresAt: new Date(0),
    sessionId: await db.sessionIdOf('user_id = $1', [userId]),
  });

  it('stores no challenge whose network stops the alarms', async () => {
    const userId = await db.userOf(testApp.fixtures.centerA);
    const scope = await db.signedIn(userId);
    const begin = 'SELECT begin_challenge(gen_random_uuid(), $1)';
    for (const block of ['Not a network', 'x'.repeat(1_000_000), '10.0.0.0/8; x'])
      expect(await db.outcome(scope, begin, [block])).toBe(insufficientPrivilege);
    for (const block of [null, '', 'unknown', '10.1.2.0/24', '2001:db8::/56'])
      expect(await db.outcome(scope, begin, [block]), String(block)).toBe(1);
    const stored = db.rows(
      `INSERT INTO sign_in_challenges (id, secret_hash, user_id, password_proof, expires_at, address_block)
       VALUES (gen_random_uuid(), sha256('a'), $1, sha256('b'), app_now(), 'Not a network')`,
      [userId],
    );
    await expect(stored).rejects.toThrow(/address_block_check/);
  });

  it('gives no verified doctor another name for patients and centers', async () => {
    const { consent } = testApp.fixtures.doctors;
    const doctor = await db.doctor(consent);
    const set = (columns: string) => db.outcome(doctor, `UPDATE doctors SET ${columns}`);
    expect(await set(`specialization = 'Cardiology'`)).toBe(1);
    for (const columns of [
      `approved_first_name = 'Other'`,
      `approved_last_name = 'https://example.gr'`,
      `approved_license_number = 'other', review_since = app_now()`,
      `state = 'pending_review', review_since = app_now(), approved_license_number = license_number, approved_first_name = 'Other',
        approved_last_name = last_name`,
      `state = 'pending_review', review_since = '2020-01-01', approved_license_number = license_number,
        approved_first_name = first_name, approved_last_name = last_name`,
    ])
      expect(await set(columns), columns).toBe(insufficientPrivilege);
    const review = `state = 'pending_review', review_since = app_now(), approved_license_number = license_number,
      approved_first_name = first_name, approved_last_name = last_name`;
    expect(await set(review)).toBe(1);
  });

  it('sets no other password and address than those that came with the password', async () => {
    const { noConsent } = testApp.fixtures.doctors;
    const doctor = await db.doctor(noConsent);
    const setPassword = `UPDATE users SET password_hash = $1, must_change_password = false`;
    const setEmail = 'UPDATE users SET email = $1';
    const secrets = { bearerHash: hashOf('a'), cookieHash: hashOf('b') };
    const ofAccount = mint.account(await principalOf(noConsent));
    const changing = mint.newPassword(ofAccount, secrets, 'the new hash');
    const moving = mint.newEmail(doctor, noConsent.userId, 'new@example.gr');
    expect(await db.outcome(changing, setPassword, ['the new hash'])).toBe(1);
    expect(await db.outcome(moving, setEmail, ['new@example.gr'])).toBe(1);
    for (const scope of [doctor, ofAccount, mint.renewing(ofAccount, secrets), changing, moving]) {
      expect(await db.outcome(scope, setPassword, ['a known hash'])).toBe(insufficientPrivilege);
      expect(await db.outcome(scope, setEmail, ['known@example.gr'])).toBe(insufficientPrivilege);
      expect(await db.outcome(scope, `UPDATE users SET language = 'en'`)).toBe(1);
    }
  });

  it('gives an account no other address than the one that an administrator typed for it', async () => {
    const [admin, center] = [await db.admin(), testApp.fixtures.centerA];
    const { userId } = testApp.fixtures.doctors.noConsent;
    const own = await db.userOf(center);
    const address = 'thief@example.gr';
    const set = (id: string) => `UPDATE users SET email = '${address}' WHERE id = '${id}'`;
    const inviting = mint.inviting(await db.centerA(), { email: address, tokenHash: hashOf('t') });
    expect(await db.outcome(inviting, set(own)), 'of who invites').toBe(insufficientPrivilege);
    for (const [scope, id] of [
      [admin, userId],
      [mint.newEmailOf(admin, own, address), userId],
      [mint.newEmailOf(admin, userId, 'other@example.gr'), userId],
      [mint.newReset(admin, userId, hashOf('t')), userId],
    ] as const)
      expect(await db.outcome(scope, set(id))).toBe(insufficientPrivilege);
    expect(await db.outcome(mint.newEmailOf(admin, own, address), set(own))).toBe(1);
  });

  it('begins the days to set up a second factor once, at a sign-in, and ends them within a year', async () => {
    const userId = await db.userOf(testApp.fixtures.centerA);
    const signingIn = await db.signedIn(userId);
    const set = (day: string) => `UPDATE users SET factor_due_on = ${day} WHERE id = '${userId}'`;
    const later = 'app_now()::date + 14';
    expect(await db.outcome(await db.centerA(), set(later))).toBe(insufficientPrivilege);
    expect(await db.outcome(signingIn, set('app_now()::date + 400'))).toBe(insufficientPrivilege);
    expect(await db.outcome(signingIn, set(later))).toBe(1);
    await db.rows(`UPDATE users SET factor_due_on = '2026-01-01' WHERE id = $1`, [userId]);
    for (const day of [later, 'NULL']) expect(await db.outcome(signingIn, set(day)), day).toBe(insufficientPrivilege);
  });

  it('adds no message from another time, and none that hides codes to unknown numbers', async () => {
    const { doctors } = testApp.fixtures;
    const center = await db.centerA();
    const insert = (columns: string, values: string) =>
      db.outcome(
        center,
        `INSERT INTO outbox_messages (id, channel, kind, state, sealed, ${columns}) VALUES (gen_random_uuid(), 'sms', 'code', 'waiting', '\\x00', ${values})`,
      );
    expect(await insert('expires_at', `app_now() + interval '7 days'`)).toBe(1);
    for (const [column, value] of [
      ['expires_at', `'infinity'`],
      ['expires_at', `app_now() + interval '8 days'`],
      ['created_at', `'9999-01-01'`],
      ['created_at', `app_now() - interval '2 days'`],
      ['attempts', '9'],
      ['last_error', `repeat('x', 1000000)`],
    ] as const)
      expect(await insert(column, value), value).toBe(insufficientPrivilege);
    const { id } = doctors.unverified;
    for (let number = 0; number < 5; number += 1) {
      const [code] = await db.rows(
        `INSERT INTO otp_verifications (id, doctor_id, phone_index, phone_last3, phone_sealed, expires_at)
         VALUES (gen_random_uuid(), $1, $2, '123', '\\x00', app_now() + interval '10 minutes') RETURNING id`,
        [id, hashOf(`number ${number}`)],
      );
      for (const [state, sealed] of [
        ['decoy', null],
        ['waiting', Buffer.alloc(1)],
      ])
        await db.rows(
          `INSERT INTO outbox_messages (id, channel, kind, state, sealed, otp_id) VALUES (gen_random_uuid(), 'sms', 'code', $1, $2, $3)`,
          [state, sealed, code?.id],
        );
    }
    const outbox = mint.outbox(id);
    expect(await db.outcome(outbox, `SELECT WHERE count_unknown_numbers('${id}') = 5`)).toBe(1);
  });

  it('makes an account and a link for the address of its form alone', async () => {
    const link = { emailIndex: hashOf('address'), tokenHash: hashOf('token') };
    const application = mint.application({ email: 'applicant@example.gr', licenseNumber: 'L-1', link });
    const insertUser = `INSERT INTO users (id, email, password_hash, role) VALUES ($1, $2, 'x', 'doctor')`;
    expect(await db.outcome(application, insertUser, [randomUUID(), 'applicant@example.gr'])).toBe(1);
    for (const scope of [application, mint.mailed('signup', 'a link'), mint.system('signup')])
      expect(await db.outcome(scope, insertUser, [randomUUID(), 'chief@example.gr'])).toBe(insufficientPrivilege);
    const insertDoctor = `INSERT INTO doctors (id, user_id, first_name, last_name, license_number, specialization, plan, name_key, approved_first_name)
      VALUES (gen_random_uuid(), $1, 'A', 'B', $2, 'none', 'monthly', 'a|b', $3)`;
    const apply = (license: string, approvedName: string | null) =>
      db.as(application, async (client) => {
        const id = randomUUID();
        await client.query(insertUser, [id, 'applicant@example.gr']);
        return await client.query(insertDoctor, [id, license, approvedName]).then(
          ({ rowCount }) => rowCount,
          ({ code }) => code,
        );
      });
    expect([await apply('L-1', null), await apply('L-2', null), await apply('L-1', 'Other')]).toEqual([
      1,
      insufficientPrivilege,
      insufficientPrivilege,
    ]);
    const insertLink = `INSERT INTO signup_confirmations (id, email_index, token_hash, sealed, expires_at)
      VALUES (gen_random_uuid(), $1, $2, '\\x00', app_now() + $3::interval)`;
    const store = (index: string, token: string, valid = '24 hours') =>
      db.outcome(application, insertLink, [hashOf(index), hashOf(token), valid]);
    expect(await store('address', 'token')).toBe(1);
    for (const [index, token, valid] of [
      ['address', 'own token'],
      ['other address', 'token'],
      ['address', 'token', '25 hours'],
    ] as const)
      expect(await store(index, token, valid)).toBe(insufficientPrivilege);
  });

  it('sees nothing in the scope of a session whose time is over', async () => {
    const { centerA, centerB, doctors, admin } = testApp.fixtures;
    await centerA.client.call(routes.center.patients, {});
    const scopes = { center: await db.centerA(), doctor: await db.doctor(doctors.consent), admin: await db.admin() };
    const look = {
      center: 'SELECT FROM patients',
      doctor: 'SELECT FROM exams',
      admin: 'SELECT FROM audit_events LIMIT 1',
    };
    const seen = async () =>
      await Promise.all(
        (['center', 'doctor', 'admin'] as const).map(async (kind) => [
          await db.outcome(scopes[kind], look[kind]),
          await db.outcome(scopes[kind], 'SELECT WHERE scope_user() IS NOT NULL'),
        ]),
      );
    expect(await seen()).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    const sessions = Object.values(scopes).map(({ session }) => session);
    await db.rows(`UPDATE sessions SET expires_at = app_now() - interval '1 second' WHERE id = ANY ($1)`, [sessions]);
    expect(await seen()).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect((await admin.raw('GET', routes.admin.doctors.path)).status).toBe(401);
    expect((await centerB.client.raw('GET', routes.center.patients.path)).status).toBe(200);
  });
});
