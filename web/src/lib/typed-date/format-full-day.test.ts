import { describe, expect, it } from 'vitest';
import { formatFullDay, formatMonth, listMonthNames, listWeekdays } from './format-full-day.ts';

describe('formatFullDay', () => {
  it('words the weekday, the day and the month in each language', () => {
    expect(formatFullDay('2026-11-03', 'en')).toBe('Tuesday 3 November 2026');
    expect(formatFullDay('2026-11-03', 'el')).toBe('Τρίτη 3 Νοεμβρίου 2026');
    expect(formatFullDay('2026-11-03', 'el', 'short')).toBe('Τρί 3 Νοε 2026');
  });
});

describe('names of the calendar', () => {
  it('are months in the nominative and weekdays from Monday on', () => {
    expect(formatMonth('2026-02-01', 'el')).toBe('Φεβρουάριος 2026');
    expect(listMonthNames('el')[10]).toBe('Νοέμβριος');
    expect(listWeekdays('en').map(({ long }) => long)[0]).toBe('Monday');
    expect(listWeekdays('el')).toHaveLength(7);
  });
});
