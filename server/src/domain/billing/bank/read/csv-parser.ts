import { Fault } from '@medcloud/contract/faults';
import { fold } from '@medcloud/contract/names/fold';
import { issueCode } from '@medcloud/contract/validation-codes';
import { parseIban } from '../../../../platform/money/iban.ts';
import { findReferences } from '../find-references.ts';
import { type BankLine, maxPayerLength, maxStatementLines, maxTextLength, type StatementParser } from './bank-line.ts';
import { isDay } from './camt-entry.ts';
import { type CsvColumns, type CsvField, type FindColumns, findColumns } from './csv-columns.ts';
import { CsvRows, unreadableRow } from './csv-rows.ts';
import { parseCsvAmount, parseCsvDay, parseSign } from './csv-values.ts';
import { previewCsv, separators } from './preview-csv.ts';

/** Text within which the row of headings must end. Files begin with some rows about the account. */
const maxHeadLength = 16_384;

/**
 * Creates a parser of a bank's CSV file for the account `iban`, by the headings of its columns: those that an
 * administrator mapped, or known ones. Rows of totals are skipped. Throws `statement_columns_unknown` with the headings
 * for others, `statement_unreadable` for a row that cannot be read for sure or without headings, and
 * `statement_other_account` if the file names another account.
 */
export function createCsvParser(iban: string, find: FindColumns = findColumns): StatementParser {
  const lines: BankLine[] = [];
  let head = '';
  let rows: CsvRows | null = null;
  const start = () => {
    rows = startRows(head, iban, find, lines);
    rows.write(head);
  };
  return {
    write: (text) => {
      if (rows) return rows.write(text);
      head += text;
      if (head.length >= maxHeadLength) start();
    },
    end: () => {
      if (!rows) start();
      rows?.end();
      return lines;
    },
  };
}

/** Chooses the separator that yields known headings, and returns the reader of all rows. */
function startRows(head: string, iban: string, find: FindColumns, lines: BankLine[]): CsvRows {
  const separator = separators.find((candidate) => hasHeadings(head, candidate, find));
  if (separator === undefined) throw withoutColumns(head);
  let columns: CsvColumns | null = null;
  return new CsvRows(separator, (cells, number) => {
    if (columns === null) {
      columns = find(cells);
      if (columns === null) for (const cell of cells) checkAccount(cell, iban);
      return;
    }
    const line = parseRow({ cells, number }, columns, iban);
    if (line) lines.push(line);
    if (lines.length > maxStatementLines) throw new Fault('too_large', { reason: issueCode('statement_too_large') });
  });
}

function withoutColumns(head: string): Fault {
  const preview = previewCsv(head);
  return preview === null
    ? new Fault('statement_unreadable')
    : new Fault('statement_columns_unknown', { current: preview });
}

function hasHeadings(head: string, separator: string, find: FindColumns): boolean {
  const found = { isFound: false };
  const rows = new CsvRows(separator, (cells) => {
    found.isFound ||= find(cells) !== null;
  });
  rows.write(head.slice(0, maxHeadLength));
  return found.isFound;
}

function checkAccount(cell: string, iban: string): void {
  const [found] = /[A-Z]{2}\d{2}[A-Z0-9]{11,30}/.exec(cell.replace(/\s/g, '').toUpperCase()) ?? [];
  if (found !== undefined && parseIban(found) !== null && found !== iban) throw new Fault('statement_other_account');
}

/** Returns null for a row that is no movement: its day has no digit. */
function parseRow(
  { cells, number }: { cells: readonly string[]; number: number },
  columns: CsvColumns,
  iban: string,
): BankLine | null {
  const cell = (name: CsvField) => cells[columns[name] ?? -1] ?? '';
  if (!/\d/.test(cell('day'))) return null;
  const day = parseCsvDay(cell('day'));
  const cents = parseCents(cell);
  if (day === null || !isDay(day)) throw unreadableRow('statement_row_day', number);
  if (cents === null) throw unreadableRow('statement_row_amount', number);
  checkAccount(cell('account'), iban);
  return {
    day,
    cents,
    currency: /^[A-Z]{3}$/.test(cell('currency')) ? cell('currency') : 'EUR',
    isBooked: true,
    isReturn: false,
    ...splitReference(cell('reference')),
    payer: cell('payer').slice(0, maxPayerLength),
    text: cell('text').slice(0, maxTextLength),
  };
}

/** Some banks write the payer's reference where others write their own. */
function splitReference(reference: string): Pick<BankLine, 'bankReference' | 'creditorReference'> {
  const isOfPayer = findReferences({ creditorReference: reference, text: '' }, []).rfs.length > 0;
  return isOfPayer
    ? { bankReference: null, creditorReference: reference }
    : { bankReference: reference || null, creditorReference: null };
}

/** A signed amount, an amount with a word for its direction, or one of two columns. */
function parseCents(cell: (name: CsvField) => string): number | null {
  if (cell('amount') === '') {
    const credit = cell('credit') === '' ? 0 : parseCsvAmount(cell('credit'));
    const debit = cell('debit') === '' ? 0 : parseCsvAmount(cell('debit'));
    if (credit === null || debit === null || (credit === 0 && debit === 0 && cell('credit') + cell('debit') === ''))
      return null;
    return credit - Math.abs(debit);
  }
  const amount = parseCsvAmount(cell('amount'));
  if (amount === null || cell('sign') === '') return amount;
  const sign = parseSign(fold(cell('sign')));
  return sign === null ? null : sign * Math.abs(amount);
}
