import { createHash } from 'node:crypto';
import type { TaxCase } from '../tax/decide-tax.ts';

const types = {
  home_business: '2.1',
  home_person: '11.2',
  eu_reverse: '2.2',
  eu_consumer: '11.2',
  outside_eu: '2.3',
} as const satisfies Record<TaxCase, string>;

export const isRetail = (taxCase: TaxCase) => types[taxCase] === '11.2';

/**
 * Returns a document's type (myDATA 2.0.1, code table 8.1). A credit note names what it corrects by its mark (5.1); 5.2
 * corrects a document that the authority has not got, 11.4 a retail one.
 */
export function documentTypeOf(kind: 'invoice' | 'credit_note', taxCase: TaxCase, correctsMark: string | null): string {
  if (kind === 'invoice') return types[taxCase];
  if (isRetail(taxCase)) return '11.4';
  return correctsMark === null ? '5.2' : '5.1';
}

/** The series as the authority knows it. Our numbers begin again each year, and its day alone would tell them apart. */
export const fiscalSeries = ({ series, year }: { series: string; year: number }) => `${series}-${year}`;

/** Operators have one place of business. */
export const branch = 0;

/**
 * Computes a document's UID: SHA-1 of seller, day, branch, type, series and number, 40 hexadecimal capitals. All of them
 * are ASCII.
 */
export function computeUid(document: {
  vatNumber: string;
  issuedOn: string;
  type: string;
  series: string;
  number: number;
}): string {
  const { vatNumber, issuedOn, type, series, number } = document;
  const text = [vatNumber, issuedOn, branch, type, series, number].join('-');
  return createHash('sha1').update(text, 'latin1').digest('hex').toUpperCase();
}
