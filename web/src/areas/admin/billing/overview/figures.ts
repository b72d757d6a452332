import type { Language } from '@medcloud/contract/languages';
import type { BillingFigures } from '@medcloud/contract/shapes/billing/accounts';

/** Returns the days of 24 months that end with the month of a day. */
export function twoYearsUntil(today: string): { from: string; to: string } {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return { from: new Date(Date.UTC(year, month - 24, 1)).toISOString().slice(0, 10), to: today };
}

/** Writes a month `YYYY-MM`: "Nov 2026". */
export function monthLabel(month: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

/** Returns which share of the month's first accounts, and of what they bring, is gone: "2.5 %", or a dash without any. */
export function churnOf(
  row: Pick<BillingFigures['months'][number], 'startAccounts' | 'startCents' | 'endedAccounts' | 'endedCents'>,
  language: Language,
): { accounts: string; cents: string } {
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const share = (ended: number, started: number) => (started === 0 ? '–' : format.format(ended / started));
  return {
    accounts: share(row.endedAccounts, row.startAccounts),
    cents: share(row.endedCents, row.startCents),
  };
}
