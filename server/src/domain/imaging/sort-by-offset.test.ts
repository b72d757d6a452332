import { describe, expect, it } from 'vitest';
import type { ManifestInstance } from './index/manifest.ts';
import { findReadEnds, maxGapBytes, sortByOffset } from './sort-by-offset.ts';

function locate(dataOffset: number, size: number, method: ManifestInstance['method'] = 'stored') {
  return { method, dataOffset, size };
}

describe('sortByOffset and findReadEnds', () => {
  it('sorts by offset, and ends a read where no instance follows closely', () => {
    const [far, second, first] = [locate(9_000_000, 500), locate(1_100, 1_000), locate(0, 1_000)];
    const order = sortByOffset([far, second, first].map((instance) => ({ instance }))).map(({ instance }) => instance);
    expect(order).toEqual([first, second, far]);
    const ends = findReadEnds(order);
    expect(order.map((instance) => ends.get(instance))).toEqual([2_100, 2_100, 9_000_500]);
  });

  it('reads across short gaps, starts again after long gaps and backward, and skips deflated instances', () => {
    const first = locate(0, 1_000);
    const near = locate(1_000 + maxGapBytes, 1_000);
    const distant = locate(near.dataOffset + near.size + maxGapBytes + 1, 1_000);
    const deflated = locate(near.dataOffset + near.size, 10, 'deflated');
    const ends = findReadEnds([first, near, deflated, distant]);
    expect([first, near, deflated, distant].map((instance) => ends.get(instance))).toEqual([
      near.dataOffset + near.size,
      near.dataOffset + near.size,
      undefined,
      distant.dataOffset + distant.size,
    ]);
    expect(findReadEnds([near, first]).get(near)).toBe(near.dataOffset + near.size);
  });
});
