import { type Language, languageTable } from '@medcloud/contract/languages';

/** By this mark at the start of a file spreadsheets know UTF-8. */
export const byteOrderMark = '\ufeff';

/** A spreadsheet runs a cell that begins like this as a formula. An apostrophe keeps it a text (OWASP, CSV injection). */
const formulaStart = /^[=+\-@\t\r]/;

/** Returns a text that somebody entered as a cell that no spreadsheet takes for a formula. */
export const toTextCell = (text: string) => (formulaStart.test(text) ? `'${text}` : text);

/**
 * Returns a line of CSV (RFC 4180) with its end; `;` between cells where the comma is the decimal mark. Quotes cells that
 * have a separator, a quotation mark or a line break.
 */
export function toCsvLine(cells: readonly string[], language: Language): string {
  const separator = languageTable[language].decimalMark === ',' ? ';' : ',';
  const quote = (cell: string) =>
    /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return `${cells.map(quote).join(separator)}\r\n`;
}
