import type { Window } from './image-metadata.ts';

/** A window between two percentiles of an image's values. */
export interface PercentileWindow extends Window {
  readonly low: number;
  readonly high: number;
}

const ranges = [
  [1, 99],
  [5, 95],
] as const;
const maxSampledValues = 65_536;

/**
 * Returns the windows between percentiles of an image's values, from at most 65,536 of them. MR has no scale of values,
 * so that no fixed window fits two scans. An image of one value has none.
 */
export function percentileWindows(values: ArrayLike<number>): PercentileWindow[] {
  const step = Math.max(1, Math.ceil(values.length / maxSampledValues));
  const sampled = Float32Array.from(
    { length: Math.floor(values.length / step) },
    (_, index) => values[index * step] ?? 0,
  ).sort();
  const valueAt = (percent: number) => sampled[Math.round((percent / 100) * (sampled.length - 1))] ?? 0;
  return ranges.flatMap(([low, high]) => {
    const [lower, upper] = [valueAt(low), valueAt(high)];
    // PS3.3 C.11.2.1.2: a window of one value has the width 1
    return upper > lower ? [{ low, high, width: upper - lower + 1, center: (lower + upper + 1) / 2 }] : [];
  });
}
