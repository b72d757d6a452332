import { parseRf } from '../../../platform/money/rf.ts';

/** What a bank line says about what it pays. */
export interface LineReferences {
  /** RF references with right check digits: that of its own field alone, else all of the free text. */
  readonly rfs: readonly string[];
  readonly numbers: readonly DocumentNumber[];
}

export interface DocumentNumber {
  readonly series: string;
  readonly year: number;
  readonly number: number;
}

/**
 * Finds the references of a line. Blanks and punctuation within an RF reference are ignored, and `ΡΦ`, which a Greek
 * keyboard yields for the keys R and F, is read as `RF`. Our references have ten digits after the two check digits.
 */
export function findReferences(
  line: { creditorReference: string | null; text: string },
  series: readonly string[],
): LineReferences {
  const own = line.creditorReference === null ? [] : findRfs(line.creditorReference);
  return {
    rfs: own.length > 0 ? own : findRfs(`${line.creditorReference ?? ''} ${line.text}`),
    numbers: findNumbers(line.text, series),
  };
}

function findRfs(text: string): string[] {
  const compact = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/Ρ/g, 'R')
    .replace(/Φ/g, 'F')
    .replace(/[^A-ZΑ-Ω0-9]/g, '');
  const found = [...compact.matchAll(/(?=(RF\d{12}))/g)].map(([, rf = '']) => rf);
  return [...new Set(found.filter((rf) => parseRf(rf) !== null))];
}

/** Greek capitals that look like Latin ones. */
const latin: Readonly<Record<string, string>> = {
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
};

function findNumbers(text: string, series: readonly string[]): DocumentNumber[] {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[Α-Ω]/g, (letter) => latin[letter] ?? letter);
  return series.flatMap((code) =>
    [...plain.matchAll(new RegExp(`(?<![\\p{L}\\d])${code}[\\s/.-]*(20\\d{2})[\\s/.-]*(\\d{1,9})(?!\\d)`, 'gu'))].map(
      ([, year, number]) => ({ series: code, year: Number(year), number: Number(number) }),
    ),
  );
}
