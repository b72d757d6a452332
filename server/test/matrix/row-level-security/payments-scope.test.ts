import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../src/domain/authorization/scope.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from './application-database.ts';

/** What a smuggled statement could do to payments. */
describe('row-level security of payments', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
  });
  afterAll(() => testApp.close());

  it('lets a notice of the provider be stored, and no stored one be read or changed', async () => {
    const insert = (columns = '', values = '') =>
      `INSERT INTO provider_events (driver, event_id, type, object_ref, created_at${columns})
       VALUES ('stripe', 'evt_1', 'invoice.paid', 'in_1', now()${values}) ON CONFLICT DO NOTHING`;
    const heard = mint.system('payment-event');
    expect(await db.outcome(heard, insert())).toBe(1);
    expect(await db.outcome(heard, insert(', state', `, 'ignored'`))).toBe(1);
    expect(await db.outcome(heard, insert(', state', `, 'done'`))).toBe(insufficientPrivilege);
    expect(await db.outcome(heard, insert(', received_at', `, '2020-01-01'`))).toBe(insufficientPrivilege);
    await db.rows(insert());
    expect(await db.outcome(heard, insert())).toBe(0);
    expect(await db.outcome(heard, 'SELECT FROM provider_events')).toBe(0);
    expect(await db.outcome(heard, `UPDATE provider_events SET state = 'ignored'`)).toBe(0);
    const billing = mint.system('billing');
    expect(await db.outcome(billing, 'SELECT FROM provider_events')).toBe(1);
    expect(await db.outcome(billing, insert().replace('evt_1', 'evt_2'))).toBe(insufficientPrivilege);
    expect(await db.outcome(billing, `UPDATE provider_events SET state = 'done'`)).toBe(1);
    expect(await db.outcome(await db.admin(), 'SELECT FROM provider_events')).toBe(0);
  });
});
