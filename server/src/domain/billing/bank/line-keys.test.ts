import { describe, expect, it } from 'vitest';
import { createKeySeparator, createLineKeys } from './line-keys.ts';
import type { BankLine } from './read/bank-line.ts';

const line = (facts: Partial<BankLine> = {}): BankLine => ({
  day: '2026-11-27',
  cents: 48_000,
  currency: 'EUR',
  isBooked: true,
  isReturn: false,
  bankReference: null,
  creditorReference: null,
  payer: 'A',
  text: 'B',
  ...facts,
});
const keys = (...lines: BankLine[]) => lines.map(createLineKeys('GR')).map((key) => key.toString('hex'));

describe('createLineKeys', () => {
  it('gives a movement the same key in an overlapping file', () => {
    const [monday, tuesday, wednesday] = ['23', '24', '25'].map((day) => line({ day: `2026-11-${day}` }));
    if (!monday || !tuesday || !wednesday) throw new Error('three days');
    const [, first] = keys(monday, tuesday);
    expect(keys(tuesday, wednesday)[0]).toBe(first);
  });

  it('tells two movements of the same day, amount and text apart', () => {
    const [first, second] = keys(line(), line());
    expect(first).not.toBe(second);
    expect(keys(line(), line(), line()).slice(0, 2)).toEqual([first, second]);
  });

  it('goes by the bank’s reference where there is one', () => {
    const [known] = keys(line({ bankReference: '1' }));
    expect(keys(line({ bankReference: '1', text: 'written differently' }))).toEqual([known]);
    expect(keys(line({ bankReference: '2' }))).not.toEqual([known]);
    expect(keys(line({ bankReference: '1', cents: 1 }))).not.toEqual([known]);
  });

  it('separates movements of a file to which the bank gives one reference, and keeps those of others', () => {
    const [one, two, other] = [
      line({ bankReference: '1', text: 'one' }),
      line({ bankReference: '1', text: 'two' }),
      line({ bankReference: '2' }),
    ];
    if (!one || !two || !other) throw new Error('three lines');
    const key = createLineKeys('GR');
    const separated = (...lines: BankLine[]) => {
      const keyed = lines.map((each) => ({ line: each, key: key(each) }));
      return keyed.map(createKeySeparator(keyed));
    };
    const [first, second, third] = separated(one, two, other);
    expect(new Set([first, second, third].map((each) => each?.key.toString('hex'))).size).toBe(3);
    expect([first, second].map((each) => each?.sharedKey)).toEqual([key(one), key(one)]);
    expect(third).toEqual({ line: other, key: key(other), sharedKey: null, isTwice: false });
    // in any order the same
    expect(separated(two, one).map((each) => each.key)).toEqual([second?.key, first?.key]);
    expect(separated(one, one, two).map(({ isTwice }) => isTwice)).toEqual([false, true, false]);
  });

  it('gives an announced movement another key than the booked one', () => {
    expect(keys(line({ isBooked: false }))).not.toEqual(keys(line()));
  });
});
