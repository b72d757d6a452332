import { issueCode } from '@medcloud/contract/validation-codes';
import * as z from 'zod';

/** Digits, in groups of three after points or commas or without, and at most two decimals after the other sign. */
const euros = /^(?<units>\d{1,8}|\d{1,3}(?:\.\d{3})+(?![.]\d)|\d{1,3}(?:,\d{3})+(?!,\d))(?:[.,](?<decimals>\d{1,2}))?$/;
/** A point or comma before three digits ends thousands in one language and begins decimals in the other. */
const ambiguous = /^\d{1,3}[.,]\d{3}$/;

/** Takes off blanks, and the sign of an amount that was copied. */
const withoutSign = (text: string) => text.replaceAll(/^\s*€?\s*|\s*€?\s*$/g, '');

/**
 * Parses euros as they are typed in English or Greek (`1,800.00`, `1.800,00`, `1800`) to cents. Returns null for anything
 * else, for 0, and for what means another amount in the other language (`1.800`).
 */
export function parseEuros(text: string): number | null {
  const typed = withoutSign(text);
  const { units = '', decimals = '' } = euros.exec(typed)?.groups ?? {};
  const digits = units.replaceAll(/[.,]/g, '');
  if (digits === '' || digits.length > 8 || ambiguous.test(typed)) return null;
  const cents = Number(digits) * 100 + Number(decimals.padEnd(2, '0'));
  return cents > 0 ? cents : null;
}

/** The shape of a typed amount; its output is cents. */
export const euroAmount = z.string().transform((text, context) => {
  const cents = parseEuros(text);
  if (cents !== null) return cents;
  const message = issueCode(ambiguous.test(withoutSign(text)) ? 'amount_ambiguous' : 'amount_invalid');
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
