import { describe, expect, it } from 'vitest';
import type { Frame } from '../loading/frames.ts';
import { type Anchor, followSlice, relationOf } from './slice-link.ts';

interface Slices {
  count: number;
  spacing: number;
  start?: number;
  frameOfReference?: string;
  orientation?: number[];
}

const axial = [1, 0, 0, 0, 1, 0];

function framesOf({ count, spacing, start = 0, frameOfReference = '1.2', orientation = axial }: Slices): Frame[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = orientation;
  const normal = [b * f - c * e, c * d - a * f, a * e - b * d];
  return Array.from({ length: count }, (_, index) => ({
    imageId: `frame:${index}`,
    instanceUid: String(index),
    number: 1,
    attributes: {
      '00200032': { vr: 'DS', Value: normal.map((one) => one * (start + index * spacing)) },
      '00200037': { vr: 'DS', Value: orientation },
      '00200052': { vr: 'UI', Value: [frameOfReference] },
    },
  }));
}
const withoutPositions = (count: number): Frame[] =>
  framesOf({ count, spacing: 1 }).map((frame) => ({ ...frame, attributes: {} }));
const at = (frames: readonly Frame[], index = 0): Anchor => ({ frames, index });

describe('slices of linked panes', () => {
  it('follow by position in one frame of reference, within half a slice', () => {
    const [thin, thick] = [
      at(framesOf({ count: 200, spacing: 1, start: -100 })),
      at(framesOf({ count: 41, spacing: 5, start: -100 })),
    ];
    expect(relationOf(thin, thick)).toEqual({ kind: 'position' });
    for (let index = 0; index < 200; index++) {
      const followed = followSlice(thin, thick, index);
      expect(Math.abs(-100 + index - (-100 + 5 * followed))).toBeLessThanOrEqual(2.5);
    }
  });

  it('follow by the distance at which they were linked in another frame of reference', () => {
    const from = at(framesOf({ count: 100, spacing: 2, start: 0 }), 50);
    const to = at(framesOf({ count: 100, spacing: 2, start: 500, frameOfReference: '1.3' }), 44);
    expect(relationOf(from, to)).toEqual({ kind: 'offset', mm: 488 });
    expect([50, 51, 60, 0, 99].map((index) => followSlice(from, to, index))).toEqual([44, 45, 54, 0, 93]);
    // the other way the same slices belong together
    expect([44, 45, 54].map((index) => followSlice(to, from, index))).toEqual([50, 51, 60]);
  });

  it('follow in the same direction of the patient when a series runs the other way', () => {
    const down = framesOf({ count: 50, spacing: -2, start: 98 });
    const up = framesOf({ count: 50, spacing: 2, start: 0, frameOfReference: '1.3' });
    expect(followSlice(at(down, 0), at(up, 49), 10)).toBe(39);
    const turned = framesOf({ count: 50, spacing: 2, start: 0, orientation: [1, 0, 0, 0, -1, 0] });
    expect(relationOf(at(up, 10), at(turned, 10))).toEqual({ kind: 'offset', mm: 40 });
    expect(followSlice(at(up, 10), at(turned, 10), 12)).toBe(8);
  });

  it('follow by number without positions, and between planes that cross', () => {
    const from = at(framesOf({ count: 30, spacing: 1 }), 10);
    const coronal = at(framesOf({ count: 20, spacing: 1, orientation: [1, 0, 0, 0, 0, -1] }), 5);
    for (const to of [at(withoutPositions(20), 5), coronal]) {
      expect(relationOf(from, to)).toEqual({ kind: 'number' });
      expect([10, 12, 0, 29].map((index) => followSlice(from, to, index))).toEqual([5, 7, 0, 19]);
    }
  });
});
