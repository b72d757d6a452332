import { isDay } from './camt-entry.ts';
import { CsvRows } from './csv-rows.ts';
import { parseCsvDay } from './csv-values.ts';

export const separators = [';', '\t', ',', '|'];

/** The headings of a CSV file with some of its rows, for an administrator who says what each column is. */
export interface CsvPreview {
  headings: string[];
  samples: string[][];
}

const maxRows = 60;
const maxColumns = 60;
const maxCellLength = 200;
const maxSamples = 3;

/** Finds the headings of the beginning of a CSV file: a row without a day above rows with one. Null if there is none. */
export function previewCsv(head: string): CsvPreview | null {
  const previews = separators
    .map((separator) => findHeadings(readRows(head, separator)))
    .filter((each) => each !== null);
  return previews.toSorted((a, b) => b.headings.length - a.headings.length)[0] ?? null;
}

function readRows(head: string, separator: string): string[][] {
  const rows: string[][] = [];
  new CsvRows(separator, (cells) => {
    if (rows.length < maxRows) rows.push(cells.slice(0, maxColumns).map((cell) => cell.slice(0, maxCellLength)));
  }).write(head);
  return rows;
}

function findHeadings(rows: readonly string[][]): CsvPreview | null {
  // rows about the account also have a day, and fewer cells
  const width = Math.max(...rows.filter(hasDay).map((row) => row.length));
  const first = rows.findIndex((row) => row.length === width && hasDay(row));
  const headings = rows[first - 1];
  if (headings === undefined || headings.filter((cell) => cell !== '').length < 2) return null;
  return { headings, samples: rows.slice(first, first + maxSamples) };
}

const hasDay = (row: readonly string[]) =>
  row.length > 1 &&
  row.some((cell) => {
    const day = parseCsvDay(cell);
    return day !== null && isDay(day);
  });
