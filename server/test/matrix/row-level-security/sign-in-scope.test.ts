import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../src/domain/authorization/scope.ts';
import { adminLogin, startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege, newSession } from './application-database.ts';

/** The scope of a caller without a session opens the account that it proves, and only finds the one that it names. */
describe('the scope of a sign-in', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
  });
  afterAll(() => testApp.close());

  const tables = ['users', 'sessions', 'api_tokens', 'doctors', 'medical_centers'];

  it('shows only the account whose password or secret it has', async () => {
    const { centerA, centerB, doctors } = testApp.fixtures;
    const bearer = createHash('sha256')
      .update(centerA.client.sessionId ?? '')
      .digest();
    const { userId } = doctors.noConsent;
    for (const scope of [mint.signIn({ secretHashes: [bearer] }), await db.signedIn(userId)])
      expect(await db.outcome(scope, 'SELECT 1 FROM users')).toBe(1);
    const others = [
      mint.signIn({}),
      mint.signIn({ email: '%' }),
      mint.signIn({ centerId: '' }),
      mint.signIn({ secretHashes: [createHash('sha256').digest()] }),
      mint.signIn({ centerId: centerB.centerId, email: doctors.noConsent.email, userId }),
      await db.signedIn(userId, '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$another'),
      await db.signedIn('00000000-0000-4000-8000-000000000000', ''),
    ];
    for (const scope of others)
      for (const table of tables)
        expect(await db.outcome(scope, `SELECT 1 FROM ${table}`), `${scope.link} ${table}`).toBe(0);
  });

  it.each(['center', 'doctor', 'admin'] as const)(
    'opens no account to a statement smuggled into the lookup for the sign-in of a kind: %s',
    async (kind) => {
      const { centerB, doctors } = testApp.fixtures;
      const names = {
        center: { role: 'medical_center', subject: { centerId: centerB.centerId.toLowerCase() } },
        doctor: { role: 'doctor', subject: { email: doctors.noConsent.email } },
        admin: { role: 'admin', subject: { email: adminLogin.email } },
      };
      const { role, subject } = names[kind];
      const scope = mint.signIn(subject);
      const [account] = await db.rows(
        `SELECT u.id, u.password_hash AS hash, c.id AS center, d.id AS doctor, s.id AS session FROM users u
       LEFT JOIN medical_centers c ON c.user_id = u.id LEFT JOIN doctors d ON d.user_id = u.id JOIN sessions s ON s.user_id = u.id
       WHERE u.email = $1 OR upper(c.center_id) = upper($1)`,
        [Object.values(subject)[0]],
      );
      const insertSession = `INSERT INTO sessions (id, user_id, role, center_id, doctor_id, bearer_hash, cookie_hash, idle_seconds, expires_at, address_block)
      VALUES (gen_random_uuid(), $1, $2, $3, $4, sha256('a'), sha256('b'), 86400, app_now() + interval '23 hours', '')`;
      expect(await db.outcome(scope, insertSession, [account?.id, role, account?.center, account?.doctor])).toBe(
        insufficientPrivilege,
      );
      const event = `INSERT INTO audit_events (event, outcome, actor_kind, person_id, center_id, doctor_id, details)
      VALUES ('login', 'success', $1, $2, $3, $4, '{}')`;
      const actor = kind === 'center' ? 'center' : role;
      expect(await db.outcome(scope, event, [actor, account?.id, account?.center, account?.doctor])).toBe(
        insufficientPrivilege,
      );
      const nothing = [
        ...tables.map((table) => `SELECT 1 FROM ${table}`),
        `UPDATE users SET password_hash = 'x'`,
        'UPDATE users SET must_change_password = false',
        `UPDATE sessions SET revoked_at = now(), revoke_cause = 'x'`,
        'UPDATE api_tokens SET revoked_at = now()',
        'UPDATE medical_centers SET last_activity_at = now()',
      ];
      for (const statement of nothing) expect(await db.outcome(scope, statement), statement).toBe(0);
      const found = await db.as(scope, (client) => client.query('SELECT * FROM account_to_sign_in($1)', [role]));
      const hash = String(account?.hash);
      expect(found.rows).toEqual([{ id: account?.id, hash_settings: hash.slice(0, hash.lastIndexOf('$') + 1) }]);
      const other = await db.as(scope, (client) =>
        client.query(
          `SELECT * FROM unnest(ARRAY['medical_center', 'doctor', 'admin']) r, account_to_sign_in(r) WHERE r <> $1`,
          [role],
        ),
      );
      expect(other.rows).toEqual([]);
    },
  );

  it('takes back no count of passwords', async () => {
    await db.rows(`INSERT INTO throttles (key, points) VALUES ('failure:x', 5)`);
    const { userId } = testApp.fixtures.doctors.noConsent;
    for (const scope of [mint.signIn({ userId }), await db.signedIn(userId), await db.doctor()])
      for (const statement of ['DELETE FROM throttles', 'UPDATE throttles SET points = 0'])
        expect(await db.outcome(scope, statement), statement).toBe(0);
  });

  it('lets the health check begin a session of an administrator alone, for a minute', async () => {
    const { doctors } = testApp.fixtures;
    const [admin] = await db.rows(`SELECT id FROM users WHERE role = 'admin'`);
    const insert = `INSERT INTO sessions (id, user_id, role, bearer_hash, cookie_hash, idle_seconds, expires_at, address_block)
      VALUES (gen_random_uuid(), $1, 'admin', $3, $4, 1, app_now() + $2::interval, '')`;
    const scope = mint.sessionProbe(String(admin?.id), newSession);
    const { bearerHash, cookieHash } = newSession;
    const values = (id: unknown, time: string) => [id, time, bearerHash, cookieHash];
    expect(await db.outcome(scope, insert, values(admin?.id, '1 minute'))).toBe(1);
    expect(await db.outcome(scope, insert, values(admin?.id, '2 minutes'))).toBe(insufficientPrivilege);
    const { userId } = doctors.noConsent;
    const other = mint.sessionProbe(userId, newSession);
    expect(await db.outcome(other, insert, values(userId, '1 minute'))).toBe(insufficientPrivilege);
  });

  it('allows a new session only after the right password, for the same user and tenant, with the portal’s secrets', async () => {
    const { centerA, centerB } = testApp.fixtures;
    const [row] = await db.rows('SELECT to_jsonb(s) AS row FROM sessions s WHERE center_id = $1 LIMIT 1', [centerA.id]);
    const insertSession = `INSERT INTO sessions SELECT r.* FROM jsonb_populate_record(null::sessions, $1::jsonb || jsonb_build_object(
      'id', gen_random_uuid(), 'bearer_hash', '\\x' || repeat('00', 32), 'cookie_hash', '\\x' || repeat('01', 32), 'center_id', $2::text)) r`;
    const values = (centerId: string) => [JSON.stringify(row?.row), centerId];
    const own = await db.renewing(centerA);
    expect(await db.outcome(own, insertSession, values(centerA.id))).toBe(1);
    expect(await db.outcome(own, insertSession, values(centerB.id))).toBe(insufficientPrivilege);
    for (const scope of [await db.renewing(centerB), await db.centerA(), await db.doctor()])
      expect(await db.outcome(scope, insertSession, values(centerA.id))).toBe(insufficientPrivilege);
    const signingIn = await db.signedIn(await db.userOf(centerA));
    expect(await db.outcome(signingIn, insertSession, values(centerA.id))).toBe(1);
    expect(await db.outcome(signingIn, insertSession, values(centerB.id))).toBe(insufficientPrivilege);
    for (const secret of ['bearer_hash', 'cookie_hash']) {
      const chosen = insertSession.replace(`'center_id'`, `'${secret}', '\\x' || repeat('aa', 32), 'center_id'`);
      for (const scope of [own, signingIn])
        expect(await db.outcome(scope, chosen, values(centerA.id)), secret).toBe(insufficientPrivilege);
    }
    const long = insertSession.replace(`'center_id'`, `'expires_at', app_now() + interval '10 years', 'center_id'`);
    expect(await db.outcome(signingIn, long, values(centerA.id))).toBe(insufficientPrivilege);
    for (const time of ['authenticated_at', 'last_seen_at']) {
      const later = insertSession.replace(`'center_id'`, `'${time}', app_now() + interval '8 hours', 'center_id'`);
      expect(await db.outcome(signingIn, later, values(centerA.id)), time).toBe(insufficientPrivilege);
    }
    const other = await db.signedIn(await db.userOf(centerB));
    expect(await db.outcome(other, insertSession, values(centerA.id))).toBe(insufficientPrivilege);
    expect(await db.outcome(own, 'UPDATE sessions SET center_id = $1', [centerB.id])).toBe(insufficientPrivilege);
  });

  it.each([
    { role: 'admin', limits: { idle: 900, hours: 8 } },
    { role: 'medical_center', limits: { idle: 1_800, hours: 12 } },
    { role: 'doctor', limits: { idle: 1_800, hours: 12 } },
  ])('gives a session no longer than the portal does: $role', async ({ role, limits: { idle, hours } }) => {
    const [account] = await db.rows(
      'SELECT user_id AS id FROM sessions WHERE role = $1 AND revoked_at IS NULL LIMIT 1',
      [role],
    );
    const insert = `INSERT INTO sessions SELECT r.* FROM sessions s, jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
      'bearer_hash', '\\x' || repeat('00', 32), 'cookie_hash', '\\x' || repeat('01', 32), 'idle_seconds', $2::integer,
      'expires_at', app_now() + make_interval(secs => $3))) r WHERE s.user_id = $1 AND s.revoked_at IS NULL LIMIT 1`;
    const scope = await db.signedIn(String(account?.id));
    const attempt = (idleSeconds: number, seconds: number) =>
      db.outcome(scope, insert, [account?.id, idleSeconds, seconds]);
    expect(await attempt(idle, hours * 3_600)).toBe(1);
    expect(await attempt(idle + 1, hours * 3_600)).toBe(insufficientPrivilege);
    expect(await attempt(idle, hours * 3_600 + 1)).toBe(insufficientPrivilege);
  });

  it('uses a session now at the latest', async () => {
    const use = (time: string) => `UPDATE sessions SET last_seen_at = ${time} WHERE revoked_at IS NULL`;
    for (const scope of [await db.centerA(), await db.doctor(), await db.admin()]) {
      expect(await db.outcome(scope, use(`app_now() + interval '1 second'`))).toBe(insufficientPrivilege);
      expect(await db.outcome(scope, use('app_now()'))).toBeGreaterThan(0);
    }
  });

  it('stores an API token only in the request that makes one, with the portal’s secret', async () => {
    const { centerA } = testApp.fixtures;
    const user = await db.userOf(centerA);
    const center = await db.centerA();
    const insert = `INSERT INTO api_tokens (id, user_id, center_id, name, token_hash, expires_at)
      VALUES (gen_random_uuid(), $1, $2, 'x', $3, app_now() + interval '1 year')`;
    const hash = Buffer.alloc(32, 7);
    const making = mint.newToken(center, user, hash);
    expect(await db.outcome(making, insert, [user, centerA.id, hash])).toBe(1);
    expect(await db.outcome(making, insert, [user, centerA.id, Buffer.alloc(32, 8)])).toBe(insufficientPrivilege);
    const long = insert.replace('1 year', '2 years');
    expect(await db.outcome(making, long, [user, centerA.id, hash])).toBe(insufficientPrivilege);
    for (const scope of [center, await db.renewing(centerA)])
      expect(await db.outcome(scope, insert, [user, centerA.id, hash])).toBe(insufficientPrivilege);
  });

  it('does not begin an ended session or token again', async () => {
    const own = await db.centerA();
    const begin = 'UPDATE sessions SET revoked_at = NULL, revoke_cause = NULL';
    expect(await db.outcome(own, `${begin} WHERE revoked_at IS NULL`)).toBeGreaterThan(0);
    await db.rows(
      `INSERT INTO sessions SELECT r.* FROM sessions s, jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
         'bearer_hash', '\\x' || repeat('02', 32), 'cookie_hash', '\\x' || repeat('03', 32), 'revoked_at', now(), 'revoke_cause', 'logout')) r
       WHERE s.center_id = $1 LIMIT 1`,
      [testApp.fixtures.centerA.id],
    );
    expect(await db.outcome(own, `${begin} WHERE revoked_at IS NOT NULL`)).toBe(insufficientPrivilege);
  });

  it('makes a doctor only of an account that applies in the same transaction', async () => {
    const { centerA, doctors } = testApp.fixtures;
    const signup = mint.application({ email: 'applying@example.gr', licenseNumber: 'none' });
    const insertUser = `INSERT INTO users (id, email, password_hash, role) VALUES ($1, 'applying@example.gr', 'x', 'doctor')`;
    const insertDoctor = `INSERT INTO doctors (id, user_id, first_name, last_name, license_number, specialization, plan, name_key)
      VALUES ($1, $2, 'A', 'B', 'none', 'none', 'monthly', 'a|b')`;
    const insertPayment = `INSERT INTO payment_methods (doctor_id, cardholder_name, last4, expiry) VALUES ($1, 'x', '1234', '01/30')`;
    const insertParty = `INSERT INTO billing_parties (user_id, kind, legal_name, vat_country, vat_number, vat_state, country, language)
      VALUES ($1, 'business', 'x', 'GR', '094014201', $2, 'GR', 'el')`;
    const id = randomUUID();
    const applied = await db.as(signup, async (client) => [
      (await client.query(insertUser, [id])).rowCount,
      (await client.query(insertDoctor, [id, id])).rowCount,
      (await client.query(insertPayment, [id])).rowCount,
      (await client.query(insertParty, [id, 'unchecked'])).rowCount,
    ]);
    expect(applied).toEqual([1, 1, 1, 1]);
    for (const account of [await db.userOf(centerA), doctors.noConsent.userId])
      expect(await db.outcome(signup, insertDoctor, [randomUUID(), account])).toBe(insufficientPrivilege);
    for (const [account, state] of [
      [doctors.unverified.userId, 'unchecked'],
      [id, 'valid'],
    ])
      expect(await db.outcome(signup, insertParty, [account, state])).toBe(insufficientPrivilege);
    for (const doctor of [doctors.noConsent.id, randomUUID()])
      expect(await db.outcome(signup, insertPayment, [doctor])).toBe(insufficientPrivilege);
  });
});
