import { describe, expect, it } from 'vitest';
import { addSample, bytesPerSecond, sentBytes, type TransferRate } from './transfer-rate.ts';

const samplesToRate = (samples: [atMs: number, bytes: number][]): TransferRate =>
  samples.reduce<TransferRate>((transferRate, [atMs, bytes]) => addSample(transferRate, bytes, atMs), []);

describe('transfer rate', () => {
  it('is undefined before there are enough samples', () => {
    expect(bytesPerSecond([])).toBeUndefined();
    expect(
      bytesPerSecond(
        samplesToRate([
          [0, 0],
          [500, 1_000],
        ]),
      ),
    ).toBeUndefined();
    expect(sentBytes([])).toBe(0);
  });

  it('drops the samples of a part that did not arrive', () => {
    const transferRate = samplesToRate([
      [6_000, 9_000],
      [7_000, 4_000],
    ]);
    expect(sentBytes(transferRate)).toBe(4_000);
    expect(bytesPerSecond(transferRate)).toBeUndefined();
    expect(bytesPerSecond(addSample(transferRate, 6_000, 8_000))).toBe(2_000);
  });

  it('measures only the last five seconds, so a slower connection shows', () => {
    const transferRate = samplesToRate([
      [0, 0],
      [1_000, 10_000_000],
      [6_100, 10_001_000],
      [10_000, 10_005_000],
    ]);
    expect(transferRate[0]).toEqual({ atMs: 6_100, bytes: 10_001_000 });
    expect(bytesPerSecond(transferRate)).toBeCloseTo(4_000 / 3.9);
    expect(sentBytes(transferRate)).toBe(10_005_000);
  });
});
