import { describe, expect, it } from 'vitest';
import { euroAmount, parseEuros } from './euro-amount.ts';

describe('parseEuros', () => {
  it.each([
    ['480', 48_000],
    ['480.5', 48_050],
    [' 480,00 ', 48_000],
    ['0,01', 1],
    ['480,005', null],
    ['-1', null],
    ['1e3', null],
    ['0', null],
    ['1.800,00', 180_000],
    ['1,800.00', 180_000],
    ['1.800,00 €', 180_000],
    ['€1,800.5', 180_050],
    ['12.345.678,90', 1_234_567_890],
    ['1,234,567', 123_456_700],
    // thousands in one language, decimals in the other
    ['1.800', null],
    ['1,800', null],
    ['0.480', null],
    ['1.800.00', null],
    ['1,800,00', null],
    ['1.800,000', null],
    ['18.00,00', null],
    ['1800.000', null],
    ['1.8000', null],
    ['123.456.789,00', null],
    ['', null],
  ])('parses %j to %s cents', (text, cents) => expect(parseEuros(text)).toBe(cents));
});

describe('euroAmount', () => {
  it.each([
    ['1.800', 'amount_ambiguous'],
    [' 1,800 €', 'amount_ambiguous'],
    ['1.80.0', 'amount_invalid'],
    ['', 'amount_invalid'],
  ])('refuses %j as %s', (text, code) =>
    expect(euroAmount.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([code]),
  );

  it('gives cents', () => expect(euroAmount.parse('1.800,00')).toBe(180_000));
});
