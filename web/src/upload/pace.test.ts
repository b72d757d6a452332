import { describe, expect, it } from 'vitest';
import { bytesPerSecond, measured, type Pace, sentBytes } from './pace.ts';

const at = (samples: [atMs: number, bytes: number][]): Pace =>
  samples.reduce<Pace>((pace, [atMs, bytes]) => measured(pace, bytes, atMs), []);

describe('the pace of an upload', () => {
  it('says nothing before there is enough to tell', () => {
    expect(bytesPerSecond([])).toBeUndefined();
    expect(
      bytesPerSecond(
        at([
          [0, 0],
          [500, 1_000],
        ]),
      ),
    ).toBeUndefined();
    expect(sentBytes([])).toBe(0);
  });

  it('does not go backwards where a part did not arrive', () => {
    const pace = at([
      [6_000, 9_000],
      [7_000, 4_000],
    ]);
    expect(sentBytes(pace)).toBe(4_000);
    expect(bytesPerSecond(pace)).toBeUndefined();
    expect(bytesPerSecond(measured(pace, 6_000, 8_000))).toBe(2_000);
  });

  it('measures over the last five seconds only, so that a worse connection is seen', () => {
    const pace = at([
      [0, 0],
      [1_000, 10_000_000],
      [6_100, 10_001_000],
      [10_000, 10_005_000],
    ]);
    expect(pace[0]).toEqual({ atMs: 6_100, bytes: 10_001_000 });
    expect(bytesPerSecond(pace)).toBeCloseTo(4_000 / 3.9);
    expect(sentBytes(pace)).toBe(10_005_000);
  });
});
