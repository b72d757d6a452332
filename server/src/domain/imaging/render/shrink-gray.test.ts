import { expect, it } from 'vitest';
import { shrinkGray } from './shrink-gray.ts';

it('takes the mean of each square and drops the rest of the edges', () => {
  const pixels = Uint8Array.from([0, 10, 100, 200, 99, 20, 30, 255, 255, 99, 99, 99, 99, 99, 99]);
  expect(shrinkGray({ width: 5, height: 3, channels: 1, pixels }, 2)).toEqual({
    width: 2,
    height: 1,
    channels: 1,
    pixels: Uint8Array.from([15, 203]),
  });
});
