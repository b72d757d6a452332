import { remainderBy97, rotateFour } from './check-digits.ts';

const maxSequence = 9_999_999_999;

/**
 * Returns the creditor reference (ISO 11649) of a number of a sequence: `RF`, two check digits and ten digits. Digits
 * alone, because then no single wrong or exchanged character passes the check. Throws a RangeError beyond ten digits.
 */
export function createRf(sequence: number): string {
  if (!Number.isInteger(sequence) || sequence < 0 || sequence > maxSequence)
    throw new RangeError(`${sequence} does not fit a payment reference.`);
  const digits = String(sequence).padStart(10, '0');
  const check = 98 - remainderBy97(`${digits}RF00`);
  return `RF${String(check).padStart(2, '0')}${digits}`;
}

/**
 * Returns a reference of ours without blanks and in capitals; null if it is not one or a digit is wrong. Reads `ΡΦ`,
 * which a Greek keyboard writes, as `RF`.
 */
export function parseRf(text: string): string | null {
  const rf = text.replace(/\s/g, '').toUpperCase().replace(/^ΡΦ/, 'RF');
  return /^RF\d{12}$/.test(rf) && remainderBy97(rotateFour(rf)) === 1 ? rf : null;
}
