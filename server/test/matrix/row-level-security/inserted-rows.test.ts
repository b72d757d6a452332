import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../src/domain/authorization/scope.ts';
import type { RowScope } from '../../../src/platform/db/row-scope.ts';
import { signupForm } from '../../harness/fixtures.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege, resetRequest } from './application-database.ts';

/** What a smuggled INSERT could claim about its row. */
describe('an inserted row', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
  });
  afterAll(() => testApp.close());

  it('of an exam claims no scan, and waits for one while there is a scanner', async () => {
    const { centerA } = testApp.fixtures;
    const [columns] = await db.rows(
      `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
       WHERE attrelid = 'exams'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    );
    const [exam] = await db.rows('SELECT to_jsonb(e) AS row FROM exams e WHERE id = $1', [centerA.examId]);
    const insert = `INSERT INTO exams (${columns?.names}) SELECT ${columns?.names}
      FROM jsonb_populate_record(null::exams, $1::jsonb || jsonb_build_object('id', gen_random_uuid()) || $2::jsonb) RETURNING scan_state`;
    const own = await db.centerA();
    const attempt = (change: object) => db.outcome(own, insert, [JSON.stringify(exam?.row), JSON.stringify(change)]);
    expect(await attempt({})).toBe(1);
    for (const change of [
      { scan_state: 'clean' },
      { scan_state: 'waiting', scan_attempts: 9 },
      { scan_state: 'waiting', scan_due_at: '2099-01-01' },
      { scanned_at: '2026-01-01' },
      { marks: { scripts: 1 } },
    ])
      expect(await attempt(change), JSON.stringify(change)).toBe(insufficientPrivilege);
    await db.rows(`INSERT INTO scanner_heartbeat (seen_at) VALUES (now() + interval '1 year')`);
    const { rows } = await db.as(own, (client) => client.query(insert, [JSON.stringify(exam?.row), '{}']));
    expect(rows).toEqual([{ scan_state: 'waiting' }]);
  });

  it('of a password link is valid for an hour at most', async () => {
    const { centerA } = testApp.fixtures;
    const user = await db.userOf(centerA);
    const insert = `INSERT INTO password_resets (id, user_id, email_index, token_hash, expires_at)
      VALUES (gen_random_uuid(), $1, $2, $2, app_now() + $3::interval)`;
    const scope = resetRequest(centerA.email);
    expect(await db.outcome(scope, insert, [user, Buffer.alloc(32), '1 hour'])).toBe(1);
    expect(await db.outcome(scope, insert, [user, Buffer.alloc(32), '1 day'])).toBe(insufficientPrivilege);
  });

  it('of a message needs a session, a link or a purpose that sends', async () => {
    const insert = `INSERT INTO outbox_messages (id, channel, kind, state, sealed, expires_at)
      VALUES (gen_random_uuid(), 'mail', 'alarm', 'waiting', '\\x00', now() + interval '1 day')`;
    const { centerA, centerB, consentToken } = testApp.fixtures;
    const scopes: Record<string, RowScope | null> = {
      none: null,
      open: mint.open(),
      'ended session': await db.centerA({ sessionId: '00000000-0000-4000-8000-000000000000' }),
      'unknown link': mint.link('no token'),
      'sign-in': mint.signIn({ centerId: centerB.centerId }),
      log: mint.system('log'),
      throttle: mint.system('throttle'),
      center: await db.centerA(),
      link: mint.link(consentToken),
      support: mint.system('support'),
      'reset-request': resetRequest(centerA.email),
    };
    const allowed: string[] = [];
    for (const [name, scope] of Object.entries(scopes)) {
      const done = await db.outcome(scope, insert);
      expect([1, insufficientPrivilege], name).toContain(done);
      if (done === 1) allowed.push(name);
    }
    expect(allowed).toEqual(['center', 'link', 'support', 'reset-request']);
  });

  it('of an application has no value that an administrator decides', async () => {
    const form = signupForm('guarded');
    await testApp.anonymous.call(routes.auth.doctorSignup, { body: form });
    const copy = (table: string, changes: string) =>
      `INSERT INTO ${table} SELECT r.* FROM jsonb_populate_record(null::${table}, $1::jsonb || jsonb_build_object('id', gen_random_uuid()${changes})) r`;
    const [user] = await db.rows('SELECT to_jsonb(u) AS row FROM users u WHERE email = $1', [form.email]);
    const [doctor] = await db.rows(
      `SELECT to_jsonb(d) || '{"license_number":"other"}' AS row FROM doctors d JOIN users u ON u.id = d.user_id WHERE u.email = $1`,
      [form.email],
    );
    const signup = mint.application({ email: 'other@example.gr', licenseNumber: 'other' });
    const attempt = (table: string, row: unknown, changes: string) =>
      db.outcome(signup, copy(table, changes), [JSON.stringify(row)]);
    const email = `, 'email', 'other@example.gr', 'handle', gen_random_uuid()`;
    expect(await attempt('users', user?.row, email)).toBe(1);
    for (const role of ['admin', 'medical_center'])
      expect(await attempt('users', user?.row, `${email}, 'role', '${role}'`), role).toBe(insufficientPrivilege);
    expect(
      await attempt(
        'users',
        user?.row,
        `${email}, 'subscription_start_date', '2026-01-01', 'subscription_end_date', '2099-01-01'`,
      ),
    ).toBe(insufficientPrivilege);
    expect(await attempt('doctors', doctor?.row, `, 'state', 'verified', 'first_approved_at', now()`)).toBe(
      insufficientPrivilege,
    );
  });
});
