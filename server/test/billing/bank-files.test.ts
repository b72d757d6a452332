import { randomUUID } from 'node:crypto';
import { type BankLineEntry, routes } from '@medcloud/contract';
import { unknownColumns } from '@medcloud/contract/shapes/billing/bank';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEntry, writeCamt } from '../../src/domain/billing/bank/read/test-camt.ts';
import type { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';

const { billingBank } = routes;

describe('bank files', () => {
  let testApp: TestApp;
  let admin: Client;
  let doctor: DoctorFixture;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
    doctor = await createDoctor(testApp, admin, 'billed');
  });
  afterAll(() => testApp.close());

  const iban = () => testApp.config.billing.bank?.iban ?? '';
  const send = (file: string | Buffer, client = admin) => {
    const body = new FormData();
    body.append('file', new Blob([Buffer.from(file)]), 'statement');
    return client.raw('POST', billingBank.importStatement.path, { body });
  };
  const importFile = async (file: string | Buffer) => {
    const response = await send(file);
    expect(response.status).toBe(201);
    const { id: _, ...counts } = billingBank.importStatement.reply.parse(await response.json());
    await waitForJobs(testApp);
    return counts;
  };
  const camt = (...entries: TestEntry[]) => writeCamt('08', entries, iban());
  const listLines = (state?: BankLineEntry['state']) =>
    admin.call(billingBank.bankLines, { query: state === undefined ? {} : { state } });
  const countRows = async (table: string) =>
    (await testApp.superuser.query(`SELECT count(*)::integer AS count FROM ${table}`)).rows[0].count;
  /** Makes the doctor owe something more, each for another day. */
  let day = 0;
  const createDue = async (cents = 48_000): Promise<{ id: string; rf: string }> => {
    day += 1;
    const from = `2030-01-${String(day).padStart(2, '0')}`;
    const { rows } = await testApp.superuser.query(
      `INSERT INTO dues (id, user_id, kind, price_id, from_day, to_day, net_cents, vat_cents, gross_cents, tax_case, due_on, state)
       VALUES (gen_random_uuid(), $1, 'agreed', 'doctor.yearly.1', $2, $2, $3, 0, $3, 'home_person', $2, 'open') RETURNING id, rf`,
      [doctor.userId, from, cents],
    );
    return rows[0];
  };
  const findDueState = async (id: string) =>
    (await testApp.superuser.query('SELECT state FROM dues WHERE id = $1', [id])).rows[0].state;
  /** References of the recorded transfers of an amount, sorted. */
  const findPaidRfs = async (cents: number) =>
    (
      await testApp.superuser.query(
        'SELECT l.rf FROM bank_lines l JOIN payments p ON p.id = l.payment_id WHERE p.cents = $1 ORDER BY l.rf',
        [cents],
      )
    ).rows.map(({ rf }) => rf);
  const findPayments = async () =>
    (await testApp.superuser.query(`SELECT cents, received_on FROM payments WHERE driver = 'bank' ORDER BY cents DESC`))
      .rows;

  it('records the payments of a file once, also if the file or its days come again', async () => {
    const [own, typed] = [await createDue(), await createDue(1_000)];
    const entries: TestEntry[] = [
      { creditorReference: own.rf, reference: 'B-1' },
      {
        text: [`ΣΥΝΔΡΟΜΗ ${typed.rf.replace('RF', 'ΡΦ').slice(0, 8)}`, typed.rf.slice(8)],
        amount: '10.00',
        reference: 'B-2',
      },
      { amount: '7.70', reference: 'B-3' },
    ];
    const counts = { lines: 3, matched: 2, proposed: 0, unmatched: 1, repeated: 0 };
    expect(await importFile(camt(...entries))).toEqual(counts);
    const matched = await listLines('matched');
    expect(matched.map(({ rf, paymentId }) => [rf, paymentId !== null])).toEqual(
      expect.arrayContaining([
        [own.rf, true],
        [typed.rf, true],
      ]),
    );
    const nothing = { matched: 0, proposed: 0, unmatched: 0 };
    expect(await importFile(camt(...entries))).toEqual({ ...nothing, lines: 3, repeated: 3 });
    const overlapping = [...entries.slice(1), { amount: '7.70', reference: 'B-4', status: 'PDNG' as const }];
    expect(await importFile(camt(...overlapping))).toEqual({ ...nothing, lines: 3, repeated: 2 });
    expect(await findPayments()).toEqual([
      { cents: 48_000, received_on: '2026-11-27' },
      { cents: 1_000, received_on: '2026-11-27' },
    ]);
  });

  it('pays the due that a transfer names, and opens it again when the bank takes the transfer back', async () => {
    const { userId } = await createDoctor(testApp, admin, 'returned');
    const { rows } = await testApp.superuser.query('SELECT id, rf FROM dues WHERE user_id = $1', [userId]);
    const [due] = rows;
    const own = { creditorReference: due.rf, reference: 'B-10' };
    await importFile(camt(own));
    expect(await findDueState(due.id)).toBe('paid');
    const back = { ...own, direction: 'DBIT' as const, isReturn: true, reference: 'B-11' };
    await importFile(camt(own, back));
    expect(await findDueState(due.id)).toBe('open');
    await importFile(camt(own, { ...back, reference: 'B-12' }));
    const lines = (await listLines()).filter(({ rf }) => rf === due.rf);
    expect(lines.map(({ cents, state }) => `${cents} ${state}`).toSorted()).toEqual([
      '-48000 returned',
      '-48000 unmatched',
      '48000 matched',
    ]);
  });

  it('loses no movement to which the bank gives the reference of another', async () => {
    const [one, two, three] = [await createDue(4_444), await createDue(4_444), await createDue(4_444)];
    const row = ({ rf }: { rf: string }) => ({ text: [rf], amount: '44.44', reference: 'SAME', day: '2026-10-05' });
    const nothing = { matched: 0, proposed: 0, unmatched: 0, repeated: 0 };
    expect(await importFile(camt(row(one), row(two)))).toEqual({ ...nothing, lines: 2, matched: 2 });
    expect(await findPaidRfs(4_444)).toEqual([one.rf, two.rf].toSorted());
    // a later file of the same days
    const later = camt(row(three), row(two), row(one));
    expect(await importFile(later)).toEqual({ ...nothing, lines: 3, matched: 1, repeated: 2 });
    expect(await findPaidRfs(4_444)).toEqual([one.rf, two.rf, three.rf].toSorted());
  });

  it('leaves to an administrator what may be the movement of an earlier file, or listed twice', async () => {
    const [one, two] = [await createDue(5_555), await createDue(5_555)];
    const row = ({ rf }: { rf: string }, day: string) => ({ text: [rf], amount: '55.55', reference: 'SAME', day });
    const nothing = { matched: 0, proposed: 0, unmatched: 0, repeated: 0 };
    await importFile(camt(row(one, '2026-10-06')));
    const later = camt(row(two, '2026-10-06'), row(one, '2026-10-06'));
    expect(await importFile(later)).toEqual({ ...nothing, lines: 2, proposed: 2 });
    expect(await findPaidRfs(5_555)).toEqual([one.rf]);
    const twice = camt(row(two, '2026-10-07'), row(two, '2026-10-07'));
    expect(await importFile(twice)).toEqual({ ...nothing, lines: 2, matched: 1, proposed: 1 });
    expect(await findPaidRfs(5_555)).toEqual([one.rf, two.rf].toSorted());
  });

  it('takes back a transfer of the same file', async () => {
    const { userId } = await createDoctor(testApp, admin, 'taken-back');
    const { rows } = await testApp.superuser.query('SELECT id, rf FROM dues WHERE user_id = $1', [userId]);
    const [due] = rows;
    const own = { creditorReference: due.rf, reference: 'B-20', day: '2026-10-08' };
    const back = { ...own, direction: 'DBIT' as const, isReturn: true, reference: 'B-21', day: '2026-10-09' };
    await importFile(camt(back, own));
    expect(await findDueState(due.id)).toBe('open');
    const lines = (await listLines()).filter(({ rf }) => rf === due.rf);
    expect(lines.map(({ cents, state }) => `${cents} ${state}`)).toEqual(['-48000 returned', '48000 matched']);
  });

  it('reads an RF reference in the column of references of a CSV', async () => {
    const [due, other] = [await createDue(6_666), await createDue(6_666)];
    const row = ({ rf }: { rf: string }) => `05/09/2026;66,66;ΣΥΝΔΡΟΜΗ;${rf}\n`;
    const csv = (...rows: string[]) => `Ημερομηνία;Ποσό;Αιτιολογία;Αναφορά\n${rows.join('')}`;
    expect((await importFile(csv(row(due)))).matched).toBe(1);
    expect(await importFile(csv(row(other), row(due)))).toMatchObject({ matched: 1, repeated: 1 });
    expect(await findPaidRfs(6_666)).toEqual([due.rf, other.rf].toSorted());
  });

  it('proposes by name and amount, and records the due that an administrator chooses', async () => {
    const due = await createDue(12_345);
    const { firstName, lastName } = (await doctor.client.call(routes.doctor.profile, {})).doctor;
    await importFile(camt({ payer: `${lastName} ${firstName} ΤΟΥ ΙΩΑΝΝΗ`, amount: '123.45', reference: 'B-5' }));
    const [line] = await listLines('proposed');
    if (!line) throw new Error('a line');
    expect(line).toMatchObject({
      cents: 12_345,
      dues: [{ id: due.id, rf: due.rf, userId: doctor.userId }],
      paymentId: null,
    });
    expect(await admin.call(billingBank.openBankLine, { params: { id: line.id } })).toEqual({
      payer: `${lastName} ${firstName} ΤΟΥ ΙΩΑΝΝΗ`,
      text: '',
    });
    const match = (body: object, key: string) =>
      admin.json('POST', billingBank.matchBankLine.path.replace('{id}', line.id), body, {
        headers: { 'idempotency-key': key },
      });
    const wrong = await match({ rf: `${due.rf.slice(0, -1)}${(Number(due.rf.at(-1)) + 1) % 10}` }, randomUUID());
    expect([wrong.status, problem.parse(await wrong.json()).errors?.[0]]).toMatchObject([
      400,
      { field: 'rf', code: 'reference_invalid', message: 'This reference is not valid. Compare it with the request.' },
    ]);
    const key = randomUUID();
    const before = await countRows('payments');
    for (const response of [await match({ rf: due.rf }, key), await match({ rf: due.rf }, key)])
      expect(await response.json()).toMatchObject({ line: { state: 'matched', dues: [{ id: due.id }] } });
    expect(await countRows('payments')).toBe(before + 1);
    expect((await match({ rf: due.rf }, randomUUID())).status).toBe(409);
    const { rows } = await testApp.superuser.query(
      `SELECT event, details FROM audit_events WHERE object_id = $1 ORDER BY id`,
      [line.id],
    );
    expect(rows.map(({ event }) => event)).toEqual(['bank_line_opened', 'bank_line_matched']);
  });

  it('never records dollars, announcements or debits by itself, and ignores what it is told', async () => {
    const due = await createDue(2_222);
    const own = { creditorReference: due.rf, amount: '22.22' };
    const before = await countRows('payments');
    await importFile(
      camt(
        { ...own, currency: 'USD', reference: 'B-6' },
        { ...own, status: 'PDNG', reference: 'B-7' },
        { ...own, direction: 'DBIT', reference: 'B-8' },
      ),
    );
    const lines = (await listLines()).filter(({ rf }) => rf === due.rf);
    const states = new Map(lines.map(({ currency, isPending, state }) => [`${currency} ${isPending}`, state]));
    expect(Object.fromEntries(states)).toEqual({
      'USD false': 'unmatched',
      'EUR true': 'ignored',
      'EUR false': 'ignored',
    });
    expect(await countRows('payments')).toBe(before);
    const dollars = lines.find(({ currency }) => currency === 'USD');
    const params = { id: dollars?.id ?? '' };
    const refused = await admin.json('POST', `/api/admin/billing/lines/${params.id}/match`, { rf: due.rf });
    expect(refused.status).toBe(409);
    expect((await admin.call(billingBank.ignoreBankLine, { params })).line.state).toBe('ignored');
  });

  it('only proposes where a file of the other format covers the same days', async () => {
    const due = await createDue(3_333);
    const csv = `Ημερομηνία;Ποσό;Αιτιολογία\n27/11/2026;33,33;${due.rf}\n`;
    expect(await importFile(csv)).toEqual({ lines: 1, matched: 0, proposed: 1, unmatched: 0, repeated: 0 });
  });

  it('rejects a file that is no statement, or of another account, and stores nothing', async () => {
    const before = await countRows('bank_statements');
    const good = camt({});
    const other = writeCamt('08', [{}], 'GR9608100010000001234567890');
    const files: [string, string][] = [
      [good.slice(0, -30), 'statement_unreadable'],
      ['', 'statement_unreadable'],
      [other, 'statement_other_account'],
    ];
    for (const [file, code] of files) {
      const response = await send(file);
      expect([response.status, problem.parse(await response.json()).code]).toEqual([422, code]);
    }
    expect(await countRows('bank_statements')).toBe(before);
    expect((await admin.raw('POST', billingBank.importStatement.path)).status).toBe(415);
    expect((await send(good, doctor.client)).status).toBe(403);
  });

  it('stores payer and text encrypted', async () => {
    await importFile(camt({ payer: 'CANARY PAYER', text: ['CANARY TEXT'], reference: 'B-9', amount: '1.11' }));
    const { rows } = await testApp.superuser.query(
      `SELECT count(*)::integer AS count FROM bank_lines l WHERE l::text ILIKE '%' || encode('CANARY', 'hex') || '%' OR l::text LIKE '%CANARY%'`,
    );
    expect(rows[0].count).toBe(0);
  });

  it('reads the files of a bank by itself once an administrator said what its columns are', async () => {
    const csv = (row: string) => `Βαλέρ;Ευρώ;Λόγος\n${row}\n`;
    const first = await send(csv('27/11/2026;4,00;A'));
    const refused = problem.parse(await first.json());
    expect([first.status, refused.code]).toEqual([422, 'statement_columns_unknown']);
    const { headings } = unknownColumns.parse(refused.current);
    const save = (columns: object) => admin.json('POST', billingBank.bankColumns.path, { headings, columns });
    const codesOf = async (response: Response) => problem.parse(await response.json()).errors?.map(({ code }) => code);
    expect(await codesOf(await save({ day: 0 }))).toEqual(['bank_columns_missing']);
    expect(await codesOf(await save({ day: 0, amount: 3 }))).toEqual(['choice_unknown']);
    expect((await save({ day: 0, amount: 1, text: 2 })).status).toBe(200);
    const counts = { matched: 0, proposed: 0, unmatched: 1, repeated: 0 };
    expect(await importFile(csv('27/11/2026;4,00;A'))).toEqual({ ...counts, lines: 1 });
    expect(await importFile(csv('26/11/2026;5,00;B'))).toEqual({ ...counts, lines: 1 });
    const { rows } = await testApp.superuser.query(
      `SELECT details FROM audit_events WHERE event = 'bank_columns_saved'`,
    );
    expect(rows).toEqual([{ details: { fields: ['day', 'amount', 'text'] } }]);
  });
});
