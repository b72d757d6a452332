import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../../src/domain/authorization/authorize.ts';
import { mint } from '../../../../src/domain/authorization/scope.ts';
import { issueDocument } from '../../../billing/issue-document.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from '../application-database.ts';

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

  describe('of attempts', () => {
    let due: string;
    let userId: string;
    const billing = mint.system('billing');
    beforeAll(async () => {
      userId = testApp.fixtures.doctors.noConsent.userId;
      due = await insertDue(userId, 'NULL');
    });

    const insertDue = async (user: string, invoice: string) => {
      const [row] = await db.rows(
        `INSERT INTO dues (id, user_id, kind, price_id, from_day, to_day, net_cents, vat_cents, gross_cents, tax_case, due_on, state, invoice_id)
         VALUES (gen_random_uuid(), $1, 'agreed', 'doctor.yearly.1', '2030-01-01', '2030-12-31', 50000, 0, 50000, 'home_person', '2030-01-01', 'withdrawn', ${invoice})
         RETURNING id`,
        [user],
      );
      return String(row?.id);
    };
    const insert = (change: object) =>
      `INSERT INTO payment_attempts SELECT r.* FROM jsonb_populate_record(null::payment_attempts, jsonb_build_object('id', gen_random_uuid(),
         'user_id', '${userId}', 'due_id', '${due}', 'driver', 'stripe', 'purpose', 'pay', 'cents', 50000, 'state', 'begun',
         'is_hard', false, 'created_at', app_now()) || '${JSON.stringify(change)}') r`;

    it('accepts one of an account with what it asks for, and nothing of an answer', async () => {
      const doctor = await db.doctor();
      const begin = (change: object) => db.outcome(doctor, insert(change));
      expect(await begin({})).toBe(1);
      expect(await begin({ purpose: 'save', due_id: null, cents: 0 })).toBe(1);
      const payment = await insertPayment(userId);
      for (const change of [
        ...[{ cents: 49_999 }, { cents: 50_001 }, { state: 'open' }, { state: 'done' }, { state: 'review' }],
        ...[{ provider_ref: 'pi_1' }, { redirect_url: 'https://example.gr' }, { fault_code: 'declined' }],
        ...[{ settled_at: '2026-01-01' }, { is_hard: true }, { method_ref: 'pm_1' }, { payment_id: payment }],
        ...[{ created_at: '2026-01-01' }, { purpose: 'charge', method_ref: 'pm_1' }],
        { due_id: await insertDue(testApp.fixtures.doctors.consent.userId, 'NULL') },
        { user_id: testApp.fixtures.doctors.consent.userId },
      ])
        expect(await begin(change), JSON.stringify(change)).toBe(insufficientPrivilege);
    });

    it('accepts what is open of an invoice, not its sum', async () => {
      const { id } = await issue();
      const of = { due_id: await insertDue(userId, `'${id}'`) };
      const doctor = await db.doctor();
      expect(await db.outcome(doctor, insert({ ...of, cents: 48_000 }))).toBe(1);
      expect(await db.outcome(doctor, insert({ ...of, cents: 50_000 }))).toBe(insufficientPrivilege);
    });

    it('accepts a refund of an administrator with its credit note, up to what the note and the card have', async () => {
      const admin = await db.admin();
      const { id } = await issue();
      const paid = { due_id: await insertDue(userId, `'${id}'`), payment_id: await insertPayment(userId) };
      await db.rows(insert({ ...paid, state: 'done' }));
      const refund = (change: object) =>
        insert({
          purpose: 'refund',
          due_id: null,
          payment_id: paid.payment_id,
          credit_note_id: note,
          cents: 48_000,
          ...change,
        });
      /** Writes a credit note of an invoice, and what follows. */
      const credit = (of: string, ...statements: string[]) =>
        db.outcome(
          admin,
          [
            `SELECT FROM issue_number('NOTE')`,
            `INSERT INTO invoices SELECT r.* FROM invoices i, jsonb_populate_record(null::invoices, to_jsonb(i) || jsonb_build_object('id', '${note}',
               'kind', 'credit_note', 'series', 'NOTE', 'number', 1, 'credits_id', i.id, 'reason', 'less', 'created_at', app_now())) r
             WHERE i.id = '${of}'`,
            ...statements,
          ].join(';'),
        );
      expect(await credit(id, refund({}))).toBe(0);
      expect(await credit(id, refund({ cents: 1 }), refund({ cents: 47_999 }))).toBe(0);
      const other = await insertPayment(userId);
      for (const statements of [
        [refund({ cents: 48_001 })],
        [refund({ cents: 1 }), refund({})],
        [refund({ payment_id: other })],
        [refund({ payment_id: null })],
        [refund({ credit_note_id: id })],
      ])
        expect(await credit(id, ...statements), statements.join()).toBe(insufficientPrivilege);
      expect(await credit((await issue()).id, refund({})), 'the card paid another invoice').toBe(insufficientPrivilege);
      // alone, and of an invoice
      for (const scope of [admin, billing])
        expect(await db.outcome(scope, refund({ credit_note_id: id }))).toBe(insufficientPrivilege);
      expect(await db.outcome(admin, insert({})), 'a payment').toBe(insufficientPrivilege);
      const settle = `UPDATE payment_attempts SET state = 'done' WHERE user_id = '${userId}'`;
      expect(await db.outcome(admin, settle)).toBe(0);
      expect(await db.outcome(billing, settle)).toBe(1);
    });

    it('accepts a refund of what came of an attempt in review, and its decision', async () => {
      const admin = await db.admin();
      const id = '01990000-0000-7000-8000-000000000004';
      const received = { state: 'review', received_ref: 'pi_review', received_cents: 30_000, received_currency: 'EUR' };
      await db.rows(insert({ id, ...received }));
      const refund = (change: object) =>
        db.outcome(
          admin,
          insert({
            purpose: 'refund',
            due_id: null,
            reviewed_id: id,
            reason_sealed: '\\\\x00',
            cents: 30_000,
            ...change,
          }),
        );
      expect(await refund({})).toBe(1);
      const [other] = await db.rows('SELECT id FROM payment_attempts WHERE id <> $1 LIMIT 1', [id]);
      for (const change of [
        ...[{ cents: 29_999 }, { cents: 30_001 }, { reviewed_id: other?.id }, { reason_sealed: null }],
        ...[{ payment_id: await insertPayment(userId) }, { user_id: testApp.fixtures.doctors.consent.userId }],
        received,
      ])
        expect(await refund(change), JSON.stringify(change)).toBe(insufficientPrivilege);
      const decide = (set: string) =>
        db.outcome(admin, `UPDATE payment_attempts SET ${set} WHERE user_id = '${userId}'`);
      expect(await decide(`state = 'returned'`)).toBe(1);
      expect(await decide(`state = 'done', payment_id = '${await insertPayment(userId)}'`)).toBe(1);
      for (const set of [`state = 'done'`, `state = 'open'`, `is_hard = true`])
        expect(await decide(set), set).toBe(insufficientPrivilege);
    });

    const note = '01990000-0000-7000-8000-000000000003';
    const issue = () =>
      testApp.app.context.db.within(systemScope('billing'), (tx) => issueDocument(testApp, tx, userId));
    const insertPayment = async (user: string) => {
      const [row] = await db.rows(
        `INSERT INTO payments (id, driver, provider_ref, user_id, cents, received_on)
         VALUES (gen_random_uuid(), 'stripe', gen_random_uuid(), $1, 48000, '2026-11-28') RETURNING id`,
        [user],
      );
      return String(row?.id);
    };
  });
});
