import { expect, it } from 'vitest';
import { intervalBetween } from './interval.ts';

it.each([
  ['2025-01-15', '2026-03-20', { years: 1, months: 2, days: 0 }],
  ['2025-01-15', '2026-03-14', { years: 1, months: 1, days: 0 }],
  ['2025-03-12', '2026-03-12', { years: 1, months: 0, days: 0 }],
  ['2026-01-31', '2026-02-28', { years: 0, months: 1, days: 0 }],
  ['2026-02-01', '2026-02-20', { years: 0, months: 0, days: 19 }],
  ['2026-02-20', '2026-02-20', { years: 0, months: 0, days: 0 }],
  ['2024-02-29', '2026-02-28', { years: 2, months: 0, days: 0 }],
])('from %s to %s', (from, to, interval) => {
  expect(intervalBetween(from, to)).toEqual(interval);
});
