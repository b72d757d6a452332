import { describe, expect, it } from 'vitest';
import { addDays, addMonths, clampDay, listWeeks, moveDay, weekdayOf } from './calendar-days.ts';

describe('calendar days', () => {
  it('cross months, years and the change to summer time', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30');
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  });

  it('take the last day of a shorter month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2024-02-29', -12)).toBe('2023-02-28');
    expect(addMonths('2026-11-03', 14)).toBe('2028-01-03');
  });

  it('start the week on Monday', () => {
    expect(weekdayOf('2026-11-02')).toBe(0);
    expect(weekdayOf('2026-11-01')).toBe(6);
  });

  it('stay within the limits', () => {
    expect(clampDay('2026-11-03', '2026-11-10', '2026-11-20')).toBe('2026-11-10');
    expect(clampDay('2026-11-30', '2026-11-10', '2026-11-20')).toBe('2026-11-20');
  });
});

describe('listWeeks', () => {
  it('lists all days of a month once, in full weeks', () => {
    const weeks = listWeeks('2026-11-17');
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks.flat().filter((day) => day !== null)).toHaveLength(30);
    expect(listWeeks('2021-02-01')).toHaveLength(4);
  });
});

describe('moveDay', () => {
  it.each([
    ['ArrowLeft', false, '2026-11-17'],
    ['ArrowRight', false, '2026-11-19'],
    ['ArrowUp', false, '2026-11-11'],
    ['ArrowDown', false, '2026-11-25'],
    ['Home', false, '2026-11-16'],
    ['End', false, '2026-11-22'],
    ['PageUp', false, '2026-10-18'],
    ['PageDown', false, '2026-12-18'],
    ['PageUp', true, '2025-11-18'],
    ['PageDown', true, '2027-11-18'],
    ['Enter', false, undefined],
  ])('moves by %s (shift: %s) from 18 November to %s', (key, isShift, day) => {
    expect(moveDay('2026-11-18', key, isShift)).toBe(day);
  });
});
