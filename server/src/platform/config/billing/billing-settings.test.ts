import { parseVatNumber } from '@medcloud/contract/vat-number';
import { describe, expect, it } from 'vitest';
import { parseIban } from '../../money/iban.ts';
import { ConfigError, readConfig } from '../config.ts';
import { isTestSeries } from './billing-settings.ts';

const read = (environment: Record<string, string>) => readConfig(environment).billing;
const https = { PUBLIC_URL: 'https://portal.example.com' };
const facts = { OPERATOR_VAT: 'EL094014201', OPERATOR_LEGAL_NAME: 'Example AE', OPERATOR_ADDRESS: '1 Ermou, Athens' };
const bank = { BANK_IBAN: 'GR16 0110 1250 0000 0001 2300 695', OPERATOR_NAME: 'Example' };

describe('readBillingSettings', () => {
  it('makes up a seller and an account on loopback, with a series of their own', () => {
    const { seller, bank: account, series } = read({});
    expect(parseVatNumber(seller?.vatNumber ?? '', 'GR')).toBe(seller?.vatNumber);
    expect(parseIban(account?.iban ?? '')).toBe(account?.iban);
    expect(Object.values(series).every(isTestSeries)).toBe(true);
    expect(read({ ...facts, INVOICE_SERIES: 'B' })).toMatchObject({ seller: { legalName: 'Example AE' }, series });
  });

  it('issues nothing on https until the facts are set', () => {
    expect(read(https)).toEqual({
      seller: null,
      bank: null,
      series: { invoice: 'A', creditNote: 'P' },
      hasOss: false,
      isTaxConfirmed: false,
      trialDays: 0,
    });
    expect(read({ ...https, ...facts, ...bank, VAT_OSS: 'on', OPERATOR_TAX_CONFIRMED: 'on' })).toEqual({
      seller: {
        ...{ legalName: 'Example AE', country: 'GR', region: null, vatNumber: '094014201' },
        ...{ taxOffice: null, registryNumber: null, address: '1 Ermou, Athens' },
      },
      bank: { iban: 'GR1601101250000000012300695', bic: null, holder: 'Example' },
      series: { invoice: 'A', creditNote: 'P' },
      hasOss: true,
      isTaxConfirmed: true,
      trialDays: 0,
    });
  });

  it.each([
    [{ BANK_IBAN: 'GR1601101250000000012300696' }, /BANK_IBAN: .* is not an IBAN/],
    [{ BANK_IBAN: 'GR1601101250000000012300695' }, /BANK_IBAN: .*BANK_HOLDER/],
    [{ BANK_BIC: 'ETHNGRA' }, /BANK_BIC: .*8 or 11/],
    [{ ...facts, OPERATOR_VAT: 'EL094014202' }, /OPERATOR_VAT: EL094014202 is not a VAT number of GR/],
    [{ OPERATOR_VAT: 'EL094014201' }, /OPERATOR_VAT: .*OPERATOR_LEGAL_NAME/],
    [{ OPERATOR_COUNTRY: 'Greece' }, /OPERATOR_COUNTRY: GREECE/],
    [{ OPERATOR_REGION: 'crete' }, /OPERATOR_REGION: only islands/],
    [{ OPERATOR_REGION: 'islands', OPERATOR_COUNTRY: 'CY' }, /OPERATOR_REGION/],
    [{ VAT_OSS: 'yes' }, /VAT_OSS: yes is neither on nor off/],
    [{ INVOICE_SERIES: 'P' }, /INVOICE_SERIES: P is no series/],
    [{ INVOICE_SERIES: 'Α' }, /INVOICE_SERIES/],
    [{ INVOICE_SERIES: 'TEST' }, /INVOICE_SERIES/],
    [{ TRIAL_DAYS: '91' }, /TRIAL_DAYS: 91 is no number of days from 0 to 90/],
    [{ TRIAL_DAYS: '-1' }, /TRIAL_DAYS/],
  ])('rejects %o with an explanation', (environment, message) => {
    expect(() => read(environment)).toThrow(ConfigError);
    expect(() => read(environment)).toThrow(message);
  });
});
