import { limits } from '@medcloud/contract';
import { isEuCountry, parseVatNumber } from '@medcloud/contract/vat-number';
import { parseIban } from '../../money/iban.ts';
import { ConfigError } from '../config-error.ts';
import { readSwitch } from '../read-switch.ts';

/** Who issues invoices, as printed on them. */
export interface Seller {
  legalName: string;
  /** ISO 3166. */
  country: string;
  /** `islands`: the place of a business on Greek islands with the reduced rate. */
  region: 'islands' | null;
  /** Without prefix. */
  vatNumber: string;
  taxOffice: string | null;
  /** Number in the business register; in Greece ΓΕΜΗ. */
  registryNumber: string | null;
  address: string;
}

/** Where customers transfer money. */
export interface BankAccount {
  iban: string;
  bic: string | null;
  holder: string;
}

export interface BillingSettings {
  /** Null: its facts are missing, and nothing is issued. */
  seller: Seller | null;
  bank: BankAccount | null;
  /** Codes of the series of document numbers. */
  series: { invoice: string; creditNote: string };
  /** VAT of the buyer's country for consumers of other EU countries (One Stop Shop). */
  hasOss: boolean;
  /** The operator's accountant has confirmed how invoices are taxed. */
  isTaxConfirmed: boolean;
  /** Free days of a doctor from the approval on; 0: none. An administrator may give others. */
  trialDays: number;
}

type Read = (name: string) => string | undefined;

/** Series of documents that are no invoices: those of a portal on loopback. */
const testSeries = { invoice: 'TEST', creditNote: 'TESTP' };

/** Returns whether documents of a series only show what an invoice would be. */
export const isTestSeries = (code: string) => Object.values(testSeries).includes(code);

// Neither number nor account can belong to anybody: both are padded with zeros.
const evaluationSeller: Seller = {
  legalName: 'MedCloud Evaluation',
  country: 'GR',
  region: null,
  vatNumber: '000000012',
  taxOffice: null,
  registryNumber: null,
  address: '1 Example Street, 105 57 Athens',
};
const evaluationBank: BankAccount = { iban: 'GR4000000000000000000000001', bic: null, holder: 'MedCloud Evaluation' };

/**
 * Reads who issues invoices and where they are paid. A portal on loopback issues none: its documents have a series of
 * their own, and a made-up seller if none is set. Throws `ConfigError`.
 */
export function readBillingSettings(read: Read, posture: 'evaluation' | 'production'): BillingSettings {
  const isEvaluation = posture === 'evaluation';
  const seller = readSeller(read);
  const bank = readBankAccount(read);
  const series = readSeries(read);
  return {
    seller: seller ?? (isEvaluation ? evaluationSeller : null),
    bank: bank ?? (isEvaluation ? evaluationBank : null),
    series: isEvaluation ? testSeries : series,
    hasOss: readSwitch(read, 'VAT_OSS'),
    isTaxConfirmed: readSwitch(read, 'OPERATOR_TAX_CONFIRMED'),
    trialDays: readTrialDays(read),
  };
}

function readSeller(read: Read): Seller | null {
  const country = (read('OPERATOR_COUNTRY') ?? 'GR').toUpperCase();
  if (!isEuCountry(country))
    throw new ConfigError('OPERATOR_COUNTRY', `${country} is not the code of a country of the EU, such as GR.`);
  const region = readRegion(read, country);
  const [legalName, taxOffice, registryNumber, address, vat] = [
    'LEGAL_NAME',
    'TAX_OFFICE',
    'REGISTRY',
    'ADDRESS',
    'VAT',
  ].map((part) => read(`OPERATOR_${part}`));
  if (vat === undefined) return null;
  const vatNumber = parseVatNumber(vat, country);
  if (vatNumber === null)
    throw new ConfigError(
      'OPERATOR_VAT',
      `${vat} is not a VAT number of ${country}. Compare it with your registration.`,
    );
  if (legalName === undefined || address === undefined)
    throw new ConfigError(
      'OPERATOR_VAT',
      'invoices also name the business and its address: set OPERATOR_LEGAL_NAME and OPERATOR_ADDRESS.',
    );
  const optional = { taxOffice: taxOffice ?? null, registryNumber: registryNumber ?? null };
  return { legalName, country, region, vatNumber, ...optional, address };
}

function readRegion(read: Read, country: string): 'islands' | null {
  const region = read('OPERATOR_REGION');
  if (region === undefined) return null;
  if (region !== 'islands' || country !== 'GR')
    throw new ConfigError('OPERATOR_REGION', `only islands is known, for OPERATOR_COUNTRY GR. Unset it elsewhere.`);
  return region;
}

function readBankAccount(read: Read): BankAccount | null {
  const [text, bic] = [read('BANK_IBAN'), read('BANK_BIC')];
  const holder = read('BANK_HOLDER') ?? read('OPERATOR_NAME');
  if (bic !== undefined && !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic))
    throw new ConfigError('BANK_BIC', `${bic} is not a BIC, which has 8 or 11 capitals and digits.`);
  if (text === undefined) return null;
  const iban = parseIban(text);
  if (iban === null)
    throw new ConfigError('BANK_IBAN', `${text} is not an IBAN. Compare its length and digits with the bank's.`);
  if (holder === undefined)
    throw new ConfigError(
      'BANK_IBAN',
      'a transfer also needs the name of the account: set BANK_HOLDER or OPERATOR_NAME.',
    );
  return { iban, bic: bic ?? null, holder };
}

function readTrialDays(read: Read): number {
  const text = read('TRIAL_DAYS') ?? '0';
  const days = Number(text);
  if (!/^\d{1,2}$/.test(text) || days > limits.trialDaysMax)
    throw new ConfigError('TRIAL_DAYS', `${text} is no number of days from 0 to ${limits.trialDaysMax}.`);
  return days;
}

function readSeries(read: Read): BillingSettings['series'] {
  const creditNote = 'P';
  const invoice = read('INVOICE_SERIES') ?? 'A';
  if (!/^[A-Z0-9]{1,10}$/.test(invoice) || invoice === creditNote || isTestSeries(invoice))
    throw new ConfigError(
      'INVOICE_SERIES',
      `${invoice} is no series of invoices. Use 1 to 10 capitals and digits; P is the series of credit notes, TEST of trials.`,
    );
  return { invoice, creditNote };
}
