import { describe, expect, it } from 'vitest';
import { parseTotal } from './totals.ts';

describe('parseTotal', () => {
  it('returns the exact count up to 1000 and whether there are more', () => {
    expect(parseTotal('0')).toEqual({ count: 0, isMore: false });
    expect(parseTotal('1000')).toEqual({ count: 1000, isMore: false });
    expect(parseTotal('1000+')).toEqual({ count: 1000, isMore: true });
    expect(parseTotal(null)).toEqual({ count: 0, isMore: false });
  });
});
