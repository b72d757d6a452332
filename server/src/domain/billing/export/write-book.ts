import { type Language, withDecimalMark } from '@medcloud/contract/languages';
import { byteOrderMark, toCsvLine, toTextCell } from '../../../platform/csv/csv-line.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { decryptPayer } from '../encrypted-texts.ts';
import { type Book, type BookRow, type ColumnKind, type ExportRange, listBookRows } from './books.ts';

export type ExportContext = Pick<AppContext, 'db' | 'keys'>;

export interface ExportOf {
  scope: AdminScope;
  range: ExportRange;
  language: Language;
}

/** Rows that one query reads; about 200 KB. */
const pageRows = 1_000;

/** Counts and sums of a file's money columns, in cents. `invoice`/`credit_note` of the documents' gross. */
export interface BookTotals {
  rows: number;
  sums: Record<string, number>;
}

/** Yields a file as CSV, a page of rows at a time, and adds what it wrote to `totals`. */
export async function* writeBook(
  context: ExportContext,
  { scope, range, language }: ExportOf,
  book: Book,
  totals: BookTotals,
): AsyncGenerator<Buffer> {
  const columns = Object.entries(book.columns);
  yield Buffer.from(byteOrderMark + toCsvLine(Object.keys(book.columns), language));
  const select = book.select(range, language);
  let after: BookRow | null = null;
  for (;;) {
    const rows: BookRow[] = await context.db.read(scope, (tx) => listBookRows(tx, select, after, pageRows));
    const text = rows.map((row) => toLine(context, columns, row, language)).join('');
    for (const row of rows) addRow(totals, columns, row);
    if (text !== '') yield Buffer.from(text);
    after = rows.at(-1) ?? null;
    if (rows.length < pageRows) return;
  }
}

function toLine(context: ExportContext, columns: [string, ColumnKind][], row: BookRow, language: Language): string {
  return toCsvLine(
    columns.map(([name, kind]) => toCell(context, row, { name, kind }, language)),
    language,
  );
}

function toCell(
  { keys }: ExportContext,
  row: BookRow,
  { name, kind }: { name: string; kind: ColumnKind },
  language: Language,
): string {
  const value = row[name] ?? null;
  if (value === null) return '';
  if (value instanceof Buffer) return toTextCell(decryptPayer(keys, row.id, value));
  if (kind === 'text') return toTextCell(String(value));
  if (kind === 'plain') return String(value);
  return toDecimal(Number(value), language);
}

/** Writes hundredths with two decimals, after a comma in Greek. */
export function toDecimal(hundredths: number, language: Language): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return withDecimalMark(`${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`, language);
}

function addRow(totals: BookTotals, columns: [string, ColumnKind][], row: BookRow): void {
  totals.rows += 1;
  for (const [name, kind] of columns)
    if (kind === 'money') totals.sums[name] = (totals.sums[name] ?? 0) + Number(row[name]);
  const type = row.InvoiceType;
  if (typeof type === 'string') totals.sums[type] = (totals.sums[type] ?? 0) + Number(row.GrossTotal);
}
