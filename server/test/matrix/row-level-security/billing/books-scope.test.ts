import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../../src/domain/authorization/authorize.ts';
import { mint } from '../../../../src/domain/authorization/scope.ts';
import type { Tx } from '../../../../src/domain/database.ts';
import type { RowScope } from '../../../../src/platform/db/row-scope.ts';
import { issueDocument } from '../../../billing/issue-document.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../../harness/start-test-app.ts';
import { ApplicationDatabase, insufficientPrivilege } from '../application-database.ts';

const uniqueViolation = '23505';
const checkViolation = '23514';
const newInvoice = '01990000-0000-7000-8000-000000000002';

/** What a smuggled statement could add to the books, in the scopes that write them. */
describe('row-level security of the books', () => {
  let testApp: TestAppWithFixtures;
  let db: ApplicationDatabase;
  let invoice: { id: string };
  let admin: RowScope;
  const billing = mint.system('billing');
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    db = new ApplicationDatabase(testApp);
    admin = await db.admin();
    invoice = await within((tx) => issueDocument(testApp, tx, testApp.fixtures.doctors.noConsent.userId));
  });
  afterAll(() => testApp.close());

  const within = <T>(work: (tx: Tx) => Promise<T>) => testApp.app.context.db.within(systemScope('billing'), work);
  /** Runs statements, and what would run at the commit. */
  const commit = (scope: RowScope, ...statements: string[]) =>
    db.outcome(scope, [...statements, 'SET CONSTRAINTS ALL IMMEDIATE'].join(';'));
  const copyOf = (table: string, where: string, change: string) =>
    `INSERT INTO ${table} SELECT r.* FROM ${table} t, jsonb_populate_record(null::${table}, to_jsonb(t) || ${change}) r WHERE ${where}`;

  describe('of documents', () => {
    const line = (cents: number) =>
      copyOf(
        'invoice_lines',
        `t.invoice_id = '${invoice.id}'`,
        `'{"position": 2, "net_cents": ${cents}, "vat_cents": 0, "gross_cents": ${cents}}'`,
      );

    it('adds no line to an issued one, not even of nothing', async () => {
      for (const scope of [billing, admin])
        for (const cents of [0, 1]) expect(await commit(scope, line(cents)), `${cents}`).toBe(insufficientPrivilege);
    });

    it('adds no line after the sums were checked', async () => {
      const issueAnd = (statements: string[]) =>
        within(async (tx) => {
          const { id } = await issueDocument(testApp, tx, testApp.fixtures.doctors.noConsent.userId);
          for (const statement of statements) await sql.raw(statement.replaceAll(invoice.id, id)).execute(tx);
        });
      const check = 'SET CONSTRAINTS ALL IMMEDIATE';
      await issueAnd([check, line(0)]);
      await expect(issueAnd([check, line(1)])).rejects.toMatchObject({ code: insufficientPrivilege });
      await expect(issueAnd([check, 'SET CONSTRAINTS ALL DEFERRED', line(1)])).rejects.toMatchObject({
        code: insufficientPrivilege,
      });
    });

    it('tells no other scope which number was issued last', async () => {
      const doctor = await db.doctor();
      const { number } = await within((tx) => issueDocument(testApp, tx, testApp.fixtures.doctors.noConsent.userId));
      const [row] = await db.rows(`SELECT to_jsonb(i) AS issued FROM invoices i WHERE series = 'T' AND number = $1`, [
        number,
      ]);
      const issued = JSON.stringify(row?.issued);
      const [last, next] = await Promise.all(
        [0, 1].map((more) =>
          describeFailure(
            doctor,
            `INSERT INTO invoices SELECT r.* FROM jsonb_populate_record(null::invoices, '${issued}'::jsonb || jsonb_build_object('number', ${number} + ${more})) r`,
          ),
        ),
      );
      expect(last).toBe(next);
      expect(last).not.toBe('done');
    });

    it('inserts none of another time', async () => {
      const issueAt = (time: string) =>
        commit(
          billing,
          `SELECT FROM issue_number('TIMES')`,
          copyOf(
            'invoices',
            `t.id = '${invoice.id}'`,
            `jsonb_build_object('id', '${newInvoice}', 'series', 'TIMES', 'number', 1, 'created_at', ${time})`,
          ),
          copyOf('invoice_lines', `t.invoice_id = '${invoice.id}'`, `'{"invoice_id": "${newInvoice}"}'`),
        );
      expect(await issueAt('app_now()')).toBe(0);
      expect(await issueAt(`app_now() + interval '1 minute'`)).toBe(insufficientPrivilege);
    });
  });

  describe('of files', () => {
    const file = (
      invoiceId: string,
      { mark = 'NULL', madeAt = 'app_now()', bytes = `'%PDF-1.7'::bytea`, sha256 = '' },
    ) =>
      `INSERT INTO invoice_files (invoice_id, language, mark, made_at, bytes, sha256)
       VALUES ('${invoiceId}', 'el', ${mark}, ${madeAt}, ${bytes}, ${sha256 || `sha256(${bytes})`})`;
    const made = mint.system('invoice-files');

    it('accepts one from the job that makes them alone', async () => {
      const insert = file(invoice.id, {});
      for (const scope of [billing, admin]) expect(await db.outcome(scope, insert)).toBe(insufficientPrivilege);
      expect(await db.outcome(made, insert)).toBe(1);
      expect(await db.outcome(made, 'SELECT FROM invoice_files')).toBe(0);
      expect(await db.outcome(made, file(invoice.id, { madeAt: `now() + interval '1 day'` }))).toBe(
        insufficientPrivilege,
      );
    });

    it('accepts one file a document and language, and a second one with the mark that the authority gave', async () => {
      const { id } = await within((tx) => issueDocument(testApp, tx, testApp.fixtures.doctors.noConsent.userId));
      await db.rows(file(id, {}));
      expect(await db.outcome(made, file(id, {}))).toBe(uniqueViolation);
      const marked = file(id, { mark: `'400001'` });
      expect(await db.outcome(made, marked)).toBe(insufficientPrivilege);
      await db.rows(
        `INSERT INTO fiscal_documents (invoice_id, driver, state, document_type, uid, mark)
         VALUES ($1, 'mydata', 'accepted', '11.2', repeat('A', 40), '400001')`,
        [id],
      );
      expect(await db.outcome(made, file(id, { mark: `'400002'` }))).toBe(insufficientPrivilege);
      expect(await db.outcome(made, marked)).toBe(1);
      await db.rows(marked);
      expect(await db.outcome(made, marked)).toBe(uniqueViolation);
    });

    it('accepts none that is empty, larger than 1 MB or has another hash', async () => {
      for (const change of [
        { bytes: `''::bytea` },
        { bytes: `convert_to(repeat('x', 1024 * 1024 + 1), 'UTF8')` },
        { sha256: `sha256('other')` },
      ])
        expect(await db.outcome(made, file(invoice.id, change)), JSON.stringify(change)).toBe(checkViolation);
    });
  });

  describe('of the ledger', () => {
    const entry = (id: string, columns = '', values = '') =>
      `INSERT INTO ledger_entries (id, kind, day, user_id, source, source_id${columns})
       VALUES ('${id}', 'received', '2026-11-28', '${testApp.fixtures.doctors.noConsent.userId}', 'payment', '${id}'${values})`;
    const postings = (id: string, position = 1) => {
      const user = testApp.fixtures.doctors.noConsent.userId;
      return `INSERT INTO ledger_postings (entry_id, position, account, user_id, cents)
        VALUES ('${id}', ${position}, 'bank', '${user}', 5), ('${id}', ${position + 1}, 'unallocated', '${user}', -5)`;
    };
    const id = '01990000-0000-7000-8000-000000000001';

    it('names who acts: the administrator of the scope, or nobody for the portal', async () => {
      const [own] = await db.rows(`SELECT id FROM users WHERE role = 'admin'`);
      const [other] = await db.rows(`SELECT id FROM users WHERE role = 'medical_center' LIMIT 1`);
      const by = (scope: RowScope, actor: unknown) =>
        commit(scope, entry(id, ', actor', actor === null ? ', NULL' : `, '${actor}'`), postings(id));
      expect(await by(admin, own?.id)).toBe(0);
      expect(await by(billing, null)).toBe(0);
      for (const [scope, actor] of [
        [admin, null],
        [admin, other?.id],
        [billing, own?.id],
      ] as const)
        expect(await by(scope, actor)).toBe(insufficientPrivilege);
      const later = entry(id, ', created_at', `, app_now() + interval '1 minute'`);
      expect(await db.outcome(billing, later)).toBe(insufficientPrivilege);
    });

    it('adds no posting to an earlier entry', async () => {
      const [earlier] = await db.rows('SELECT id FROM ledger_entries WHERE source_id = $1', [invoice.id]);
      for (const scope of [billing, admin])
        expect(await commit(scope, postings(String(earlier?.id), 8))).toBe(insufficientPrivilege);
    });

    it('tells no scope whether an id is one of an entry', async () => {
      const [known] = await db.rows('SELECT id FROM ledger_entries LIMIT 1');
      const unknown = '01990000-0000-7000-8000-00000000000f';
      const describeBoth = (statement: (entryId: string) => string) =>
        Promise.all([String(known?.id), unknown].map((entryId) => describeFailure(doctor, statement(entryId))));
      const doctor = await db.doctor();
      for (const statement of [
        (entryId: string) => postings(entryId, 8),
        (entryId: string) => `SELECT check_balance('${entryId}')`,
      ]) {
        const [ofKnown, ofUnknown] = await describeBoth(statement);
        expect(ofKnown).toBe(ofUnknown?.replaceAll(unknown, String(known?.id)));
        expect(ofKnown).not.toBe('done');
      }
    });
  });

  /** Returns the message with which a statement fails. */
  const describeFailure = (scope: RowScope, statement: string) =>
    db.as(scope, (client) =>
      client.query(statement).then(
        () => 'done',
        (error: Error) => error.message,
      ),
    );
});
