import { afterAll, beforeAll, expect, it } from 'vitest';
import { mint } from '../../../src/domain/authorization/scope.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from './application-database.ts';

let testApp: TestAppWithFixtures;
let db: ApplicationDatabase;
beforeAll(async () => {
  testApp = await startTestAppWithFixtures();
  db = new ApplicationDatabase(testApp);
});
afterAll(() => testApp.close());

it('allows a proof of a VAT number to an administrator, in the own name, of the number that is stored', async () => {
  const { userId } = testApp.fixtures.doctors.noConsent;
  await db.rows(
    `UPDATE billing_parties SET kind = 'business', country = 'FI', vat_country = 'FI', vat_number = '20774740' WHERE user_id = $1`,
    [userId],
  );
  const admin = await db.admin();
  const [row] = await db.rows(`SELECT id FROM users WHERE role = 'admin'`);
  const prove = `UPDATE billing_parties SET vat_proved_on = '2026-01-01', vat_proof_text = $3, vat_proved_by = $2 WHERE user_id = $1`;
  const outcomes = {
    admin: await db.outcome(admin, prove, [userId, row?.id, 'x']),
    inAnothersName: await db.outcome(admin, prove, [userId, userId, 'x']),
    withoutText: await db.outcome(admin, prove, [userId, row?.id, null]),
    itself: await db.outcome(await db.doctor(), prove, [userId, userId, 'x']),
    billing: await db.outcome(mint.system('billing'), prove, [userId, row?.id, 'x']),
  };
  const checkViolation = '23514';
  expect(outcomes).toEqual({
    ...{ admin: 1, inAnothersName: insufficientPrivilege, withoutText: checkViolation },
    ...{ itself: insufficientPrivilege, billing: insufficientPrivilege },
  });
  const left = await db.as(admin, async (client) => {
    await client.query(prove, [userId, row?.id, 'x']);
    await client.query(`UPDATE billing_parties SET vat_number = '09853608' WHERE user_id = $1`, [userId]);
    const party = await client.query('SELECT vat_proof_text AS text FROM billing_parties WHERE user_id = $1', [userId]);
    return party.rows;
  });
  expect(left).toEqual([{ text: null }]);
});
