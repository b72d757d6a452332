import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../src/domain/authorization/scope.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from './application-database.ts';

/** The scope of a caller without a session opens the account that it names, and no other. */
describe('the scope of a sign-in', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
  });
  afterAll(() => testApp.close());

  it('shows a sign-in only the account whose name, id or secret it has', async () => {
    const { centerA, doctors } = testApp.fixtures;
    const bearer = createHash('sha256')
      .update(centerA.client.sessionId ?? '')
      .digest();
    const subjects = [
      { centerId: centerA.centerId.toLowerCase() },
      { email: doctors.noConsent.email },
      { userId: doctors.noConsent.userId },
      { secretHashes: [bearer] },
    ];
    for (const subject of subjects)
      expect(await db.outcome(mint.signIn(subject), 'SELECT 1 FROM users'), JSON.stringify(subject)).toBe(1);
    const unknown = [{}, { email: '%' }, { centerId: '' }, { secretHashes: [createHash('sha256').digest()] }];
    for (const subject of unknown)
      for (const table of ['users', 'sessions', 'api_tokens', 'doctors', 'medical_centers'])
        expect(await db.outcome(mint.signIn(subject), `SELECT 1 FROM ${table}`), table).toBe(0);
  });

  it('allows a new session at sign-in, or for the same user and tenant', async () => {
    const { centerA, centerB } = testApp.fixtures;
    const [row] = await db.rows('SELECT to_jsonb(s) AS row FROM sessions s WHERE center_id = $1 LIMIT 1', [centerA.id]);
    const insertSession = `INSERT INTO sessions SELECT r.* FROM jsonb_populate_record(null::sessions, $1::jsonb || jsonb_build_object(
      'id', gen_random_uuid(), 'bearer_hash', '\\x' || repeat('00', 32), 'cookie_hash', '\\x' || repeat('01', 32), 'center_id', $2::text)) r`;
    const values = (centerId: string) => [JSON.stringify(row?.row), centerId];
    const own = await db.centerA();
    expect(await db.outcome(own, insertSession, values(centerA.id))).toBe(1);
    expect(await db.outcome(own, insertSession, values(centerB.id))).toBe(insufficientPrivilege);
    expect(await db.outcome(await db.doctor(), insertSession, values(centerA.id))).toBe(insufficientPrivilege);
    const signingIn = mint.signIn({ centerId: centerA.centerId });
    expect(await db.outcome(signingIn, insertSession, values(centerA.id))).toBe(1);
    expect(await db.outcome(signingIn, insertSession, values(centerB.id))).toBe(insufficientPrivilege);
    const long = insertSession.replace(`'center_id'`, `'expires_at', app_now() + interval '10 years', 'center_id'`);
    expect(await db.outcome(signingIn, long, values(centerA.id))).toBe(insufficientPrivilege);
    const other = mint.signIn({ centerId: centerB.centerId });
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

  it('is the scope’s own', async () => {
    const { centerA, centerB, doctors, consentToken } = testApp.fixtures;
    const [user] = await db.rows('SELECT user_id AS id FROM medical_centers WHERE id = $1', [centerA.id]);
    const scopes = {
      center: await db.centerA(),
      doctor: await db.doctor(),
      admin: await db.admin(),
      link: mint.link(consentToken),
      'sign-in': mint.signIn({ centerId: centerA.centerId }),
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
    expect(await writers('center', user?.id, centerA.id, null)).toEqual(['center', 'sign-in']);
    expect(await writers('center', user?.id, centerB.id, null)).toEqual([]);
    expect(await writers('center', doctors.noConsent.userId, centerA.id, null)).toEqual([]);
    expect(await writers('doctor', doctors.noConsent.userId, centerA.id, doctors.noConsent.id)).toEqual(['doctor']);
    expect(await writers('doctor', doctors.consent.userId, centerA.id, doctors.consent.id)).toEqual([]);
    expect(await writers('patient', null, centerA.id, null)).toEqual(['link']);
    expect(await writers('system', null, centerA.id, null)).toEqual(['sweep']);
    expect(await writers('nobody', null, null, null)).toEqual(['link', 'sign-in', 'sweep', 'signup']);
    for (const scope of Object.values(scopes))
      expect(await db.outcome(scope, `INSERT INTO audit_unsealed (event_id, at) VALUES (1, now())`)).toBe(
        insufficientPrivilege,
      );
  });
});
