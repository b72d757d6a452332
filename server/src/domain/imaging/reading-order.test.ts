import { describe, expect, it } from 'vitest';
import type { ManifestInstance } from './manifest.ts';
import { asTheyLie, passedOver, readingEnds } from './reading-order.ts';

function lying(dataOffset: number, size: number, method: ManifestInstance['method'] = 'stored') {
  return { method, dataOffset, size };
}

describe('the order of reading', () => {
  it('goes through the original once, and ends where nothing follows closely', () => {
    const [far, second, first] = [lying(9_000_000, 500), lying(1_100, 1_000), lying(0, 1_000)];
    const order = asTheyLie([far, second, first].map((instance) => ({ instance }))).map(({ instance }) => instance);
    expect(order).toEqual([first, second, far]);
    const ends = readingEnds(order);
    expect(order.map((instance) => ends.get(instance))).toEqual([2_100, 2_100, 9_000_500]);
  });

  it('passes over what is short, begins anew behind what is long or before, and leaves deflated ones out', () => {
    const first = lying(0, 1_000);
    const near = lying(1_000 + passedOver, 1_000);
    const behind = lying(near.dataOffset + near.size + passedOver + 1, 1_000);
    const deflated = lying(near.dataOffset + near.size, 10, 'deflated');
    const ends = readingEnds([first, near, deflated, behind]);
    expect([first, near, deflated, behind].map((instance) => ends.get(instance))).toEqual([
      near.dataOffset + near.size,
      near.dataOffset + near.size,
      undefined,
      behind.dataOffset + behind.size,
    ]);
    expect(readingEnds([near, first]).get(near)).toBe(near.dataOffset + near.size);
  });
});
