import { describe, expect, it } from 'vitest';
import {
  allocationPostings,
  creditPostings,
  divideOver,
  issuePostings,
  type Posting,
  receiptPostings,
  writeOffPostings,
  writtenOffPart,
} from './postings.ts';

const userId = 'u';
const sums = { id: 'i', userId, netCents: 38_710, vatCents: 9_290, grossCents: 48_000 };
function sumBy(postings: readonly Posting[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { account, cents } of postings) sums[account] = (sums[account] ?? 0) + cents;
  return sums;
}

describe('postings', () => {
  it.each<[string, Posting[], Record<string, number>]>([
    ['an invoice', issuePostings(sums), { receivable: 48_000, income: -38_710, vat: -9_290 }],
    [
      'an invoice without VAT',
      issuePostings({ ...sums, netCents: 48_000, vatCents: 0 }),
      { receivable: 48_000, income: -48_000 },
    ],
    ['a receipt', receiptPostings(userId, 500), { bank: 500, unallocated: -500 }],
    [
      'an allocation over two invoices',
      allocationPostings(userId, [
        { invoiceId: 'i', cents: 300 },
        { invoiceId: 'j', cents: 200 },
      ]),
      { unallocated: 500, receivable: -500 },
    ],
    [
      'a credit of an unpaid invoice',
      creditPostings(sums, 'i', { leftCents: 48_000, openCents: 48_000, writtenOffCents: 0 }),
      { income: 38_710, vat: 9_290, receivable: -48_000 },
    ],
    [
      'a credit of a paid invoice',
      creditPostings(sums, 'i', { leftCents: 48_000, openCents: 0, writtenOffCents: 0 }),
      { income: 38_710, vat: 9_290, unallocated: -48_000 },
    ],
    [
      'a credit of a partly paid invoice',
      creditPostings(sums, 'i', { leftCents: 48_000, openCents: 8_000, writtenOffCents: 0 }),
      { income: 38_710, vat: 9_290, receivable: -8_000, unallocated: -40_000 },
    ],
    [
      'a credit of an invoice of which fees were written off',
      creditPostings(sums, 'i', { leftCents: 48_000, openCents: 7_501, writtenOffCents: 499 }),
      { income: 38_710, vat: 9_290, receivable: -7_501, written_off: -499, unallocated: -40_000 },
    ],
    ['a write-off', writeOffPostings(userId, { invoiceId: 'i', cents: 150 }), { written_off: 150, receivable: -150 }],
  ])('of %s sum to 0', (_, postings, expected) => {
    expect(sumBy(postings)).toEqual(expected);
    expect(postings.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
    for (const { account, invoiceId } of postings) expect(invoiceId !== undefined).toBe(account === 'receivable');
  });

  it('credit what is owed first, then what was paid, and last what was written off', () => {
    const parts = { leftCents: 48_000, openCents: 7_501, writtenOffCents: 499 };
    expect([7_501, 47_501, 47_502, 48_000].map((cents) => writtenOffPart(cents, parts))).toEqual([0, 0, 1, 499]);
    const credited = { leftCents: 300, openCents: 0, writtenOffCents: 499 };
    expect([1, 300].map((cents) => writtenOffPart(cents, credited))).toEqual([1, 300]);
    // an undone payment opened more than is left of it
    expect(writtenOffPart(100, { leftCents: 100, openCents: 400, writtenOffCents: 499 })).toBe(0);
  });

  it('are for a part of each invoice in order, up to what is open', () => {
    const open = [
      { invoiceId: 'i', cents: 300 },
      { invoiceId: 'j', cents: 200 },
    ];
    expect(divideOver(400, open)).toEqual([open[0], { invoiceId: 'j', cents: 100 }]);
    expect(divideOver(900, open)).toEqual(open);
    expect(divideOver(0, open)).toEqual([]);
  });
});
