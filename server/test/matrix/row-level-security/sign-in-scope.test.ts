import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../src/domain/authorization/scope.ts';
import type { RowScope } from '../../../src/platform/db/row-scope.ts';
import { adminLogin, startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from './application-database.ts';

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

  it('lets the health check begin a session of an administrator alone, for a minute', async () => {
    const { doctors } = testApp.fixtures;
    const [admin] = await db.rows(`SELECT id FROM users WHERE role = 'admin'`);
    const insert = `INSERT INTO sessions (id, user_id, role, bearer_hash, cookie_hash, idle_seconds, expires_at, address_block)
      VALUES (gen_random_uuid(), $1, 'admin', sha256('a'), sha256('b'), 1, app_now() + $2::interval, '')`;
    const scope = mint.sessionProbe(String(admin?.id));
    expect(await db.outcome(scope, insert, [admin?.id, '1 minute'])).toBe(1);
    expect(await db.outcome(scope, insert, [admin?.id, '2 minutes'])).toBe(insufficientPrivilege);
    const { userId } = doctors.noConsent;
    expect(await db.outcome(mint.sessionProbe(userId), insert, [userId, '1 minute'])).toBe(insufficientPrivilege);
  });

  it('allows a new session after the right password, or for the same user and tenant', async () => {
    const { centerA, centerB } = testApp.fixtures;
    const [row] = await db.rows('SELECT to_jsonb(s) AS row FROM sessions s WHERE center_id = $1 LIMIT 1', [centerA.id]);
    const insertSession = `INSERT INTO sessions SELECT r.* FROM jsonb_populate_record(null::sessions, $1::jsonb || jsonb_build_object(
      'id', gen_random_uuid(), 'bearer_hash', '\\x' || repeat('00', 32), 'cookie_hash', '\\x' || repeat('01', 32), 'center_id', $2::text)) r`;
    const values = (centerId: string) => [JSON.stringify(row?.row), centerId];
    const own = await db.centerA();
    expect(await db.outcome(own, insertSession, values(centerA.id))).toBe(1);
    expect(await db.outcome(own, insertSession, values(centerB.id))).toBe(insufficientPrivilege);
    expect(await db.outcome(await db.doctor(), insertSession, values(centerA.id))).toBe(insufficientPrivilege);
    const signingIn = await db.signedIn(await db.userOf(centerA));
    expect(await db.outcome(signingIn, insertSession, values(centerA.id))).toBe(1);
    expect(await db.outcome(signingIn, insertSession, values(centerB.id))).toBe(insufficientPrivilege);
    const long = insertSession.replace(`'center_id'`, `'expires_at', app_now() + interval '10 years', 'center_id'`);
    expect(await db.outcome(signingIn, long, values(centerA.id))).toBe(insufficientPrivilege);
    const other = await db.signedIn(await db.userOf(centerB));
    expect(await db.outcome(other, insertSession, values(centerA.id))).toBe(insufficientPrivilege);
    expect(await db.outcome(own, 'UPDATE sessions SET center_id = $1', [centerB.id])).toBe(insufficientPrivilege);
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
});

/** An audit event names its writer: a scope writes no event of another. */
describe('the writer of an audit event', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
  });
  afterAll(() => testApp.close());

  it('without an account writes only what a caller without a session can do, about no center or patient', async () => {
    const { centerA, centerB, consentToken, doctors } = testApp.fixtures;
    const b = await db.userOf(centerB);
    const scopes: Record<string, RowScope | null> = {
      none: null,
      'sign-in': mint.signIn({ centerId: centerB.centerId }),
      link: mint.link(consentToken),
      'unknown link': mint.link('no token'),
      log: mint.system('log'),
      'reset-request': mint.resetRequest(centerB.email),
      signup: mint.system('signup'),
      support: mint.system('support'),
      sweep: mint.system('sweep'),
    };
    const writers = async (event: string, outcome: string, actor: string, columns: Record<string, string> = {}) => {
      const insert = `INSERT INTO audit_events (${['event', 'outcome', 'actor_kind', 'details', ...Object.keys(columns)].join()})
        SELECT $1, $2, $3, '{}' ${Object.keys(columns)
          .map((_, index) => `, $${index + 4}`)
          .join('')}`;
      const values = [event, outcome, actor, ...Object.values(columns)];
      const allowed: string[] = [];
      for (const [name, scope] of Object.entries(scopes)) {
        const done = await db.outcome(scope, insert, values);
        expect([1, insufficientPrivilege], `${name}: ${event}`).toContain(done);
        if (done === 1) allowed.push(name);
      }
      return allowed;
    };
    const foreign = { person_id: b, center_id: centerB.id, object_kind: 'exam', object_id: centerB.examId };
    for (const event of ['exam_downloaded', 'exam_viewed', 'amka_revealed', 'login', 'denied', 'consent_granted'])
      for (const actor of ['nobody', 'patient', 'center'])
        expect(await writers(event, 'success', actor, foreign), `${event} of ${actor}`).toEqual([]);
    expect(await writers('denied', 'denied', 'nobody', { person_id: b })).toEqual([]);
    expect(await writers('denied', 'denied', 'nobody', { center_id: centerB.id })).toEqual([]);
    expect(await writers('denied', 'denied', 'nobody', { patient_id: centerB.patient.id })).toEqual([]);
    expect(await writers('denied', 'denied', 'nobody', { doctor_id: doctors.consent.id })).toEqual([]);
    expect(await writers('denied', 'denied', 'nobody', { object_kind: 'exam', object_id: centerB.examId })).toEqual([
      'log',
    ]);
    expect(await writers('login', 'failure', 'nobody', { person_id: b })).toEqual(['log']);
    expect(await writers('password_reset_requested', 'success', 'nobody', { person_id: b })).toEqual(['reset-request']);
    const other = { person_id: doctors.consent.userId };
    expect(await writers('password_reset_requested', 'success', 'nobody', other)).toEqual([]);
    expect(await writers('password_reset', 'success', 'nobody', { person_id: b })).toEqual([]);
    expect(await writers('account_created', 'success', 'nobody')).toEqual(['signup']);
    expect(await writers('support_message_received', 'success', 'nobody')).toEqual(['support']);
    expect(await writers('consent_shown', 'success', 'patient')).toEqual(['link']);
    const own = { center_id: centerA.id, patient_id: centerA.patient.id };
    expect(await writers('consent_granted', 'success', 'patient', own)).toEqual(['link']);
    expect(await writers('consent_granted', 'success', 'patient', { ...own, patient_id: centerB.patient.id })).toEqual(
      [],
    );
    expect(await writers('exam_shown', 'success', 'system', { center_id: centerB.id })).toEqual(['sweep']);
  });

  it('is the scope’s own', async () => {
    const { centerA, centerB, doctors, consentToken } = testApp.fixtures;
    const [user] = await db.rows('SELECT user_id AS id FROM medical_centers WHERE id = $1', [centerA.id]);
    const scopes = {
      center: await db.centerA(),
      doctor: await db.doctor(),
      admin: await db.admin(),
      link: mint.link(consentToken),
      'sign-in': mint.signIn({ centerId: centerA.centerId }),
      'signed-in': await db.signedIn(await db.userOf(centerA)),
      sweep: mint.system('sweep'),
      signup: mint.system('signup'),
    };
    const writers = async (actor: string, person: unknown, center: unknown, doctor: unknown) => {
      const insert = `INSERT INTO audit_events (event, outcome, actor_kind, person_id, center_id, doctor_id, details)
        VALUES ('login', 'success', $1, $2, $3, $4, '{}')`;
      const allowed: string[] = [];
      for (const [name, scope] of Object.entries(scopes))
        if ((await db.outcome(scope, insert, [actor, person, center, doctor])) === 1) allowed.push(name);
      return allowed;
    };
    expect(await writers('center', user?.id, centerA.id, null)).toEqual(['center', 'signed-in']);
    expect(await writers('center', user?.id, centerB.id, null)).toEqual([]);
    expect(await writers('center', doctors.noConsent.userId, centerA.id, null)).toEqual([]);
    expect(await writers('doctor', doctors.noConsent.userId, centerA.id, doctors.noConsent.id)).toEqual(['doctor']);
    expect(await writers('doctor', doctors.consent.userId, centerA.id, doctors.consent.id)).toEqual([]);
    expect(await writers('patient', null, centerA.id, null)).toEqual(['link']);
    expect(await writers('system', null, centerA.id, null)).toEqual(['sweep']);
    expect(await writers('nobody', null, null, null)).toEqual([]);
    expect(await writers('system', user?.id, centerA.id, null)).toEqual([]);
    for (const scope of Object.values(scopes))
      expect(await db.outcome(scope, `INSERT INTO audit_unsealed (event_id, at) VALUES (1, now())`)).toBe(
        insufficientPrivilege,
      );
  });
});
