import { describe, expect, it } from 'vitest';
import { findMatchRanges } from './find-match-ranges.ts';

describe('findMatchRanges', () => {
  it('finds a match regardless of case', () => {
    expect(findMatchRanges('MCDEMO01', 'demo')).toEqual([[2, 6]]);
    expect(findMatchRanges('k.makris@example.gr', 'MAKRIS')).toEqual([[2, 8]]);
  });

  it('returns no range without a search or without a match', () => {
    expect(findMatchRanges('MCDEMO01', '')).toEqual([]);
    expect(findMatchRanges('MCDEMO01', 'ferrari')).toEqual([]);
  });
});
