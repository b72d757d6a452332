import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../../src/domain/authorization/authorize.ts';
import { mint } from '../../../../src/domain/authorization/scope.ts';
import type { RowScope } from '../../../../src/platform/db/row-scope.ts';
import { issueDocument } from '../../../billing/issue-document.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from '../application-database.ts';

/** What a smuggled statement could change of what was issued, asked for and reported. */
describe('row-level security of what is issued', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  let invoiceId: string;
  let userId: string;
  let scopes: Record<'admin' | 'billing', RowScope>;
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    scopes = { admin: await db.admin(), billing: mint.system('billing') };
    userId = testApp.fixtures.doctors.noConsent.userId;
    const issued = await testApp.app.context.db.within(systemScope('billing'), (tx) =>
      issueDocument(testApp, tx, userId),
    );
    invoiceId = issued.id;
  });
  afterAll(() => testApp.close());

  const refused = async (statement: string, values: unknown[], who: (keyof typeof scopes)[] = ['admin', 'billing']) => {
    for (const name of who)
      expect(await db.outcome(scopes[name], statement, values), `${name}: ${statement}`).toBe(insufficientPrivilege);
  };

  describe('to the tax authority', () => {
    const change = (set: string) => `UPDATE fiscal_documents SET ${set} WHERE invoice_id = $1`;
    const setRow = (state: string, mark: string | null) =>
      db.rows(
        `INSERT INTO fiscal_documents (invoice_id, driver, state, document_type, uid, mark)
         VALUES ($1, 'mydata', $2, '11.2', repeat('A', 40), $3)
         ON CONFLICT (invoice_id) DO UPDATE SET state = excluded.state, mark = excluded.mark, cancel_mark = NULL`,
        [invoiceId, state, mark],
      );

    it('changes no mark of an accepted document, nor says that it was cancelled', async () => {
      await setRow('accepted', '400001');
      for (const set of [
        `mark = '400002'`,
        'mark = NULL',
        `qr_url = 'https://example.gr'`,
        `auth_code = 'x'`,
        `state = 'cancelled', cancel_mark = '1'`,
        `state = 'cancelling', mark = '400002'`,
        `state = 'rejected', mark = NULL`,
        `error_code = 'x'`,
      ])
        await refused(change(set), [invoiceId]);
      expect(await db.outcome(scopes.admin, change(`state = 'cancelling'`), [invoiceId])).toBe(1);
      expect(await db.outcome(scopes.billing, change('mail_at = app_now()'), [invoiceId])).toBe(1);
    });

    it('answers for the authority in no administrator’s request', async () => {
      await setRow('sending', null);
      const accept = change(`state = 'accepted', mark = '400001'`);
      await refused(accept, [invoiceId], ['admin']);
      expect(await db.outcome(scopes.billing, accept, [invoiceId])).toBe(1);
      await setRow('cancelling', '400001');
      const cancel = change(`state = 'cancelled', cancel_mark = '400002'`);
      await refused(cancel, [invoiceId], ['admin']);
      expect(await db.outcome(scopes.billing, cancel, [invoiceId])).toBe(1);
      await setRow('rejected', null);
      expect(await db.outcome(scopes.admin, change(`state = 'waiting'`), [invoiceId])).toBe(1);
    });

    it('begins no document as answered', async () => {
      await db.rows('DELETE FROM fiscal_documents');
      const insert = `INSERT INTO fiscal_documents (invoice_id, driver, state, document_type, uid, mark)
        VALUES ($1, 'mydata', $2, '11.2', repeat('A', 40), $3)`;
      await refused(insert, [invoiceId, 'accepted', '400001']);
      expect(await db.outcome(scopes.billing, insert, [invoiceId, 'waiting', null])).toBe(1);
    });
  });

  it('changes no amount of a due but with a document that is issued with it', async () => {
    const [due] = await db.rows(
      `INSERT INTO dues (id, user_id, kind, price_id, from_day, to_day, net_cents, vat_cents, gross_cents, tax_case, due_on, invoice_id, state)
       SELECT gen_random_uuid(), i.user_id, 'renewal', (SELECT id FROM prices LIMIT 1), i.from_day, i.to_day, i.net_cents, i.vat_cents,
         i.gross_cents, i.tax_case, i.due_on, i.id, 'open' FROM invoices i WHERE i.id = $1 RETURNING id`,
      [invoiceId],
    );
    for (const set of [
      'gross_cents = 1, net_cents = 1, vat_cents = 0',
      'invoice_id = NULL',
      `tax_case = 'other'`,
      'net_cents = gross_cents, vat_cents = 0',
    ])
      await refused(`UPDATE dues SET ${set} WHERE id = $1`, [due?.id]);
    const pay = `UPDATE dues SET state = 'paid' WHERE id = $1`;
    expect(await db.outcome(scopes.billing, pay, [due?.id])).toBe(1);
  });

  it('cuts a period once, today', async () => {
    const [period] = await db.rows(
      `INSERT INTO subscription_periods (id, user_id, from_day, to_day, kind)
       VALUES (gen_random_uuid(), $1, '2031-01-01', '2031-12-31', 'paid') RETURNING id`,
      [userId],
    );
    const change = (set: string) => `UPDATE subscription_periods SET ${set} WHERE id = $1`;
    for (const set of [`cut_on = '2020-01-01'`, `cut_on = '2031-06-01'`, `kind = 'granted'`])
      await refused(change(set), [period?.id]);
    expect(await db.outcome(scopes.billing, change('cut_on = app_now()::date'), [period?.id])).toBe(1);
    await db.rows(change('cut_on = app_now()::date'), [period?.id]);
    await refused(change('cut_on = NULL'), [period?.id]);
  });
});
