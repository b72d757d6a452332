import { describe, expect, it } from 'vitest';
import { withParam } from '../../../app/routing/url-params.ts';
import { isFiltered, isRangeReversed, parseHistoryFilters } from './history-filters.ts';

const parse = (address: string) => parseHistoryFilters(new URLSearchParams(address));

describe('parseHistoryFilters, isFiltered and isRangeReversed', () => {
  it('parses the filters of the URL', () => {
    const filters = parse(
      'dateFrom=2026-01-01&dateTo=2026-01-31&examType=pet-ct&status=needs-attention&patientSearch=%CF%80%CE%B1%CF%80%CE%B1%CE%B4',
    );
    expect(filters).toEqual({
      dateFrom: '2026-01-01',
      dateTo: '2026-01-31',
      examType: 'pet-ct',
      status: 'needs-attention',
      patientSearch: 'παπαδ',
    });
    expect(isFiltered(filters)).toBe(true);
    expect(isRangeReversed(filters)).toBe(false);
  });

  it('treats `all`, other spellings and invalid values as the server does', () => {
    expect(parse('examType=all').examType).toBe('');
    expect(parse('examType=petct').examType).toBe('pet-ct');
    expect(parse('status=withdrawn').status).toBe('');
    expect(parse('examType=mammography&status=lost&dateFrom=2026-02-31&dateTo=soon')).toEqual(parse(''));
    expect(isFiltered(parse('cursor=1'))).toBe(false);
  });

  it('detects a reversed range of dates', () => {
    expect(isRangeReversed(parse('dateFrom=2026-02-01&dateTo=2026-01-31'))).toBe(true);
    expect(isRangeReversed(parse('dateFrom=2026-02-01'))).toBe(false);
  });

  it('changes one parameter and keeps the others', () => {
    const before = new URLSearchParams('examType=ct&dateFrom=2026-01-01');
    expect(withParam(before, 'examType', '').toString()).toBe('dateFrom=2026-01-01');
    expect(withParam(before, 'patientSearch', 'ζωή').get('patientSearch')).toBe('ζωή');
    expect(before.toString()).toBe('examType=ct&dateFrom=2026-01-01');
  });
});
