import { describe, expect, it } from 'vitest';
import { decideTax, type TaxBuyer, type TaxRate, type TaxSeller } from './decide-tax.ts';

const day = '2026-11-28';
const always = { region: null, mydataCategory: null, fromDay: '2020-01-01', toDay: null };
const rates: readonly TaxRate[] = [
  { ...always, country: 'GR', basisPoints: 2_400, mydataCategory: 1 },
  { ...always, country: 'GR', region: 'islands', basisPoints: 1_700, mydataCategory: 4 },
  { ...always, country: 'FI', basisPoints: 2_400, toDay: '2024-08-31' },
  { ...always, country: 'FI', basisPoints: 2_550, fromDay: '2024-09-01' },
];
const seller: TaxSeller = { country: 'GR', region: null, hasOss: false };
const islands: TaxSeller = { ...seller, region: 'islands' };
const oss: TaxSeller = { ...seller, hasOss: true };

const unchecked = { vatState: 'unchecked', vatCheckedOn: null } as const;
const person = (country: string): TaxBuyer => ({ kind: 'person', country, vatNumber: null, ...unchecked });
const business = (country: string): TaxBuyer => ({ ...person(country), kind: 'business', vatNumber: '094014201' });
const checked = (country: string, vatState: TaxBuyer['vatState'], vatCheckedOn: string | null): TaxBuyer => ({
  ...business(country),
  vatState,
  vatCheckedOn,
});

describe('decideTax', () => {
  it.each<[string, TaxSeller, TaxBuyer, string]>([
    ['a Greek business', seller, business('GR'), 'home_business 2400 GR 1 - 2.1 E3_561_001'],
    ['a Greek person', seller, person('GR'), 'home_person 2400 GR 1 - 11.2 E3_561_003'],
    [
      'a Greek business without a number',
      seller,
      { ...business('GR'), vatNumber: null },
      'home_person 2400 GR 1 - 11.2 E3_561_003',
    ],
    ['a Greek business, seller on an island', islands, business('GR'), 'home_business 1700 GR 4 - 2.1 E3_561_001'],
    ['a Greek business, with OSS', oss, business('GR'), 'home_business 2400 GR 1 - 2.1 E3_561_001'],
    ['a number valid that day', seller, checked('FI', 'valid', day), 'eu_reverse 0 GR 7 4 2.2 E3_561_005'],
    ['the same, with OSS', oss, checked('FI', 'valid', day), 'eu_reverse 0 GR 7 4 2.2 E3_561_005'],
    [
      'a number valid the day before',
      seller,
      checked('FI', 'valid', '2026-11-27'),
      'eu_consumer 2400 GR 1 - 11.2 E3_561_003',
    ],
    ['a number that VIES refuses', seller, checked('FI', 'invalid', day), 'eu_consumer 2400 GR 1 - 11.2 E3_561_003'],
    [
      'a number that VIES cannot check',
      seller,
      checked('FI', 'unavailable', day),
      'eu_consumer 2400 GR 1 - 11.2 E3_561_003',
    ],
    ['a number never checked', seller, business('FI'), 'eu_consumer 2400 GR 1 - 11.2 E3_561_003'],
    [
      'a person whose number is valid',
      seller,
      { ...checked('FI', 'valid', day), kind: 'person' },
      'eu_consumer 2400 GR 1 - 11.2 E3_561_003',
    ],
    ['an EU consumer, seller on an island', islands, person('FI'), 'eu_consumer 1700 GR 4 - 11.2 E3_561_003'],
    ['an EU consumer, with OSS', oss, person('FI'), 'eu_consumer 2550 FI 7 30 11.2 E3_561_003'],
    ['a Swiss business', seller, checked('CH', 'valid', day), 'outside_eu 0 GR 7 4 2.3 E3_561_006'],
    ['a British person, with OSS', oss, person('GB'), 'outside_eu 0 GR 7 4 2.3 E3_561_006'],
  ])('decides for %s', (_, from, buyer, expected) => {
    const tax = decideTax(from, buyer, { day, rates });
    const code = [tax.taxCase, tax.basisPoints, tax.rateCountry, tax.mydataCategory, tax.exemption ?? '-'];
    expect([...code, tax.documentType, tax.incomeType].join(' ')).toBe(expected);
    expect(tax.isOss).toBe(tax.rateCountry !== 'GR');
  });

  it('takes the rate of the day, its first and last day included', () => {
    const rateOn = (on: string) => decideTax(oss, person('FI'), { day: on, rates }).basisPoints;
    expect(['2024-08-31', '2024-09-01'].map(rateOn)).toEqual([2_400, 2_550]);
  });

  it('throws for a day without a rate', () => {
    expect(() => decideTax(seller, person('GR'), { day: '2019-12-31', rates })).toThrow(/no VAT rate of GR/);
    expect(() => decideTax(oss, person('DE'), { day, rates })).toThrow(/no VAT rate of DE/);
  });
});
