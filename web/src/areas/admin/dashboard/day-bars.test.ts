import { expect, it } from 'vitest';
import { buildDayBars, countStates } from './day-bars.ts';

const now = Date.parse('2026-11-21T19:42:00Z');
const hour = (at: string, fields: object = {}) => ({
  hour: `2026-11-${at}:00:00.000Z`,
  checks: 12,
  warnings: 0,
  failures: 0,
  slowestMs: 10,
  ...fields,
});

it('returns 24 bars that end with the current hour, and keeps the worst state of each hour', () => {
  const bars = buildDayBars(
    [hour('20T20'), hour('21T08', { failures: 1, slowestMs: 40 }), hour('21T18', { warnings: 2 }), hour('21T19')],
    now,
  );
  expect(bars).toHaveLength(24);
  expect(bars.map(({ state }) => state)).toEqual([
    'ok',
    ...Array(11).fill('none'),
    'failed',
    ...Array(9).fill('none'),
    'warning',
    'ok',
  ]);
  expect(bars.at(-1)).toMatchObject({ hour: Date.parse('2026-11-21T19:00:00Z'), height: 0.25 });
  expect(countStates(bars)).toEqual({ looked: 4, well: 2, warned: 1, failed: 1 });
});

it('leaves out hours before the last 24', () => {
  expect(countStates(buildDayBars([hour('20T19')], now)).looked).toBe(0);
});
