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
  return ({ day, cents, currency, isBooked, bankReference, creditorReference, payer, text }) => {
    const facts = [iban, isBooked, day, cents, currency];
    if (bankReference !== null) return hash([...facts, 'reference', bankReference]);
    const content = hash([...facts, 'text', payer, text, creditorReference]).toString('base64');
    const ordinal = counts.get(content) ?? 0;
    counts.set(content, ordinal + 1);
    return hash([content, ordinal]);
  };
}

export interface KeyedLine {
  line: BankLine;
  key: Buffer;
}

/** A line of a file in which another has the same bank's reference, day and amount. */
export interface SharedKey {
  /** The key that it has in a file without the other. */
  sharedKey: Buffer | null;
  /** Another line of the file says all the same: it may be listed twice. */
  isTwice: boolean;
}

/**
 * Returns a function that gives each line of a file, in order, a key of its own where others have the same: some banks write
 * one reference for several movements, and none may be lost. They are told apart by payer, text and reference.
 */
export function createKeySeparator<L extends KeyedLine>(lines: readonly L[]): (line: L) => L & SharedKey {
  const shares = countBy(lines.map(({ key }) => key));
  const counts = new Map<string, number>();
  return (keyed) => {
    const { line, key } = keyed;
    const shared = key.toString('base64');
    if (shares.get(shared) === 1) return { ...keyed, sharedKey: null, isTwice: false };
    const content = hash([shared, line.payer, line.text, line.creditorReference]).toString('base64');
    const ordinal = counts.get(content) ?? 0;
    counts.set(content, ordinal + 1);
    return { ...keyed, key: hash([content, ordinal]), sharedKey: key, isTwice: ordinal > 0 };
  };
}

function countBy(keys: readonly Buffer[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) {
    const text = key.toString('base64');
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

const hash = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest();
