import type { serverTranslator } from '@medcloud/text/node';
import { formatEuros, formatRate } from '../../../../platform/money/format-money.ts';
import { bold, type PdfSheet } from '../../../../platform/pdf/pdf-sheet.ts';
import type { PdfElement } from '../../../../platform/pdf/pdf-structure.ts';
import type { InvoiceDocument, InvoiceLine } from './invoice-document.ts';

type Words = ReturnType<typeof serverTranslator<'server/invoice'>>;

/** Columns' widths in points; an A4 page has 499 within its margins. */
const columns = { text: 186, quantity: 55, net: 72, rate: 50, vat: 62, gross: 74 } as const;
type Column = keyof typeof columns;
const names = ['text', 'quantity', 'net', 'rate', 'vat', 'gross'] as const satisfies readonly Column[];
const size = 9;
const cellGap = 8;
const rowGap = 5;
const rowHeight = 40;
const totalsWidth = 240;
const totalsHeight = 90;

/** Writes the table of lines. Its titles are on each page. */
export function writeLines(sheet: PdfSheet, { lines, language }: InvoiceDocument, t: Words): void {
  const table = sheet.element('Table');
  const titles = Object.fromEntries(names.map((name) => [name, t(`column.${name}`)]));
  writeRow(sheet, { table, role: 'TH', cells: titles });
  for (const line of lines) {
    if (sheet.reserve(rowHeight)) writeRow(sheet, { table, role: 'TH', cells: titles });
    writeRow(sheet, { table, role: 'TD', cells: formatLine(line, language) });
  }
}

function formatLine(line: InvoiceLine, language: InvoiceDocument['language']): Record<Column, string> {
  const euros = (cents: number) => formatEuros(cents, language);
  return {
    text: line.text,
    quantity: String(line.quantity),
    net: euros(line.netCents),
    rate: formatRate(line.basisPoints, language),
    vat: euros(line.vatCents),
    gross: euros(line.grossCents),
  };
}

function writeRow(
  sheet: PdfSheet,
  { table, role, cells }: { table: PdfElement; role: 'TH' | 'TD'; cells: Readonly<Record<string, string>> },
): void {
  const row = sheet.element('TR', table);
  const font = role === 'TH' ? bold : 0;
  let [x, bottom] = [0, sheet.y];
  for (const name of names) {
    const isRight = name !== 'text';
    const width = columns[name] - (isRight ? 0 : cellGap);
    const box = { x, y: sheet.y, width, size, font, isRight };
    bottom = Math.min(bottom, sheet.write(cells[name] ?? '', sheet.element(role, row), box));
    x += columns[name];
  }
  sheet.rule(bottom - rowGap / 2);
  sheet.moveTo(bottom - rowGap * 1.5);
}

/** Writes net, VAT by rate and the total, at the right. */
export function writeTotals(sheet: PdfSheet, { lines, kind, language }: InvoiceDocument, t: Words): void {
  sheet.reserve(totalsHeight);
  const euros = (cents: number) => formatEuros(cents, language);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);
  const rates = [...new Set(lines.map(({ basisPoints }) => basisPoints))].toSorted((one, other) => other - one);
  const vat = rates.map((rate): [string, number] => [
    t('vatTotal', { rate: formatRate(rate, language) }),
    sum(lines.flatMap(({ basisPoints, vatCents }) => (basisPoints === rate ? [vatCents] : []))),
  ]);
  const total = t(kind === 'invoice' ? 'grossTotal' : 'creditTotal');
  const rows: [string, number][] = [[t('netTotal'), sum(lines.map(({ netCents }) => netCents))], ...vat];
  sheet.moveTo(sheet.y - rowGap);
  for (const [label, cents] of rows) writeTotal(sheet, [label, euros(cents)], { size, font: 0 });
  writeTotal(sheet, [total, euros(sum(lines.map(({ grossCents }) => grossCents)))], { size: size + 3, font: bold });
  sheet.moveTo(sheet.y - 3 * rowGap);
}

function writeTotal(
  sheet: PdfSheet,
  [label, amount]: readonly [string, string],
  style: { size: number; font: number },
): void {
  const element = sheet.element('P');
  const [x, y] = [sheet.width - totalsWidth, sheet.y];
  const bottom = sheet.write(label, element, { ...style, x, y, width: totalsWidth * 0.6 });
  const box = { ...style, x: x + totalsWidth * 0.6, y, width: totalsWidth * 0.4, isRight: true };
  sheet.moveTo(Math.min(bottom, sheet.write(amount, element, box)) - 3);
}
