import { createHash } from 'node:crypto';
import type { BankLine } from './read/bank-line.ts';

/**
 * Returns a function that gives each line of a file, in order, its key of 32 bytes: the same for the same movement in
 * another file, so that an overlapping file adds nothing. It is made of the account, day, amount and the bank's reference;
 * without one, of the text and its position among lines that are the same. An announced movement has another key than the
 * booked one.
 */
export function createLineKeys(iban: string): (line: BankLine) => Buffer {
  const counts = new Map<string, number>();
  return ({ day, cents, currency, isBooked, bankReference, payer, text }) => {
    const facts = [iban, isBooked, day, cents, currency];
    if (bankReference !== null) return hash([...facts, 'reference', bankReference]);
    const content = hash([...facts, 'text', payer, text]).toString('base64');
    const ordinal = counts.get(content) ?? 0;
    counts.set(content, ordinal + 1);
    return hash([content, ordinal]);
  };
}

const hash = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest();
