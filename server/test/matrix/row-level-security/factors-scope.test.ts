import { createHash, randomBytes } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { factorRequired } from '@medcloud/contract/shapes/factors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../src/domain/authorization/scope.ts';
import type { RowScope } from '../../../src/platform/db/row-scope.ts';
import { setUpAuthenticator } from '../../factors/authenticator.ts';
import { SoftPasskey } from '../../factors/soft-passkey.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { ApplicationDatabase, resetRequest } from './application-database.ts';

const newSession = { bearerHash: Buffer.alloc(32, 1), cookieHash: Buffer.alloc(32, 2) };
const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** What a statement in a sign-in can do to an account with a second factor (decision 079). */
describe('the scopes of a second factor', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  let userId: string;
  let challengeId: string;

  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    const { noConsent } = testApp.fixtures.doctors;
    ({ userId } = noConsent);
    await setUpAuthenticator(testApp, noConsent.client);
    const login = { email: noConsent.email, password: noConsent.password };
    const response = await testApp.anonymous.json('POST', routes.auth.doctorLogin.path, login);
    ({ challengeId } = factorRequired.parse(await response.json()));
  });
  afterAll(() => testApp.close());

  const insertSession = `INSERT INTO sessions (id, user_id, role, doctor_id, bearer_hash, cookie_hash, idle_seconds, address_block, expires_at)
    SELECT gen_random_uuid(), u.id, 'doctor', d.id, decode(repeat('01', 32), 'hex'), decode(repeat('02', 32), 'hex'), 60, 'x', app_now() + interval '1 hour'
    FROM users u JOIN doctors d ON d.user_id = u.id WHERE u.id = $1`;
  const proved = (challenge: string, factor: { step: number } | { mac: Buffer }) =>
    mint.factor(hashOf(challenge), { factor, previousSession: null, newSession });
  const tries = async () =>
    (await db.rows('SELECT attempts FROM sign_in_challenges WHERE secret_hash = $1', [hashOf(challengeId)]))[0]
      ?.attempts;

  it('begin no session by the password alone (T-MFA1)', async () => {
    expect(await db.outcome(await db.signedIn(userId), insertSession, [userId])).toBe('42501');
  });

  it('begin none by a challenge without its secret, without a counted attempt, or without a used factor', async () => {
    expect(await db.outcome(proved('another', { step: 1 }), insertSession, [userId])).toBe(0);
    expect(await db.outcome(proved(challengeId, { step: 1 }), insertSession, [userId])).toBe(0);
    expect(await db.outcome(mint.factor(hashOf(challengeId)), 'SELECT * FROM count_factor_try()', [])).toBe(1);
    await db.rows('UPDATE sign_in_challenges SET attempts = 1 WHERE secret_hash = $1', [hashOf(challengeId)]);
    expect(await db.outcome(proved(challengeId, { step: 1 }), insertSession, [userId])).toBe('42501');
  });

  it('use no code of an earlier step and no recovery code that is none', async () => {
    const useFactor = 'SELECT 1 WHERE use_factor()';
    expect(await db.outcome(proved(challengeId, { step: 1 }), useFactor, [])).toBe(0);
    expect(await db.outcome(proved(challengeId, { mac: randomBytes(32) }), useFactor, [])).toBe(0);
    expect(await tries()).toBe(1);
  });

  it('show and change nothing of factors outside their own purpose', async () => {
    const doctor = await db.doctor(testApp.fixtures.doctors.noConsent);
    for (const table of ['totp_secrets', 'recovery_codes']) {
      expect(await db.outcome(await db.signedIn(userId), `SELECT 1 FROM ${table}`, []), table).toBe(0);
      expect(await db.outcome(await db.admin(), `SELECT 1 FROM ${table}`, []), table).toBe(0);
      expect(await db.outcome(doctor, `DELETE FROM ${table}`, []), table).toBe(0);
    }
    expect(await db.outcome(doctor, 'SELECT 1 FROM sign_in_challenges', [])).toBe('42501');
    expect(await db.outcome(doctor, 'SELECT code_mac FROM recovery_codes', [])).toBe('42501');
    expect(await db.outcome(doctor, 'SELECT 1 WHERE use_own_step(99999999)', [])).toBe(0);
  });

  it('begin no session by a passkey that was not used in the same transaction, and use each challenge once', async () => {
    const { consent } = testApp.fixtures.doctors;
    const passkey = new SoftPasskey(testApp.config.publicUrl.origin);
    const options = await consent.client.call(routes.account.passkeyCreation, {});
    await consent.client.call(routes.account.addPasskey, { body: { name: 'x', response: passkey.create(options) } });
    const credentialId = Buffer.from(passkey.id, 'base64url');
    const signed = (challenge: string, signCount = 9) =>
      mint.passkey({
        factor: { passkey: { credentialId, signCount, challengeHash: hashOf(challenge) } },
        previousSession: null,
        newSession,
      });
    const use = 'SELECT 1 WHERE use_passkey()';
    const insert = async (scope: ReturnType<typeof signed>, before: string) =>
      await db.as(scope, async (client) => {
        await client.query(before);
        return (await client.query(insertSession, [consent.userId]).catch(({ code }) => ({ rowCount: code }))).rowCount;
      });
    expect(await db.outcome(await db.signedIn(consent.userId), insertSession, [consent.userId])).toBe('42501');
    expect(await db.outcome(mint.passkey({ credentialId }), use, [])).toBe(0);
    expect(await db.outcome(mint.passkey({ credentialId }), 'SELECT 1 WHERE suspect_passkey()', [])).toBe(0);
    expect(await insert(signed('one'), 'SELECT')).toBe('42501');
    expect(await insert(signed('one', 1), use)).toBe('42501'); // its counter went back
    expect(await insert(signed('one'), use)).toBe(1);
    await db.rows(`INSERT INTO spent_challenges VALUES ($1, now(), pg_current_xact_id())`, [hashOf('two')]);
    expect(await insert(signed('two'), use)).toBe('42501');
    const suspect = async (challenge: string, givenOut: number) => {
      const signed = { credentialId, signCount: 1, challengeHash: hashOf(challenge), givenOut };
      return await db.outcome(mint.copiedPasskey(signed), 'SELECT 1 WHERE suspect_passkey()');
    };
    await db.rows('UPDATE passkeys SET last_used_at = to_timestamp(5000)');
    expect([await suspect('two', 5001), await suspect('three', 5000), await suspect('three', 5001)]).toEqual([0, 0, 1]);
    const doctor = await db.doctor(consent);
    expect(await db.outcome(doctor, 'SELECT 1 FROM spent_challenges', [])).toBe('42501');
    expect(await db.outcome(doctor, 'DELETE FROM passkeys', [])).toBe(0);
    expect(await db.outcome(doctor, `UPDATE passkeys SET name = 'y'`, [])).toBe(0);
    expect(await db.outcome(await db.admin(), 'SELECT 1 FROM passkeys', [])).toBe(0);
    await db.rows('DELETE FROM passkeys');
    await db.rows('DELETE FROM recovery_codes WHERE user_id = $1', [consent.userId]);
  });

  it('remove a lost factor of the address of the operator’s command alone, and only there', async () => {
    const { noConsent, consent } = testApp.fixtures.doctors;
    const remove = 'SELECT * FROM remove_factors_of()';
    const requests = [await db.doctor(noConsent), await db.admin(), await db.signedIn(userId), mint.open()];
    for (const scope of [...requests, resetRequest(noConsent.email), mint.system('factor-removal')])
      expect([scope.kind, await db.outcome(scope, remove)]).toEqual([scope.kind, 0]);
    const removal = mint.factorRemoval(noConsent.email.toLowerCase());
    const removed = (scope: RowScope) =>
      db.as(scope, async (client) => {
        const { rows } = await client.query(remove);
        return rows.map((row) => [row.account, row.removed_kinds]);
      });
    expect(await removed(removal)).toEqual([[userId, ['totp']]]);
    expect(await removed(mint.factorRemoval(consent.email.toLowerCase()))).toEqual([[consent.userId, []]]);
    for (const table of ['users', 'sessions', 'totp_secrets', 'recovery_codes'])
      expect([table, await db.outcome(removal, `SELECT 1 FROM ${table}`)]).toEqual([table, 0]);
  });

  it('request the removal of the factor of that account alone whose owner is mailed', async () => {
    const { consent } = testApp.fixtures.doctors;
    const scope = mint.newReset(await db.admin(), userId, hashOf('link'));
    const ask = `INSERT INTO factor_resets (id, user_id, asked_by, cancel_hash, needs_confirmation, reason, recognized_by)
      VALUES (gen_random_uuid(), $1, scope_user(), $2, false, 'Lost', 'in_person')`;
    expect(await db.outcome(scope, ask, [consent.userId, hashOf('link')])).toBe('42501');
    expect(await db.outcome(scope, ask, [userId, hashOf('known')])).toBe('42501');
    expect(await db.outcome(scope, ask, [userId, hashOf('link')])).toBe(1);
  });

  it('give ended challenges to the alarms, and the count of foreign passkeys to the health check alone', async () => {
    const functions = {
      alarms: 'SELECT * FROM take_missed_factors(9)',
      health: `SELECT 1 WHERE (SELECT other FROM passkeys_of_other_domains('x')) <> ''`,
    };
    await db.rows(
      `INSERT INTO sign_in_challenges (id, secret_hash, user_id, password_proof, expires_at)
      VALUES (gen_random_uuid(), sha256('a'), $1, sha256('b'), app_now() - interval '1 second')`,
      [userId],
    );
    for (const [purpose, statement] of Object.entries(functions))
      for (const scope of [
        await db.admin(),
        await db.doctor(),
        await db.signedIn(userId),
        mint.open(),
        mint.system('log'),
      ])
        expect([purpose, scope.kind, await db.outcome(scope, statement)]).toEqual([purpose, scope.kind, 0]);
    expect(await db.outcome(mint.system('alarms'), functions.alarms)).toBe(1);
    await db.rows('DELETE FROM sign_in_challenges');
  });

  it('tell the count of administrators without a factor to the health check alone', async () => {
    const count = 'SELECT 1 WHERE administrators_without_factor() > 0';
    expect(await db.outcome(mint.system('health'), count)).toBe(1);
    for (const scope of [await db.admin(), await db.doctor(), await db.signedIn(userId), mint.open()])
      expect([scope.kind, await db.outcome(scope, count)]).toEqual([scope.kind, 0]);
  });
});
