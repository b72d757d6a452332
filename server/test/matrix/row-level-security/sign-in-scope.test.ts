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
});
