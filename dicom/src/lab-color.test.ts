import { expect, it } from 'vitest';
import { colorOfLab } from './lab-color.ts';

/** Encodes L from 0 to 100, a and b from -128 to 127, as PS3.3 C.10.7.1.1 has it. */
const encode = (l: number, a: number, b: number) =>
  [(l / 100) * 65_535, ((a + 128) / 255) * 65_535, ((b + 128) / 255) * 65_535].map(Math.round) as [
    number,
    number,
    number,
  ];

// The sRGB primaries in CIELab of D50 (Lindbloom, "RGB working space information").
it.each([
  [
    [100, 0, 0],
    [255, 255, 255],
  ],
  [
    [0, 0, 0],
    [0, 0, 0],
  ],
  [
    [54.29, 80.81, 69.89],
    [255, 0, 0],
  ],
  [
    [87.82, -79.27, 80.99],
    [0, 255, 0],
  ],
  [
    [29.57, 68.3, -112.03],
    [0, 0, 255],
  ],
  [
    [53.59, 0, 0],
    [128, 128, 128],
  ],
])('converts %j to %j', ([l = 0, a = 0, b = 0], expected) => {
  for (const [index, value] of colorOfLab(encode(l, a, b)).entries())
    expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThanOrEqual(1);
});
