import { describe, expect, it } from 'vitest';
import { dayAfter } from '../../../platform/time/days.ts';
import { addMonths, doctorSubscriptionStatus, endOfPeriod, extendEnd, shownStatus } from './subscription-period.ts';

describe('shownStatus and doctorSubscriptionStatus', () => {
  const from = (start: string, status = 'active') => ({ status, start, end: '2027-11-20' });

  it('returns pending before the first day of an active subscription', () => {
    const future = from('2026-11-22');
    expect([shownStatus(future, '2026-11-21'), doctorSubscriptionStatus(future, '2026-11-21')]).toEqual([
      'pending',
      'pending',
    ]);
    expect([shownStatus(future, '2026-11-22'), doctorSubscriptionStatus(future, '2026-11-22')]).toEqual([
      'active',
      'active',
    ]);
  });

  it('returns the stored status before the first day if an administrator set another than active', () => {
    for (const status of ['inactive', 'expired'] as const) {
      expect(shownStatus(from('2026-11-22', status), '2026-11-21')).toBe(status);
      expect(doctorSubscriptionStatus(from('2026-11-22', status), '2026-11-21')).toBe('inactive');
    }
  });
});

describe('endOfPeriod and extendEnd', () => {
  it.each([
    ['2026-11-21', 12, '2027-11-20'],
    ['2027-01-01', 1, '2027-01-31'],
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-01-30', 1, '2027-02-28'],
    ['2027-01-29', 1, '2027-02-28'],
    ['2027-01-28', 1, '2027-02-27'],
    ['2027-08-31', 1, '2027-09-30'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2027-01-31', 12, '2028-01-30'],
  ])('ends a period from %s over %i months on %s', (start, months, end) =>
    expect(endOfPeriod(start, months)).toBe(end),
  );

  it('ends on the same day by single months, by quarters and by years, from any day of four years', () => {
    for (let start = '2027-01-01'; start < '2031-01-01'; start = dayAfter(start)) {
      for (const step of [1, 3, 6]) {
        let end = endOfPeriod(start, step);
        for (let months = step; months < 24; months += step) end = extendEnd({ start, end }, step);
        expect(end, `${start} by ${step}`).toBe(endOfPeriod(start, 24));
      }
    }
  });

  it('continues from the day after an end that an administrator set', () => {
    expect(extendEnd({ start: '2026-11-05', end: '2027-03-15' }, 1)).toBe('2027-04-15');
    expect(extendEnd({ start: '2026-11-05', end: '2027-03-31' }, 3)).toBe('2027-06-30');
    expect(extendEnd({ start: '2026-11-05', end: '2026-11-05' }, 1)).toBe('2026-12-05');
  });

  it('ends after the start and within the calendar months for every day of a year', () => {
    for (let day = '2027-01-01'; day < '2028-01-01'; day = dayAfter(day)) {
      expect(endOfPeriod(day, 1) > day).toBe(true);
      expect(endOfPeriod(day, 1) <= addMonths(day, 1)).toBe(true);
    }
  });
});
