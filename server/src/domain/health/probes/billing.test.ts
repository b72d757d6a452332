import { expect, it } from 'vitest';
import type { BillingSettings } from '../../../platform/config/billing/billing-settings.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { ShiftableClock } from '../../../platform/time/clock.ts';
import type { FiscalTrouble } from '../../billing/fiscal/count-trouble.ts';
import { billingProbe } from './billing.ts';

const seller = { OPERATOR_VAT: 'EL094014201', OPERATOR_LEGAL_NAME: 'Example AE', OPERATOR_ADDRESS: '1 Ermou, Athens' };
const none = { rejected: 0, late: 0, unknown: 0, isUnasked: false };
const good = { ledgerCents: 0, brokenSeries: 0 };
type Trouble = FiscalTrouble & { undecided?: number };
const createProbe = (billing: BillingSettings, trouble: Trouble, addUpBooks = async () => good) => {
  const reads = {
    hasProvider: false,
    countTrouble: async () => trouble,
    countUndecided: async () => trouble.undecided ?? 0,
    addUpBooks,
  };
  return billingProbe(billing, reads, new ShiftableClock());
};
const bank = { BANK_IBAN: 'GR1601101250000000012300695', BANK_HOLDER: 'Example AE' };

it.each([
  [{}, 'billing-off'],
  [bank, 'billing-off'],
  [seller, 'billing-no-account'],
  [{ ...seller, ...bank }, 'billing-unconfirmed'],
  [{ ...seller, ...bank, OPERATOR_TAX_CONFIRMED: 'on' }, 'billing-well'],
])('finds with %o %s', async (environment, code) => {
  const { billing } = readConfig({ PUBLIC_URL: 'https://portal.example.com', ...environment });
  const probe = createProbe(billing, none);
  expect(await probe.check(AbortSignal.timeout(60_000))).toEqual({ code, params: {} });
});

it.each([
  [
    { ...none, unknown: 3, isUnasked: true, rejected: 1 },
    { code: 'fiscal-behind', params: { count: 3 } },
  ],
  [
    { ...none, isUnasked: true, late: 1 },
    { code: 'fiscal-unasked', params: {} },
  ],
  [
    { ...none, rejected: 2, late: 1 },
    { code: 'fiscal-rejected', params: { count: 2 } },
  ],
  [
    { ...none, late: 1, undecided: 1 },
    { code: 'fiscal-late', params: { count: 1 } },
  ],
  [
    { ...none, undecided: 3 },
    { code: 'bank-lines-old', params: { count: 3 } },
  ],
])('finds with %o %o', async (trouble, finding) => {
  const { billing } = readConfig({ PUBLIC_URL: 'https://portal.example.com', ...seller, ...bank });
  const probe = createProbe(billing, trouble);
  expect(await probe.check(AbortSignal.timeout(60_000))).toEqual(finding);
});

it.each([
  [{ ledgerCents: 1, brokenSeries: 1 }, 'books-unbalanced'],
  [{ ledgerCents: 0, brokenSeries: 1 }, 'numbers-missing'],
])('finds with books of %o %s, and adds them up once in ten minutes', async (sums, code) => {
  const { billing } = readConfig({ PUBLIC_URL: 'https://portal.example.com', ...seller, ...bank });
  let count = 0;
  const probe = createProbe(billing, { ...none, rejected: 1 }, async () => {
    count += 1;
    return sums;
  });
  for (let run = 0; run < 2; run += 1) expect(await probe.check(AbortSignal.timeout(60_000))).toMatchObject({ code });
  expect(count).toBe(1);
});
