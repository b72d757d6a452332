import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../../src/domain/authorization/scope.ts';
import type { RowScope } from '../../../../src/platform/db/row-scope.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from '../application-database.ts';

const undefinedFunction = '42883';
const checkViolation = '23514';

/** What a smuggled statement could do to the numbers of documents. */
describe('row-level security of series', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  let admin: RowScope;
  const billing = mint.system('billing');
  const check = mint.system('fiscal-check');
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    admin = await db.admin();
  });
  afterAll(() => testApp.close());

  const found = (mark: string, change = {}) =>
    `INSERT INTO fiscal_found_documents SELECT r.* FROM jsonb_populate_record(null::fiscal_found_documents,
       jsonb_build_object('id', gen_random_uuid(), 'mark', '${mark}', 'series', 'A', 'year', extract(year FROM app_now()), 'number', 1,
         'document_type', '11.2', 'issued_on', app_now()::date, 'gross_cents', 1, 'found_at', app_now()) || '${JSON.stringify(change)}') r
     ON CONFLICT DO NOTHING`;

  it('lets the question to the tax authority alone store what it found, of no later day, and read nothing', async () => {
    expect(await db.outcome(check, found('1'))).toBe(1);
    for (const scope of [billing, admin]) expect(await db.outcome(scope, found('1'))).toBe(insufficientPrivilege);
    const [user] = await db.rows(`SELECT id FROM users WHERE role = 'admin'`);
    for (const change of [
      { issued_on: '2099-01-01' },
      { year: 2099 },
      { taken_over_at: '2026-11-28T00:00:00Z', taken_over_by: user?.id },
      { found_at: '2026-11-28T00:00:00Z' },
    ])
      expect(await db.outcome(check, found('1', change)), JSON.stringify(change)).toBe(insufficientPrivilege);
    expect(await db.outcome(check, found('1', { number: 1_000_000_000 }))).toBe(checkViolation);
    await db.rows(found('2'));
    expect(await db.outcome(check, found('2'))).toBe(0);
    expect(await db.outcome(check, 'SELECT FROM fiscal_found_documents')).toBe(0);
    expect(await db.outcome(admin, 'UPDATE fiscal_checks SET is_needed = false')).toBe(0);
    expect(await db.outcome(billing, 'UPDATE fiscal_checks SET is_needed = false')).toBe(1);
  });

  it('names the administrator who takes documents over, once', async () => {
    await db.rows(found('3'));
    const take = (by: string, at = 'app_now()') =>
      `UPDATE fiscal_found_documents SET taken_over_at = ${at}, taken_over_by = ${by} WHERE mark = '3'`;
    const other = `(SELECT id FROM users WHERE role = 'medical_center' LIMIT 1)`;
    expect(await db.outcome(admin, take('scope_user()'))).toBe(1);
    expect(await db.outcome(admin, take(other))).toBe(insufficientPrivilege);
    expect(await db.outcome(admin, take('scope_user()', `app_now() - interval '1 day'`))).toBe(insufficientPrivilege);
    expect(await db.outcome(billing, take(other))).toBe(0);
    await db.rows(take(`(SELECT id FROM users WHERE role = 'admin')`));
    expect(await db.outcome(admin, take('scope_user()'))).toBe(0);
  });

  it('issues a number on the day of the portal’s time zone, which no caller names', async () => {
    const chosen = `SELECT FROM issue_number('ZONE', 'Pacific/Kiritimati')`;
    expect(await db.outcome(billing, chosen)).toBe(undefinedFunction);
    const dayIn = async (zone: string | null) => {
      await db.rows('UPDATE keys.scope_keys SET time_zone = $1', [zone]);
      const issue = `SELECT issued_on AS day FROM issue_number('ZONE')`;
      return (await db.as(billing, (client) => client.query(issue))).rows[0].day;
    };
    // 26 hours apart
    expect(await dayIn('Pacific/Kiritimati')).not.toBe(await dayIn('Etc/GMT+12'));
    await expect(dayIn(null)).rejects.toMatchObject({ code: insufficientPrivilege });
    expect(await db.outcome(billing, `UPDATE keys.scope_keys SET time_zone = 'UTC'`)).toBe(insufficientPrivilege);
  });
});
