import { describe, expect, it } from 'vitest';
import { dayOf, formatDay, formatExact, formatLongDay, formatTime, formatZone, yearsBetween } from './dates.ts';

describe('dates.ts', () => {
  it('formats a day without a zone identically in every zone', () => {
    expect(formatDay('1968-03-03', 'en')).toBe('3 Mar 1968');
    expect(formatDay('2026-09-14', 'en')).toBe('14 Sep 2026');
    expect(formatDay('1968-03-03', 'el')).toBe('3/3/1968');
  });

  it('formats long days with the month’s name', () => {
    expect(formatLongDay('2026-12-21', 'en')).toBe('21 December 2026');
    expect(formatLongDay('2026-12-21', 'el')).toBe('21 Δεκεμβρίου 2026');
  });

  it('formats times with 24 hours, and exact times with seconds', () => {
    const moment = new Date(2026, 10, 21, 0, 5, 7);
    expect(formatTime(moment)).toBe('00:05');
    expect(formatExact(moment, 'el')).toBe('21/11/2026, 00:05:07');
    expect(formatExact(moment, 'en')).toBe('21 Nov 2026, 00:05:07');
    expect(dayOf(moment)).toBe('2026-11-21');
  });

  it('formats a time zone as its name, independent of the season', () => {
    expect(formatZone('Europe/Athens', 'en')).toBe('Eastern European Time');
    expect(formatZone('Europe/Athens', 'el')).toBe('Ώρα Ανατολικής Ευρώπης');
    expect(formatZone('Europe/Berlin', 'en')).toBe('Central European Time');
  });

  it('counts whole years', () => {
    expect(yearsBetween('1968-03-03', '2026-03-02')).toBe(57);
    expect(yearsBetween('1968-03-03', '2026-03-03')).toBe(58);
  });
});
