import { expect, it } from 'vitest';
import { churnOf, monthLabel, twoYearsUntil } from './figures.ts';

it('shows the shares that ended, and a dash without accounts', () => {
  const row = { startAccounts: 40, startCents: 10_000, endedAccounts: 1, endedCents: 1_500 };
  expect(churnOf(row, 'en')).toEqual({ accounts: '2.5%', cents: '15%' });
  expect(churnOf({ ...row, startAccounts: 0, startCents: 0 }, 'el')).toEqual({ accounts: '–', cents: '–' });
});

it('names months, and covers 24 of them with the running one', () => {
  expect(monthLabel('2026-11', 'en')).toBe('Nov 2026');
  expect(twoYearsUntil('2026-11-28')).toEqual({ from: '2024-12-01', to: '2026-11-28' });
});
