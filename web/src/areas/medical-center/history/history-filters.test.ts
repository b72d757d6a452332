import { describe, expect, it } from 'vitest';
import { withParam } from '../../../app/routing/url-text.ts';
import { endsBeforeStart, historyFilters, isFiltered } from './history-filters.ts';

const read = (address: string) => historyFilters(new URLSearchParams(address));

describe('the filters in the address of the exam history', () => {
  it('reads what is there', () => {
    const filters = read(
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
    expect(endsBeforeStart(filters)).toBe(false);
  });

  it('takes `all`, other spellings and what cannot be as the portal does', () => {
    expect(read('examType=all').examType).toBe('');
    expect(read('examType=petct').examType).toBe('pet-ct');
    expect(read('status=withdrawn').status).toBe('');
    expect(read('examType=mammography&status=lost&dateFrom=2026-02-31&dateTo=soon')).toEqual(read(''));
    expect(isFiltered(read('cursor=1'))).toBe(false);
  });

  it('sees days the wrong way round', () => {
    expect(endsBeforeStart(read('dateFrom=2026-02-01&dateTo=2026-01-31'))).toBe(true);
    expect(endsBeforeStart(read('dateFrom=2026-02-01'))).toBe(false);
  });

  it('changes one parameter and leaves the others', () => {
    const before = new URLSearchParams('examType=ct&dateFrom=2026-01-01');
    expect(withParam(before, 'examType', '').toString()).toBe('dateFrom=2026-01-01');
    expect(withParam(before, 'patientSearch', 'ζωή').get('patientSearch')).toBe('ζωή');
    expect(before.toString()).toBe('examType=ct&dateFrom=2026-01-01');
  });
});
