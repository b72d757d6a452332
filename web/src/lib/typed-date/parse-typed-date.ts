import { findMonth } from './find-month.ts';

/** Why a text is no date. */
export type DateProblem =
  | { code: 'noDay'; day: number }
  | { code: 'noMonth'; month: number }
  /** The month has fewer days. */
  | { code: 'shortMonth'; year: number; month: number; days: number }
  | { code: 'yearMissing' | 'yearDigits' | 'unclear' };

/** The day as `YYYY-MM-DD`, empty for an empty text, or why the text is no date. */
export type TypedDate = { day: string; problem?: never } | { day?: never; problem: DateProblem };

export interface TypedDateOptions {
  /** A year of two digits is then in the past. */
  isBirth: boolean;
  /** `YYYY-MM-DD` in the user's zone. */
  today: string;
}

/** Day, month and year as typed. The year is empty if it is missing. */
type DateParts = readonly [day: string, month: string, year: string];

// After NFKD, which makes blanks of non-breaking blanks and of the Greek accent key, and dots of the Greek ano teleia.
const separators = /^[\s/\\.,;:·'’‘`_\u2010-\u2015\u2212-]*$/u;
const ordinalWords = /^(?:st|nd|rd|th|of|η|ησ|του)$/u;

/** Splits a text into numbers and words: lower case without accents, σ for ς. Undefined if it has other characters. */
function splitText(text: string): string[] | undefined {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
  const part = /\d+|\p{L}+/gu;
  if (!separators.test(plain.replace(part, ''))) return undefined;
  return (plain.match(part) ?? []).filter((one) => !ordinalWords.test(one));
}

const isWord = (part: string) => /^\p{L}/u.test(part);

/** Finds day, month and year: day first, unless the year of four digits or the month's name is first. */
function findParts(parts: readonly string[]): DateParts | undefined {
  const [first = '', second = '', third = ''] = parts;
  if (parts.length === 1 && /^(?:\d{6}|\d{8})$/.test(first))
    return [first.slice(0, 2), first.slice(2, 4), first.slice(4)];
  if (parts.length < 2 || parts.length > 3) return undefined;
  if (parts.length === 3 && first.length === 4 && !isWord(first)) return [third, second, first];
  return isWord(first) ? [second, first, third] : [first, second, third];
}

function parseYear(text: string, monthAndDay: string, { isBirth, today }: TypedDateOptions): number | undefined {
  if (/^[12]\d{3}$/.test(text)) return Number(text);
  if (!/^\d\d$/.test(text)) return undefined;
  return isBirth && `20${text}-${monthAndDay}` > today ? 1900 + Number(text) : 2000 + Number(text);
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

const unclear = { problem: { code: 'unclear' } } as const;

/** Checks the parts in the order in which a reader would: month, day, year, and the month's length. */
function validateParts([dayText, monthText, yearText]: DateParts, options: TypedDateOptions): TypedDate {
  if (!/^\d\d?$/.test(dayText)) return unclear;
  const month = isWord(monthText) ? findMonth(monthText) : Number(monthText);
  if (month === undefined || monthText.length > 2 !== isWord(monthText)) return unclear;
  const day = Number(dayText);
  if (month < 1 || month > 12) return { problem: { code: 'noMonth', month } };
  if (day < 1 || day > 31) return { problem: { code: 'noDay', day } };
  if (yearText === '') return { problem: { code: 'yearMissing' } };
  const monthAndDay = `${twoDigits(month)}-${twoDigits(day)}`;
  const year = parseYear(yearText, monthAndDay, options);
  if (year === undefined) return isWord(yearText) ? unclear : { problem: { code: 'yearDigits' } };
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day > days ? { problem: { code: 'shortMonth', year, month, days } } : { day: `${year}-${monthAndDay}` };
}

/**
 * Parses a typed date: `3/11/26`, `3.11.2026`, `03112026`, `3 Nov 2026`, `3 Νοεμβρίου 2026`, `2026-11-03`. The day is
 * before the month in every language and browser, and they are never swapped (viewing, 37).
 */
export function parseTypedDate(text: string, options: TypedDateOptions): TypedDate {
  if (text.trim() === '') return { day: '' };
  const parts = splitText(text);
  const found = parts && findParts(parts);
  return found ? validateParts(found, options) : unclear;
}

/** Formats a day, `YYYY-MM-DD` or empty, as `DD/MM/YYYY`. */
export function formatTypedDate(day: string): string {
  return day.split('-').toReversed().join('/');
}
