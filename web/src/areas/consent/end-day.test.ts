import { describe, expect, it } from 'vitest';
import { dayDistance, endDay } from './end-day.ts';

describe('endDay', () => {
  const today = new Date(2026, 10, 21, 10, 42);

  it('counts calendar days across months and years', () => {
    expect(endDay(today, 7)).toBe('2026-11-28');
    expect(endDay(today, 30)).toBe('2026-12-21');
    expect(endDay(today, 90)).toBe('2027-02-19');
    expect(endDay(today, 365)).toBe('2027-11-21');
  });

  it('counts the leap day', () => {
    expect(endDay(new Date(2028, 1, 1, 8), 30)).toBe('2028-03-02');
  });

  it('returns the right day across a clock change', () => {
    // 25 October 2026 has 25 hours in Athens, 28 March 2027 has 23
    expect(endDay(new Date(2026, 9, 24, 0, 5), 1)).toBe('2026-10-25');
    expect(endDay(new Date(2027, 2, 27, 23, 55), 1)).toBe('2027-03-28');
  });
});

describe('dayDistance', () => {
  it('distinguishes today and yesterday from earlier days', () => {
    const now = new Date(2026, 10, 21, 0, 10);
    expect(dayDistance(new Date(2026, 10, 21, 0, 1), now)).toBe('today');
    expect(dayDistance(new Date(2026, 10, 20, 23, 59), now)).toBe('yesterday');
    expect(dayDistance(new Date(2026, 10, 19, 23, 59), now)).toBe('before');
  });
});
