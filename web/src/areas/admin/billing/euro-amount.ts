import { issueCode } from '@medcloud/contract/validation-codes';
import * as z from 'zod';

const euros = /^(\d{1,8})(?:[.,](\d{1,2}))?$/;

/** Parses euros with at most two decimals, after a comma or a point, to cents. Returns null for anything else and for 0. */
export function parseEuros(text: string): number | null {
  const [, units, decimals = ''] = euros.exec(text.trim()) ?? [];
  if (units === undefined) return null;
  const cents = Number(units) * 100 + Number(decimals.padEnd(2, '0'));
  return cents > 0 ? cents : null;
}

/** The shape of a typed amount; its output is cents. */
export const euroAmount = z.string().transform((text, context) => {
  const cents = parseEuros(text);
  if (cents !== null) return cents;
  context.addIssue({ code: 'custom', message: issueCode('amount_invalid') });
  return z.NEVER;
});
