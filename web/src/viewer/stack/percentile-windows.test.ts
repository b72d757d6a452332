import { describe, expect, it } from 'vitest';
import { percentileWindows } from './percentile-windows.ts';

describe('percentileWindows', () => {
  it('leaves out the lowest and highest values', () => {
    const values = Uint16Array.from({ length: 101 }, (_, value) => (value === 100 ? 60_000 : value));
    expect(percentileWindows(values)).toEqual([
      { low: 1, high: 99, width: 99, center: 50.5 },
      { low: 5, high: 95, width: 91, center: 50.5 },
    ]);
  });

  it('has no window for an image of one value, or without values', () => {
    expect(percentileWindows(new Int16Array(262_144).fill(7))).toEqual([]);
    expect(percentileWindows([])).toEqual([]);
  });

  it('samples a large image evenly', () => {
    const values = Uint16Array.from({ length: 1_048_576 }, (_, index) => index / 1_024);
    expect(percentileWindows(values)[0]).toMatchObject({
      width: expect.closeTo(1_004, -1),
      center: expect.closeTo(512, -1),
    });
  });
});
