import { describe, expect, it } from 'vitest';
import { isPhoneLike, parseMobile, parsePhone } from './phone.ts';

describe('parseMobile', () => {
  it.each([
    ['+306900000001', '+306900000001'],
    ['6900000001', '+306900000001'],
    ['690 000 0001', '+306900000001'],
    ['690-000-0001', '+306900000001'],
    ['06900000001', '+306900000001'],
    ['306900000001', '+306900000001'],
    ['00306900000001', '+306900000001'],
    ['+30 0690 000 0001', '+306900000001'],
    ['+4915112345678', '+4915112345678'],
    ['+12025550143', '+12025550143'],
    ['+393331234567', '+393331234567'],
    ['393331234567', '+393331234567'],
    ['00393331234567', '+393331234567'],
    ['4915112345678', '+4915112345678'],
    ['447911123456', '+447911123456'],
    ['33 6 12 34 56 78', '+33612345678'],
    ['+2399041400', '+2399041400'],
  ])('parses %s as %s', (typed, number) => expect(parseMobile(typed)).toBe(number));

  it.each(['2105550100', '+302105550100', '00302105550100', '123', 'abc', '', '+30690000'])(
    'returns null for %j: a fixed line or no number',
    (typed) => expect(parseMobile(typed)).toBeNull(),
  );

  // with a leading `+` these would be mobiles of São Tomé, Egypt, Sri Lanka and others
  it.each(['2399041400', '02399041400', '2510422242', '2310 550 100', '2610-550-100', '2510055010'])(
    'returns null for the Greek fixed line %j and does not parse it as a foreign mobile',
    (typed) => expect(parseMobile(typed)).toBeNull(),
  );

  it.each([
    ['premium', '+30 909 123 4567'],
    ['premium', '+1 900 234 5678'],
    ['shared cost', '+30 801 123 4567'],
    ['personal', '+44 70 1234 5678'],
    ['personal', '700 123 4567'],
    ['satellite', '+881 612345678'],
    ['satellite', '00870 773111632'],
    ['international network', '+882 1312345678'],
    ['international network', '+883510012345678'],
    ['international premium', '+979 123456789'],
    ['toll-free', '+800 12345678'],
  ])('refuses a %s number such as %s by its kind', (_kind, typed) => {
    expect(parsePhone(typed)).toEqual({ number: null, reason: 'kind-refused' });
  });

  it('distinguishes a complete number from a name', () => {
    expect(isPhoneLike('690 000 0001')).toBe(true);
    expect(isPhoneLike('Μαρία')).toBe(false);
    expect(isPhoneLike('690')).toBe(false);
  });
});
