import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../../../src/domain/authorization/scope.ts';
import type { RowScope } from '../../../../src/platform/db/row-scope.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from '../application-database.ts';

const checkViolation = '23514';

/** What a smuggled statement could store as billing details. */
describe('row-level security of billing details', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  let admin: RowScope;
  let doctor: RowScope;
  const billing = mint.system('billing');
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    [admin, doctor] = [await db.admin(), await db.doctor()];
    await db.rows('DELETE FROM billing_parties WHERE user_id = $1', [userId()]);
  });
  afterAll(() => testApp.close());

  const userId = () => testApp.fixtures.doctors.noConsent.userId;
  const insert = (columns = '', values = '') =>
    `INSERT INTO billing_parties (user_id, kind, legal_name, country, language${columns})
     VALUES ('${userId()}', 'business', 'Praxis', 'DE', 'en'${values})`;
  const forged = [
    `vat_state = 'valid'`,
    `vat_checked_at = now()`,
    `vat_proof = 'WAPIAAAA'`,
    `vat_state = 'unavailable', vat_unavailable_since = now()`,
  ];

  it('lets the check of VAT numbers alone say what it found, no administrator', async () => {
    const number = `vat_country = 'DE', vat_number = '136695976'`;
    const update = (set: string) => `${insert()}; UPDATE billing_parties SET ${set} WHERE user_id = '${userId()}'`;
    for (const scope of [admin, doctor]) {
      expect(await db.outcome(scope, insert(', vat_state', `, 'valid'`))).toBe(insufficientPrivilege);
      for (const set of forged) {
        expect(await db.outcome(scope, update(set)), set).toBe(insufficientPrivilege);
        expect(await db.outcome(scope, update(`${number}, ${set}`)), set).toBe(insufficientPrivilege);
      }
      expect(await db.outcome(scope, insert())).toBe(1);
    }
    expect(await db.outcome(billing, insert(', vat_state', `, 'valid'`))).toBe(1);
  });

  it.each([
    ['legal_name', 300],
    ['vat_proof', 200],
    ['tax_office', 100],
    ['activity', 200],
    ['address', 300],
    ['city', 100],
    ['postal_code', 20],
    ['region', 50],
    ['email', 254],
  ])('keeps %s to %i characters', async (column, max) => {
    await db.rows(insert());
    const update = (length: number) =>
      `UPDATE billing_parties SET ${column} = repeat('ω', ${length}) WHERE user_id = '${userId()}'`;
    expect(await db.outcome(billing, update(max))).toBe(1);
    expect(await db.outcome(billing, update(max + 1))).toBe(checkViolation);
    await db.rows('DELETE FROM billing_parties WHERE user_id = $1', [userId()]);
  });

  it('keeps a VAT number to 20 characters', async () => {
    const number = (length: number) => insert(', vat_country, vat_number', `, 'DE', repeat('1', ${length})`);
    expect(await db.outcome(doctor, number(20))).toBe(1);
    expect(await db.outcome(doctor, number(21))).toBe(checkViolation);
  });
});
