import { describe, expect, it } from 'vitest';
import { parseEuros } from './euro-amount.ts';

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
    ['1.800,00', null],
    ['', null],
  ])('parses %j to %s cents', (text, cents) => expect(parseEuros(text)).toBe(cents));
});
