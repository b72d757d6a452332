import { describe, expect, it } from 'vitest';
import { found } from './found.ts';

describe('what a search of users matched', () => {
  it('is found whatever the capitals', () => {
    expect(found('MCDEMO01', 'demo')).toEqual([[2, 6]]);
    expect(found('k.makris@example.gr', 'MAKRIS')).toEqual([[2, 8]]);
  });

  it('is nothing without a search, or elsewhere', () => {
    expect(found('MCDEMO01', '')).toEqual([]);
    expect(found('MCDEMO01', 'ferrari')).toEqual([]);
  });
});
