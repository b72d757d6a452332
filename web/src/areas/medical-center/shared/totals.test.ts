import { describe, expect, it } from 'vitest';
import { readTotal } from './totals.ts';

describe('the count of a list', () => {
  it('is exact up to 1000 and says when there are more', () => {
    expect(readTotal('0')).toEqual({ count: 0, isMore: false });
    expect(readTotal('1000')).toEqual({ count: 1000, isMore: false });
    expect(readTotal('1000+')).toEqual({ count: 1000, isMore: true });
    expect(readTotal(null)).toEqual({ count: 0, isMore: false });
  });
});
