import { expect, it } from 'vitest';
import { findRuns } from './scroll-track.tsx';

it('joins neighboring numbers into runs', () => {
  expect(findRuns(new Set([7, 1, 3, 2, 8]))).toEqual([
    { from: 1, to: 3 },
    { from: 7, to: 8 },
  ]);
});
