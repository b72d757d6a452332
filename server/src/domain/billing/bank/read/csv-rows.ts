import { Fault } from '@medcloud/contract/faults';
import { issueCode } from '@medcloud/contract/validation-codes';

/** Says which row cannot be read and what to do. */
export const unreadableRow = (
  code: 'statement_row_long' | 'statement_row_quote' | 'statement_row_day' | 'statement_row_amount',
  row: number,
) => new Fault('statement_unreadable', { reason: issueCode(code, String(row)) });

/** Longest row: a row without an end, such as an unclosed quote, must not collect the file. */
const maxRowLength = 20_000;

/**
 * Splits decoded text into rows of cells as it arrives (RFC 4180, with any separator of one character). `onRow` receives
 * each row that is not empty, with its number in the file. Throws `statement_unreadable` for a row over 20,000 characters or an open quote at the end.
 */
export class CsvRows {
  readonly #separator: string;
  readonly #onRow: (cells: string[], number: number) => void;
  #cells: string[] = [];
  #cell = '';
  #length = 0;
  #isQuoted = false;
  #wasQuote = false;
  #wasReturn = false;
  #row = 1;

  constructor(separator: string, onRow: (cells: string[], number: number) => void) {
    this.#separator = separator;
    this.#onRow = onRow;
  }

  write(text: string): void {
    for (const character of text) this.#add(character);
  }

  end(): void {
    if (this.#isQuoted && !this.#wasQuote) throw unreadableRow('statement_row_quote', this.#row);
    this.#endRow(false);
  }

  #add(character: string): void {
    this.#length += 1;
    if (this.#length > maxRowLength) throw unreadableRow('statement_row_long', this.#row);
    if (this.#isQuoted && !this.#wasQuote) {
      if (character === '"') this.#wasQuote = true;
      else this.#cell += character;
      return;
    }
    // After a quote inside quotes: a second one is a quote of the text, anything else ends the quoted part.
    if (this.#wasQuote && character === '"') this.#cell += character;
    this.#isQuoted = this.#wasQuote && character === '"';
    const isText = this.#wasQuote && character === '"';
    this.#wasQuote = false;
    if (isText) return;
    if (character === '"' && this.#cell === '') this.#isQuoted = true;
    else if (character === this.#separator) this.#endCell();
    else if (character === '\n' || character === '\r') this.#endRow(character === '\r');
    else this.#cell += character;
  }

  #endCell(): void {
    this.#cells.push(this.#cell.trim());
    this.#cell = '';
  }

  /** A line feed after a carriage return ends no further row. */
  #endRow(isReturn: boolean): void {
    const isSameEnd = this.#wasReturn && !isReturn && this.#length === 1;
    this.#wasReturn = isReturn;
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    this.#length = 0;
    this.#isQuoted = false;
    this.#wasQuote = false;
    if (cells.some((cell) => cell !== '')) this.#onRow(cells, this.#row);
    if (!isSameEnd) this.#row += 1;
  }
}
