/**
 * Parses an amount of a bank's CSV file to cents: `480,00`, `1.234,56`, `1,234.56`, `-480.00`, `480,00-`, `480`, with or
 * without a currency. Returns null for anything else, such as `1.234` or `480,005`, which can be read in two ways.
 */
export function parseCsvAmount(text: string): number | null {
  const compact = text.replace(/[\s€']|EUR/g, '').replace('−', '-');
  const match = /^([+-]?)(\d{1,3}(?:\.\d{3})+(?=,)|\d{1,3}(?:,\d{3})+(?=\.)|\d{1,13})(?:[.,](\d{1,2}))?(-?)$/.exec(
    compact,
  );
  if (!match) return null;
  const [, before = '', digits = '', part = '', after = ''] = match;
  const cents = Number(digits.replace(/[.,]/g, '')) * 100 + Number(part.padEnd(2, '0'));
  const isNegative = before === '-' || after === '-';
  if (cents >= 2 ** 31 || (before !== '' && after !== '')) return null;
  return isNegative && cents > 0 ? -cents : cents;
}

/** Parses `28/11/2026`, `28.11.2026`, `28-11-2026` or `2026-11-28`, each also with a time behind. Null for others. */
export function parseCsvDay(text: string): string | null {
  const [written = ''] = text.split(/[T ]/);
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(written);
  if (!local) return /^\d{4}-\d{2}-\d{2}$/.test(written) ? written : null;
  const [, day = '', month = '', year = ''] = local;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const debitWords = ['χ', 'χρ', 'χρεωση', 'd', 'dr', 'dbit', 'debit'];
const creditWords = ['π', 'πι', 'πιστωση', 'c', 'cr', 'crdt', 'credit'];

/** 1 for a credit, -1 for a debit, null for another word. `folded` is lower case and without accents. */
export function parseSign(folded: string): 1 | -1 | null {
  if (creditWords.includes(folded)) return 1;
  return debitWords.includes(folded) ? -1 : null;
}
