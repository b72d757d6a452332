import { expect, it } from 'vitest';
import { shrinkFactorFor, shrinkGray } from './shrink-gray.ts';

const shades = Uint8Array.from({ length: 256 }, (_, value) => value);

it('takes the mean of the shades of each square and drops the rest of the edges', () => {
  const values = [0, 10, 100, 200, 99, 20, 30, 255, 255, 99, 99, 99, 99, 99, 99];
  const expected = { width: 2, height: 1, channels: 1, pixels: Uint8Array.from([15, 203]) };
  const size = { width: 5, height: 3 };
  expect(shrinkGray({ ...size, pixels: Uint8Array.from(values), shades, shift: 0 }, 2)).toEqual(expected);
  // values in the upper bits, over an overlay
  const pixels = Uint16Array.from(values, (value) => value * 16 + 5);
  expect(shrinkGray({ ...size, pixels, shades, shift: 4 }, 2)).toEqual(expected);
});

it('shrinks by the largest factor that leaves the size, and never below it', () => {
  const size = { width: 128, height: 100 };
  const frames = [
    { width: 512, height: 400 },
    { width: 512, height: 399 },
    { width: 128, height: 100 },
  ];
  expect(frames.map((frame) => shrinkFactorFor(frame, size))).toEqual([4, 3, 1]);
});
