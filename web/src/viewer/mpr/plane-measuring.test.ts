import { expect, it } from 'vitest';
import { planeNameOf } from './plane-drawer.ts';
import { type PlaneMeasurements, PlaneMeasuring } from './plane-measuring.ts';
import { planesOf } from './planes.ts';
import { noSlab } from './slab.ts';
import type { Vector3 } from './vector.ts';
import { createPhantomVolume } from './volume/test-frames.ts';

const volume = createPhantomVolume({
  ...{ columns: 16, rows: 16, spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0] },
  positions: Array.from({ length: 10 }, (_, index): Vector3 => [100, 200, 300 + index]),
  valueAt: (x) => x - 100,
});

function open() {
  const found: PlaneMeasurements[] = [];
  const measuring = new PlaneMeasuring({
    planeOf: (view) => ({
      ...{ volume, plane: planesOf(volume.geometry.axes)[planeNameOf(view, 'axial')], point: [0, 0, 3] },
      ...{ slab: noSlab, overlay: undefined, scale: 4 },
    }),
    onChange: (measurements) => found.push(measurements),
  });
  measuring.open('series');
  return { measuring, last: () => found.at(-1) };
}

it('measures a length by keyboard, in patient coordinates', () => {
  const { measuring, last } = open();
  measuring.begin('axial', 'length', [2, 3, 3], true);
  expect(last()?.keyboard).toMatchObject({ stage: 'mark', point: 1 });
  expect(measuring.setPoint()).toBe(false);
  measuring.moveBy(12, 16); // CSS pixels, 4 a millimeter
  expect(last()?.keyboard).toMatchObject({ stage: 'point', point: 2, figure: { value: 5, unit: 'mm' } });
  expect(measuring.setPoint()).toBe(true);
  expect(last()?.keyboard).toMatchObject({ stage: 'done', figure: { value: 5, unit: 'mm' } });
  expect(last()?.items.map(({ handles }) => handles)).toEqual([
    [
      [102, 203, 303],
      [105, 207, 303],
    ],
  ]);
});

it('moves one point of a measurement, and restores it when canceled', () => {
  const { measuring, last } = open();
  measuring.begin('axial', 'angle', [8, 2, 3]);
  for (const point of [
    [2, 2, 3],
    [2, 8, 3],
  ] satisfies Vector3[]) {
    measuring.setPoint();
    measuring.moveTo(point);
  }
  measuring.setPoint();
  const [item] = measuring.items;
  if (!item) throw new Error('No angle was made');
  expect(item.values.figure?.value).toBeCloseTo(90, 6);
  measuring.edit('axial', item, 1);
  measuring.moveTo([5, 5, 3]);
  expect(last()?.draft?.item?.values.figure?.value).toBeCloseTo(180, 6);
  measuring.cancel();
  expect(measuring.items).toEqual([item]);
  measuring.edit('axial', item, 2);
  measuring.moveTo([8, 8, 3]);
  measuring.setPoint();
  expect(measuring.items.map(({ id }) => id)).toEqual([item.id]);
  expect(measuring.items[0]?.values.figure?.value).toBeCloseTo(45, 6);
});

it('keeps measurements by series, and removes the last one first', () => {
  const { measuring, last } = open();
  for (const x of [2, 4]) {
    measuring.begin('axial', 'probe', [x, 3, 3]);
    measuring.setPoint();
  }
  expect(measuring.items.map(({ values }) => values.figure?.value)).toEqual([2, 4]);
  measuring.open('other');
  expect(measuring.items).toEqual([]);
  measuring.remove();
  measuring.open('series');
  measuring.remove();
  expect(last()?.keyboard).toMatchObject({ stage: 'removed', kind: 'probe' });
  expect(measuring.items.map(({ values }) => values.figure?.value)).toEqual([2]);
});
