import { describe, expect, it } from 'vitest';
import { DueIndex, type DueToMatch } from './due-index.ts';
import { findReferences } from './find-references.ts';
import { matchLine } from './match-line.ts';
import type { BankLine } from './read/bank-line.ts';

const georgiou: DueToMatch = {
  id: '1',
  rf: 'RF780000000123',
  cents: 48_000,
  isOpen: true,
  invoice: { series: 'A', year: 2026, number: 7 },
  names: ['Μαρία Γεωργίου', 'Ακτινολογικό Γεωργίου ΙΚΕ'],
};
const nikolaou: DueToMatch = {
  id: '2',
  rf: 'RF510000000124',
  cents: 48_000,
  isOpen: true,
  invoice: null,
  names: ['Ελένη Νικολάου'],
};
const paid: DueToMatch = { ...nikolaou, id: '3', rf: 'RF240000000125', isOpen: false, names: ['Σοφία Αλεξίου'] };
const dues = new DueIndex([georgiou, nikolaou, paid]);

const line: BankLine = {
  day: '2026-11-27',
  cents: 48_000,
  currency: 'EUR',
  isBooked: true,
  isReturn: false,
  bankReference: null,
  creditorReference: null,
  payer: '',
  text: '',
};
/** Returns the state and the ids of the dues. */
function match(facts: Partial<BankLine>): string {
  const given = { ...line, ...facts };
  const result = matchLine(given, findReferences(given, ['A']), dues);
  if (result.state === 'matched') return `matched ${result.due.id}`;
  return result.state === 'proposed' ? `proposed ${result.dues.map(({ id }) => id).join(' ')}` : 'unmatched';
}

describe('matchLine', () => {
  it('matches a reference in its field or in the text, whatever the amount and name', () => {
    expect(match({ creditorReference: 'RF780000000123' })).toBe('matched 1');
    expect(match({ text: 'ΡΦ78 0000 0001 23', payer: 'ΝΙΚΟΛΑΟΥ ΕΛΕΝΗ', cents: 100 })).toBe('matched 1');
  });

  it('matches a due that is paid, whose money becomes credit', () => {
    expect(match({ text: paid.rf })).toBe('matched 3');
  });

  it('matches a document number where there is no reference', () => {
    expect(match({ text: 'ΤΙΜ. Α-2026-7' })).toBe('matched 1');
    expect(match({ text: 'ΤΙΜ. Α-2026-7, RF510000000124' })).toBe('matched 2');
  });

  it('proposes two dues that one line names', () => {
    expect(match({ text: `${georgiou.rf} ${nikolaou.rf}` })).toBe('proposed 1 2');
  });

  it.each([
    ['GEORGIOU MARIA', 'Latin, the other way round'],
    ['ΓΕΩΡΓΙΟΥ ΜΑΡΙΑ ΤΟΥ ΙΩΑΝΝΗ', 'with the father’s name'],
    ['AKTINOLOGIKO GEORGIOU IKE', 'the name on the invoice'],
    ['ΓΕΩΡΓΙΟΥ', 'a surname alone'],
  ])('proposes by name and amount: %s (%s)', (payer) => {
    expect(match({ payer })).toBe('proposed 1');
  });

  it.each<[Partial<BankLine>, string]>([
    [{ payer: 'ΓΕΩΡΓΙΟΥ ΜΑΡΙΑ', cents: 47_999 }, 'another amount'],
    [{ payer: 'ΓΕΩΡΓΙΟΥ ΕΛΕΝΗ' }, 'another first name'],
    [{ payer: 'ΑΛΕΞΙΟΥ ΣΟΦΙΑ' }, 'a due that is paid'],
    [{ payer: '' }, 'no name'],
    [{ text: 'RF780000000124' }, 'a wrong digit'],
  ])('leaves %o unmatched (%s)', (facts, _) => {
    expect(match(facts)).toBe('unmatched');
  });

  it.each<[Partial<BankLine>, string]>([
    [{ currency: 'USD' }, 'dollars'],
    [{ isBooked: false }, 'an announced movement'],
    [{ cents: -48_000 }, 'a debit'],
    [{ isReturn: true }, 'a return'],
    [{ cents: 0 }, 'nothing'],
  ])('never matches %o by itself (%s)', (facts, _) => {
    expect(match({ creditorReference: georgiou.rf, payer: 'ΓΕΩΡΓΙΟΥ ΜΑΡΙΑ', ...facts })).toBe('unmatched');
  });
});
