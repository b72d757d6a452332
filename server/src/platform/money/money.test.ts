import { splitVat } from '@medcloud/contract';
import { formatVatNumber, parseVatNumber } from '@medcloud/contract/vat-number';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { groupByFour } from './check-digits.ts';
import { formatEuros, formatRate } from './format-money.ts';
import { parseIban } from './iban.ts';
import { toSvgPath } from './qr-code.ts';
import { createRf, parseRf } from './rf.ts';
import { createTransferQr } from './transfer-qr.ts';

describe('splitVat', () => {
  it.each([
    [48_000, 2_400, 38_710],
    [14_997, 2_400, 12_094],
    [54_000, 2_400, 43_548],
    [180_000, 2_400, 145_161],
    [48_000, 0, 48_000],
    [201, 10_000, 101],
  ])('splits %i cents at %i basis points into a net of %i', (gross, rate, netCents) => {
    expect(splitVat(gross, rate)).toEqual({ netCents, vatCents: gross - netCents });
  });

  it('stays within a cent of rate times net for every charge up to 1,000 euros', () => {
    for (let gross = 1; gross <= 100_000; gross += 1)
      for (const rate of [1_700, 2_100, 2_400, 2_550]) {
        const { netCents, vatCents } = splitVat(gross, rate);
        if (Math.abs(vatCents - (netCents * rate) / 10_000) > 1) expect([gross, rate, vatCents]).toBeNull();
      }
  });
});

describe('formatEuros and formatRate', () => {
  it('writes amounts and rates as each language does', () => {
    expect([formatEuros(48_000, 'en'), formatEuros(48_000, 'el')]).toEqual(['€480.00', '480,00\u00a0€']);
    expect([formatRate(2_550, 'en'), formatRate(2_400, 'el')]).toEqual(['25.5%', '24%']);
  });
});

describe('parseIban', () => {
  it('reads blanks and small letters', () => {
    expect(parseIban(' gr16 0110 1250 0000 0001 2300 695')).toBe('GR1601101250000000012300695');
    expect(parseIban('DE89370400440532013000')).toBe('DE89370400440532013000');
  });

  it.each([
    '',
    'GR16',
    'GR1601101250000000012300696',
    'DE8937040044053201300',
    'US1601101250000000012300695',
    'GR16-0110',
  ])('rejects %j', (text) => expect(parseIban(text)).toBeNull());
});

describe('createRf and parseRf', () => {
  it('writes ten digits after the check digits and reads them in groups, with Greek letters too', () => {
    const rf = createRf(1_234);
    expect(rf).toMatch(/^RF\d\d0000001234$/);
    for (const text of [rf, groupByFour(rf), rf.toLowerCase(), rf.replace('RF', 'ΡΦ'), rf.replace('RF', 'ρφ')])
      expect(parseRf(text)).toBe(rf);
    expect(groupByFour(rf)).toMatch(/^RF\d\d 0000 0012 34$/);
  });

  it('rejects each wrong digit and each exchange of neighbors', () => {
    const rf = createRf(9_876_543_210);
    for (let at = 2; at < rf.length; at += 1) {
      for (const digit of '0123456789')
        if (digit !== rf[at]) expect(parseRf(rf.slice(0, at) + digit + rf.slice(at + 1))).toBeNull();
      const swapped = rf.slice(0, at) + rf.slice(at + 1, at + 2) + rf.slice(at, at + 1) + rf.slice(at + 2);
      if (swapped !== rf) expect(parseRf(swapped)).toBeNull();
    }
  });

  it('rejects a number beyond ten digits', () => {
    expect(createRf(9_999_999_999)).toHaveLength(14);
    expect(() => createRf(10_000_000_000)).toThrow(RangeError);
    expect(() => createRf(1.5)).toThrow(RangeError);
  });
});

describe('parseVatNumber', () => {
  it.each([
    ['EL 094014201', 'GR', '094014201'],
    ['094014201', 'GR', '094014201'],
    ['de 123 456 789', 'DE', '123456789'],
    ['ATU12345678', 'AT', 'U12345678'],
    ['FR40303265045', 'FR', '40303265045'],
    ['NL004495445B01', 'NL', '004495445B01'],
    ['CHE-123.456.788', 'CH', 'CHE123456788'],
  ])('reads %s of %s', (text, country, number) => expect(parseVatNumber(text, country)).toBe(number));

  it.each([
    ['094014202', 'GR'],
    ['000000000', 'GR'],
    ['DE123456789', 'GR'],
    ['GR094014201', 'GR'],
    ['EL094014201', 'DE'],
    ['12345678', 'DE'],
    ['', 'DE'],
    [' ', 'US'],
  ])('rejects %j of %s', (text, country) => expect(parseVatNumber(text, country)).toBeNull());

  it('rejects each other last digit of a Greek number', () => {
    const valid = Array.from({ length: 10 }, (_, digit) => parseVatNumber(`09401420${digit}`, 'GR'));
    expect(valid.filter((number) => number !== null)).toEqual(['094014201']);
  });

  it('formats the prefix that is printed', () => {
    expect(formatVatNumber('GR', '094014201')).toBe('EL094014201');
    expect(formatVatNumber('FI', '12345678')).toBe('FI12345678');
    expect(formatVatNumber('CH', 'CHE123456788')).toBe('CHE123456788');
  });
});

describe('createTransferQr', () => {
  const transfer = {
    holder: 'Example AE',
    iban: 'GR1601101250000000012300695',
    bic: null,
    cents: 48_005,
    rf: createRf(1),
  };

  it('encodes the lines of a transfer by EPC069-12', () => {
    const text = `BCD\n002\n1\nSCT\n\nExample AE\nGR1601101250000000012300695\nEUR480.05\n\n${transfer.rf}`;
    const { size, data } = encode(text, { ecc: 'M', boostEcc: false, border: 4 });
    const { runs, ...code } = createTransferQr(transfer);
    expect(code.size).toBe(size);
    const drawn = data.map((row) => row.map(() => false));
    for (const { x, y, width } of runs) drawn[y]?.fill(true, x, x + width);
    expect(drawn).toEqual(data);
  });

  it('writes a path of all runs', () => {
    const runs = [
      { x: 4, y: 4, width: 7 },
      { x: 12, y: 4, width: 1 },
    ];
    expect(toSvgPath({ size: 20, runs })).toBe('M4 4h7v1h-7zM12 4h1v1h-1z');
  });
});
