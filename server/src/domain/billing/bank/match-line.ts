import type { DueIndex, DueToMatch } from './due-index.ts';
import type { LineReferences } from './find-references.ts';
import type { BankLine } from './read/bank-line.ts';

/** `matched` by a reference; `proposed` for a person to decide, likeliest first. */
export type LineMatch =
  | { readonly state: 'matched'; readonly due: DueToMatch }
  | { readonly state: 'proposed'; readonly dues: readonly DueToMatch[] }
  | { readonly state: 'unmatched' };

/** Dues that a screen shows for a line. */
const maxProposed = 3;

/**
 * Decides what a line pays: the due of its RF reference, else that of the document number. Two dues, or a due whose name
 * and amount agree, are only proposed. Announced movements, debits, returns and other currencies pay nothing.
 */
export function matchLine(line: BankLine, { rfs, numbers }: LineReferences, dues: DueIndex): LineMatch {
  if (!isIncomingPayment(line)) return { state: 'unmatched' };
  const byRf = dues.findByRf(rfs);
  const referenced = byRf.length > 0 ? byRf : dues.findByNumber(numbers);
  const [due] = referenced;
  if (due && referenced.length === 1) return { state: 'matched', due };
  const proposed = due ? referenced : dues.findByName(line.payer, line.cents);
  return proposed.length > 0 ? { state: 'proposed', dues: proposed.slice(0, maxProposed) } : { state: 'unmatched' };
}

/** A booked credit in euros that the bank does not take back. */
export function isIncomingPayment({
  isBooked,
  isReturn,
  cents,
  currency,
}: Pick<BankLine, 'isBooked' | 'isReturn' | 'cents' | 'currency'>): boolean {
  return isBooked && !isReturn && cents > 0 && currency === 'EUR';
}
