import { describe, expect, it } from 'vitest';
import { findReferences } from './find-references.ts';

const rf = 'RF780000000123';
const rfs = (text: string, creditorReference: string | null = null) =>
  findReferences({ text, creditorReference }, ['A']).rfs;

describe('findReferences', () => {
  it.each([
    [rf, 'as printed'],
    ['RF78 0000 0001 23', 'in groups of four'],
    ['rf78-0000-0001-23', 'in small letters with hyphens'],
    ['ΡΦ780000000123', 'with the Greek keyboard'],
    ['ρφ78 0000000123', 'with the Greek keyboard in small letters'],
    ['ΣΥΝΔΡΟΜΗRF780000000123480,00EUR', 'with text at both sides'],
    ['MEDCLOUD RF7800000 00123', 'broken by the end of a line'],
    ['PRF780000000123', 'behind other letters'],
    ['RFRF780000000123', 'written twice'],
  ])('finds %s (%s)', (text) => {
    expect(rfs(text)).toEqual([rf]);
  });

  it.each(['RF780000000124', 'RF790000000123', 'RF78000000012', '780000000123', ''])('finds nothing in %s', (text) => {
    expect(rfs(text)).toEqual([]);
  });

  it('prefers the field made for the reference, and reads the text where that is not ours', () => {
    expect(rfs('RF780000000123', 'RF51 0000000124')).toEqual(['RF510000000124']);
    expect(rfs('RF780000000123', '2026/17')).toEqual([rf]);
    expect(rfs('', 'RF780000000123')).toEqual([rf]);
  });

  it('finds two references', () => {
    expect(rfs('RF780000000123 RF510000000124')).toEqual([rf, 'RF510000000124']);
  });

  const numbers = (text: string) => findReferences({ text, creditorReference: null }, ['A', 'TEST']).numbers;
  it.each(['A-2026-000123', 'a 2026 123', 'ΤΙΜΟΛΟΓΙΟ Α-2026-000123', 'A2026000123', '(A/2026/123)'])(
    'finds the document number in %s',
    (text) => {
      expect(numbers(text)).toEqual([{ series: 'A', year: 2026, number: 123 }]);
    },
  );

  it.each(['ABA-2026-123', '2026-123', 'A-1999-123', 'B-2026-123'])('finds no document number in %s', (text) => {
    expect(numbers(text)).toEqual([]);
  });
});
