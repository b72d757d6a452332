import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { formatNumber, numberOf } from '../../src/domain/billing/invoices/format-number.ts';
import { issueNumber } from '../../src/domain/billing/invoices/store.ts';
import { addUpBooks } from '../../src/domain/billing/ledger/add-up-books.ts';
import { insertEntry } from '../../src/domain/billing/ledger/store.ts';
import type { Tx } from '../../src/domain/database.ts';
import { createRf } from '../../src/platform/money/rf.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { insufficientPrivilege } from '../matrix/row-level-security/application-database.ts';
import { expectNumbersWithoutGaps } from './expect-numbers.ts';
import { issueDocument } from './issue-document.ts';

describe('the books', () => {
  let testApp: TestApp;
  let doctor: DoctorFixture;
  beforeAll(async () => {
    testApp = await startTestApp({ connections: racingConnections });
    doctor = await createDoctor(testApp, await signInAdmin(testApp), 'unverified');
  });
  afterAll(() => testApp.close());

  const within = <T>(work: (tx: Tx) => Promise<T>) => testApp.app.context.db.within(systemScope('billing'), work);
  const issue = (series: string) => within((tx) => issueDocument(testApp, tx, doctor.userId, series));
  const codeOf = async (work: Promise<unknown>) =>
    await work.then(
      () => 'done',
      (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
    );
  const owner = (statement: string) => codeOf(testApp.superuser.query(statement));

  it('numbers documents without gaps, days never falling, while transactions fail and connections end', async () => {
    await expectNumbersWithoutGaps(testApp, doctor, { documents: 80, concurrency: 12 });
  });

  it('writes numbers in SQL as they are printed, also above 999,999', async () => {
    const documents = [7, 123_456, 1_234_567].map((number) => ({ series: 'A', year: 2026, number }));
    const { rows } = await within((tx) =>
      sql<{ printed: string }>`SELECT ${numberOf('d')} AS printed
        FROM jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) AS d (series text, year integer, number integer)`.execute(
        tx,
      ),
    );
    expect(rows.map(({ printed }) => printed)).toEqual(documents.map(formatNumber));
  });

  it('keeps the last day where the clock is behind it, and begins a year with 1', async () => {
    const { issuedOn, year, number } = await issue('DAYS');
    expect(number).toBe(1);
    const [later, next] = [`${year}-12-31`, `${year + 1}-01-01`];
    const setDay = (day: string) =>
      testApp.superuser.query(
        `ALTER TABLE invoice_series DISABLE TRIGGER USER;
         UPDATE invoice_series SET last_issued_on = '${day}' WHERE code = 'DAYS' AND year = ${day.slice(0, 4)};
         ALTER TABLE invoice_series ENABLE TRIGGER USER`,
      );
    await setDay(later);
    expect(await issue('DAYS')).toMatchObject({ year, number: 2, issuedOn: later });
    await setDay(issuedOn);
    testApp.advanceClock(Date.parse(`${next}T12:00:00Z`) - testApp.clock.now().getTime());
    expect(await issue('DAYS')).toMatchObject({ year: year + 1, number: 1, issuedOn: next });
    expect(await issue('DAYS')).toMatchObject({ year: year + 1, number: 2, issuedOn: next });
  });

  it('refuses a number without its document, and a document of another number or day', async () => {
    const numberAlone = within((tx) => issueNumber(tx, 'REFUSED'));
    expect(await codeOf(numberAlone)).toBe(insufficientPrivilege);
    const twoNumbers = within(async (tx) => {
      await issueNumber(tx, 'REFUSED');
      await issueDocument(testApp, tx, doctor.userId, 'REFUSED');
    });
    expect(await codeOf(twoNumbers)).toBe(insufficientPrivilege);
    const { id, number } = await issue('REFUSED');
    expect(number).toBe(1);
    const copy = (change: string, isIssued = false) =>
      within(async (tx) => {
        if (isIssued) await issueNumber(tx, 'REFUSED');
        await sql`INSERT INTO invoices SELECT * FROM jsonb_populate_record(null::invoices,
          (SELECT to_jsonb(i) FROM invoices i WHERE id = ${id}) || jsonb_build_object('created_at', app_now()) || ${change}::jsonb || '{"id": "01990000-0000-7000-8000-000000000001"}')`.execute(
          tx,
        );
      });
    const message = 'a document has the number and day that were issued for it';
    await expect(copy('{"number": 2}')).rejects.toThrow(message);
    await expect(copy('{"number": 2, "issued_on": "2026-01-01"}', true)).rejects.toThrow(message);
    expect(await codeOf(copy('{}')), 'the number has a document').toContain('conflict');
  });

  it('lets nobody change or delete a document, an entry or a payment, and the application no series', async () => {
    const { id } = await issue('KEPT');
    for (const table of [
      'invoices',
      'invoice_lines',
      'invoice_files',
      'ledger_entries',
      'ledger_postings',
      'payments',
      'prices',
    ])
      for (const statement of [
        `DELETE FROM ${table}`,
        `UPDATE ${table} SET created_at = now()`,
        `TRUNCATE ${table} CASCADE`,
      ]) {
        const isMissingColumn =
          statement.startsWith('UPDATE') && ['invoice_lines', 'invoice_files', 'ledger_postings'].includes(table);
        expect(await owner(statement), statement).toBe(isMissingColumn ? '42703' : insufficientPrivilege);
      }
    const application = (statement: string) => codeOf(within((tx) => sql.raw(statement).execute(tx)));
    for (const statement of [
      'SELECT FROM invoice_series',
      'UPDATE invoice_series SET next_number = 9',
      `INSERT INTO invoice_series VALUES ('OWN', 2026, 2, '2026-01-01')`,
      `UPDATE invoices SET gross_cents = 1 WHERE id = '${id}'`,
      `DELETE FROM invoices WHERE id = '${id}'`,
    ])
      expect(await application(statement), statement).toBe(insufficientPrivilege);
    const ofAnotherPurpose = testApp.app.context.db.within(systemScope('outbox'), (tx) => issueNumber(tx, 'OWN'));
    expect(await codeOf(ofAnotherPurpose)).toBe(insufficientPrivilege);
  });

  it('refuses an entry that does not sum to 0, and a document whose lines do not add up', async () => {
    const entry = (cents: number) =>
      within(async (tx) => {
        const { id } = await issueDocument(testApp, tx, doctor.userId, 'SUMS');
        const posting = { userId: doctor.userId, cents };
        await insertEntry(tx, {
          ...{
            id,
            kind: 'written_off',
            day: '2026-01-01',
            userId: doctor.userId,
            source: 'write_off',
            sourceId: id,
            actor: null,
          },
          postings: [
            { ...posting, account: 'written_off' },
            { ...posting, account: 'receivable', invoiceId: id, cents: -100 },
          ],
        });
      });
    expect(await codeOf(entry(99))).toBe(insufficientPrivilege);
    expect(await codeOf(entry(100))).toBe('done');
    const line = within(async (tx) => {
      const { id } = await issueDocument(testApp, tx, doctor.userId, 'SUMS');
      await sql`INSERT INTO invoice_lines SELECT l.invoice_id, 2, l.text_en, l.text_el, 1, 1, 0, 0, 1, 1, NULL, '', ''
        FROM invoice_lines l WHERE invoice_id = ${id}`.execute(tx);
    });
    expect(await codeOf(line)).toBe(insufficientPrivilege);
  });

  it('finds entries and numbers that were changed past the triggers', async () => {
    await within((tx) => issueDocument(testApp, tx, doctor.userId, 'SUMS'));
    const { context } = testApp.app;
    expect(await addUpBooks(context)).toEqual({ ledgerCents: 0, brokenSeries: 0 });
    /** Changes the books as a superuser who lets no trigger run, and adds them up. */
    const addUpAfter = async (statement: string, undo: string) => {
      const connection = await testApp.superuser.connect();
      const run = async (text: string) => {
        await connection.query('BEGIN; SET LOCAL session_replication_role = replica');
        await connection.query(text);
        await connection.query('COMMIT');
      };
      try {
        await run(statement);
        const sums = await addUpBooks(context);
        await run(undo);
        return sums;
      } finally {
        connection.release();
      }
    };
    const cents = (sign: string) =>
      `UPDATE ledger_postings SET cents = cents ${sign} 7 WHERE (entry_id, position) = (SELECT entry_id, position FROM ledger_postings ORDER BY 1, 2 LIMIT 1)`;
    expect(await addUpAfter(cents('+'), cents('-'))).toEqual({ ledgerCents: 7, brokenSeries: 0 });
    const number = (sign: string) =>
      `UPDATE invoice_series SET next_number = next_number ${sign} 1 WHERE code = 'SUMS'`;
    expect(await addUpAfter(number('+'), number('-'))).toEqual({ ledgerCents: 0, brokenSeries: 1 });
    const sums = (sign: string) =>
      `UPDATE invoice_lines SET net_cents = net_cents ${sign} 1, gross_cents = gross_cents ${sign} 1
       WHERE invoice_id = (SELECT id FROM invoices WHERE series = 'SUMS' ORDER BY number LIMIT 1)`;
    expect(await addUpAfter(sums('+'), sums('-'))).toEqual({ ledgerCents: 0, brokenSeries: 1 });
    expect(await addUpBooks(context)).toEqual({ ledgerCents: 0, brokenSeries: 0 });
  });

  it('keeps no two periods of an account on one day, unless one is cut', async () => {
    const add = (from: string, to: string, cut: string | null = null) =>
      codeOf(
        testApp.superuser.query(
          `INSERT INTO subscription_periods (id, user_id, from_day, to_day, kind, cut_on) VALUES (gen_random_uuid(), $1, $2, $3, 'manual', $4)`,
          [doctor.userId, from, to, cut],
        ),
      );
    const exclusionViolation = '23P01';
    expect(await add('2030-01-01', '2030-03-31')).toBe('done');
    expect(await add('2030-03-31', '2030-06-30')).toBe(exclusionViolation);
    expect(await add('2030-04-01', '2030-06-30')).toBe('done');
    expect(await add('2030-01-01', '2030-06-30', '2030-01-05')).toBe('done');
  });

  it('computes the reference of a transfer as the program reads it', async () => {
    const { rows } = await testApp.superuser.query(
      `INSERT INTO dues (id, user_id, kind, price_id, from_day, to_day, net_cents, vat_cents, gross_cents, tax_case, due_on, state)
       SELECT gen_random_uuid(), $1, 'first', 'doctor.yearly.1', '2026-01-01', '2026-01-01', 1, 0, 1, 'home_person', '2026-01-01', 'withdrawn'
       FROM generate_series(1, 300) RETURNING reference, rf`,
      [doctor.userId],
    );
    for (const { reference, rf } of rows) expect(rf).toBe(createRf(reference));
  });
});
