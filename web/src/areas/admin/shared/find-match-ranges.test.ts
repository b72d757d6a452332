import { describe, expect, it } from 'vitest';
import { findMatchRanges } from './find-match-ranges.ts';

describe('what a search of users matched', () => {
  it('is found whatever the capitals', () => {
    expect(findMatchRanges('MCDEMO01', 'demo')).toEqual([[2, 6]]);
    expect(findMatchRanges('k.makris@example.gr', 'MAKRIS')).toEqual([[2, 8]]);
  });

  it('is nothing without a search, or elsewhere', () => {
    expect(findMatchRanges('MCDEMO01', '')).toEqual([]);
    expect(findMatchRanges('MCDEMO01', 'ferrari')).toEqual([]);
  });
});
