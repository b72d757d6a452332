import { describe, expect, it } from 'vitest';
import { cardBrand, caretAfter, formatCardNumber, formatCvv, formatExpiry } from './card.ts';

describe('card formatters', () => {
  it('groups the number in fours as it is typed, 19 characters at most', () => {
    expect(formatCardNumber('4242')).toBe('4242');
    expect(formatCardNumber('42424')).toBe('4242 4');
    expect(formatCardNumber('4242-4242 x4242424299')).toBe('4242 4242 4242 4242');
    expect(formatCardNumber('4242 4242 4242 4242')).toHaveLength(19);
  });

  it('formats the expiry as MM/YY', () => {
    expect(formatExpiry('12')).toBe('12');
    expect(formatExpiry('123')).toBe('12/3');
    expect(formatExpiry('12/30')).toBe('12/30');
    expect(formatExpiry('1230 9')).toBe('12/30');
    expect(formatExpiry('12/')).toBe('12');
  });

  it('keeps at most four digits of the cvv', () => {
    expect(formatCvv('12a345')).toBe('1234');
  });

  it('keeps the caret behind the typed digit', () => {
    expect(caretAfter('4242 4242', 5)).toBe(6);
    expect(caretAfter('4242 4242', 4)).toBe(4);
    expect(caretAfter('12/3', 0)).toBe(0);
    expect(caretAfter('12/3', 9)).toBe(4);
  });

  it('returns the network by its first digits', () => {
    expect(cardBrand('4242 42')).toBe('Visa');
    expect(cardBrand('5555 5555')).toBe('Mastercard');
    expect(cardBrand('2221 0000')).toBe('Mastercard');
    expect(cardBrand('2720 9999')).toBe('Mastercard');
    expect(cardBrand('3782 82')).toBe('American Express');
    expect(cardBrand('9999')).toBeUndefined();
  });
});
