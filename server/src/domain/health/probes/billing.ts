import type { Finding } from '@medcloud/contract/operations/health';
import type { BillingSettings } from '../../../platform/config/billing/billing-settings.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { FiscalTrouble } from '../../billing/fiscal/count-trouble.ts';
import type { BookSums } from '../../billing/ledger/add-up-books.ts';
import type { Probe } from '../probe.ts';

export interface BillingReads {
  /** Customers can pay by card. */
  hasProvider: boolean;
  countTrouble: () => Promise<FiscalTrouble>;
  /** Movements of the bank account that have waited for a decision for 7 days. */
  countUndecided: () => Promise<number>;
  addUpBooks: () => Promise<BookSums>;
}

/** Adding the books up reads them whole, and only a change past the triggers makes them wrong. */
const maxSumsAgeMs = 600_000;

/**
 * Reports in production whether the books add up, whether the tax authority has the documents that were issued,
 * whether movements of the bank account wait for a decision, and whether the settings name who issues invoices, where they are paid, and that taxes are confirmed.
 */
export function billingProbe(settings: BillingSettings, reads: BillingReads, clock: Clock): Probe {
  let last: { at: number; sums: BookSums } | undefined;
  const readSums = async () => {
    const at = clock.now().getTime();
    if (last === undefined || at - last.at > maxSumsAgeMs) last = { at, sums: await reads.addUpBooks() };
    return last.sums;
  };
  const check = async () =>
    findFault(await readSums()) ??
    findTrouble(await reads.countTrouble()) ??
    findMissing(settings, reads) ??
    findUndecided(await reads.countUndecided()) ??
    findTaxes(settings);
  return { name: 'billing', failureCode: 'billing-off', check };
}

function findFault({ ledgerCents, brokenSeries }: BookSums): Finding | null {
  if (ledgerCents !== 0) return { code: 'books-unbalanced', params: {} };
  return brokenSeries > 0 ? { code: 'numbers-missing', params: { count: brokenSeries } } : null;
}

function findTrouble({ rejected, late, unknown, isUnasked }: FiscalTrouble): Finding | null {
  if (unknown > 0) return { code: 'fiscal-behind', params: { count: unknown } };
  if (isUnasked) return { code: 'fiscal-unasked', params: {} };
  if (rejected > 0) return { code: 'fiscal-rejected', params: { count: rejected } };
  return late > 0 ? { code: 'fiscal-late', params: { count: late } } : null;
}

function findMissing({ seller, bank }: BillingSettings, { hasProvider }: BillingReads): Finding | null {
  if (seller === null) return { code: 'billing-off', params: {} };
  return bank === null && !hasProvider ? { code: 'billing-no-account', params: {} } : null;
}

function findUndecided(count: number): Finding | null {
  return count > 0 ? { code: 'bank-lines-old', params: { count } } : null;
}

const findTaxes = ({ isTaxConfirmed }: BillingSettings): Finding => ({
  code: isTaxConfirmed ? 'billing-well' : 'billing-unconfirmed',
  params: {},
});
