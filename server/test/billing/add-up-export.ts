import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { expect } from 'vitest';
import type { Client } from '../harness/client.ts';
import type { TestApp } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { unzipTexts } from './unzip-texts.ts';

type Row = Record<string, string>;

/** Reads a file of the English export: its rows by their headings. */
function readRows(text: string): Row[] {
  const [head = [], ...lines] = text
    .replace('\ufeff', '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .map(([, cell = '']) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'))
        .slice(0, line.endsWith(',') ? undefined : -1),
    );
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
}

const centsOf = (amount = '0') => Number(amount.replace('.', ''));

/** Sums an amount, in cents. What `isTaken` selects is taken off. */
const sum = (rows: readonly Row[], column: string, isTaken: (row: Row) => boolean = () => false) =>
  rows.reduce((all, row) => all + (isTaken(row) ? -1 : 1) * centsOf(row[column]), 0);

/**
 * Exports all books and adds them up as an accountant does (docs/billing.md): each file gives the balances of the ledger's
 * accounts. Returns the rows of the payments.
 */
export async function addUpExport(testApp: TestApp, admin: Client): Promise<Row[]> {
  // A job that changes a row of the books would end the download.
  await waitForJobs(testApp);
  const to = formatDay('Europe/Athens', testApp.clock.now());
  const response = await admin.raw(
    'GET',
    `${routes.billingAdmin.billingExport.path}?from=2020-01-01&to=${to}&language=en`,
  );
  expect(response.status).toBe(200);
  const files = unzipTexts(Buffer.from(await response.arrayBuffer()));
  const rowsOf = (name: string) => readRows(files[`${name}.csv`] ?? '');
  const [invoices, lines, payments, allocations, ledger] = [
    ...(['invoices', 'lines', 'payments', 'allocations', 'ledger'] as const).map(rowsOf),
  ];
  if (!(invoices && lines && payments && allocations && ledger)) throw new Error('A file is missing.');
  const balance = (...accounts: string[]) => {
    const rows = ledger.filter(({ AccountID = '' }) => accounts.includes(AccountID));
    return sum(rows, 'DebitAmount') - sum(rows, 'CreditAmount');
  };
  const { rows: stored } = await testApp.superuser.query<{ account: string; cents: number }>(
    'SELECT account, sum(cents)::int AS cents FROM ledger_postings GROUP BY account',
  );
  for (const { account, cents } of stored) expect(balance(account), account).toBe(cents);
  const voided = invoices.filter(({ VoidedDate }) => VoidedDate !== '');
  const isNote = ({ InvoiceType }: Row) => InvoiceType === 'credit_note';
  const isVoided = ({ InvoiceNo }: Row) => voided.some((invoice) => invoice.InvoiceNo === InvoiceNo);
  const standing = { invoices: invoices.filter((row) => !isVoided(row)), lines: lines.filter((row) => !isVoided(row)) };
  expect(sum(standing.invoices, 'NetTotal', isNote), 'net').toBe(-balance('income'));
  expect(sum(standing.invoices, 'TaxPayable', isNote), 'VAT').toBe(-balance('vat'));
  expect(sum(standing.lines, 'LineAmount', isNote), 'net of lines').toBe(-balance('income'));
  expect(sum(standing.lines, 'TaxPayable', isNote), 'VAT of lines').toBe(-balance('vat'));
  const issued = invoices.filter((row) => !isNote(row));
  expect(sum(issued, 'GrossTotal') - sum(allocations, 'Amount'), 'owed').toBe(balance('receivable'));
  const byCard = payments.filter(({ PaymentMethod }) => PaymentMethod === 'stripe');
  const byBank = payments.filter(({ PaymentMethod }) => PaymentMethod !== 'stripe');
  expect(sum(byCard, 'GrossTotal'), 'by card').toBe(balance('card_clearing'));
  expect(sum(byBank, 'GrossTotal'), 'by bank').toBe(balance('bank'));
  return payments;
}
