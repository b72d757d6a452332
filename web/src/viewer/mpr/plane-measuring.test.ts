import { expect, it } from 'vitest';
import type { ExamItem } from '../measure/known-images.ts';
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

const seriesAt = (seriesUid: string, frameOfReference?: string) => ({ examId: 'exam', seriesUid, frameOfReference });

function open() {
  const found: PlaneMeasurements[] = [];
  const stored = new Map<string, ExamItem>();
  const measuring = new PlaneMeasuring({
    store: {
      itemsOf: () => [...stored.values()],
      put: (examId, item) => stored.set(item.id, { ...item, examId, updatedAt: '2026-11-27T10:00:00.000Z' }),
      remove: (_, id) => stored.delete(id),
    },
    viewOf: () => ({ window: { center: 40, width: 400 } }),
    planeOf: (view) => ({
      ...{ volume, plane: planesOf(volume.geometry.axes)[planeNameOf(view, 'axial')], point: [0, 0, 3] },
      ...{ slab: noSlab, overlay: undefined, scale: 4 },
    }),
    onChange: (measurements) => found.push(measurements),
  });
  measuring.open(seriesAt('1.2.4', '1.2.3'));
  return { measuring, stored, last: () => found.at(-1) };
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
  measuring.open(seriesAt('1.2.5', '1.2.3'));
  expect(measuring.items).toEqual([]);
  measuring.remove();
  measuring.open(seriesAt('1.2.4', '1.2.3'));
  measuring.remove();
  expect(last()?.keyboard).toMatchObject({ stage: 'removed', kind: 'probe' });
  expect(measuring.items.map(({ values }) => values.figure?.value)).toEqual([2]);
});

it('keeps a measurement as an item of the draft, in millimeters of the patient', () => {
  const { measuring, stored } = open();
  measuring.begin('coronal', 'ellipse', [2, 5, 2]);
  measuring.setPoint();
  measuring.moveTo([6, 5, 8]);
  measuring.setPoint();
  const [item] = [...stored.values()];
  expect(item).toMatchObject({
    kind: 'ellipse',
    on: { plane: { frameOfReference: '1.2.3', series: '1.2.4', thicknessMm: 0, blend: 'none' } },
    view: { window: { center: 40, width: 400 } },
    stats: { scale: 'patient', area: expect.closeTo(Math.PI * 6, 6), mean: expect.closeTo(4, 6) },
  });
  // the ends of both axes
  expect(item?.points.map((point) => point.map(Math.round))).toEqual([
    [102, 205, 305],
    [106, 205, 305],
    [104, 205, 302],
    [104, 205, 308],
  ]);
});

it('shows what another tab or a layer changed, and leaves layers as they are', () => {
  const { measuring, stored, last } = open();
  measuring.begin('axial', 'length', [2, 3, 3]);
  measuring.setPoint();
  measuring.moveTo([5, 7, 3]);
  measuring.setPoint();
  const [own] = [...stored.values()];
  if (!own) throw new Error('No length was made');
  stored.set('layer', { ...own, id: 'layer', label: 'Όζος', isLayer: true });
  measuring.update();
  expect(last()?.items.map(({ id, label }) => [id, label])).toEqual([
    [own.id, undefined],
    ['layer', 'Όζος'],
  ]);
  const layer = measuring.items[1];
  if (layer) measuring.edit('axial', layer, 0);
  expect(measuring.draft).toBeUndefined();
  measuring.remove();
  expect(measuring.items.map(({ id }) => id)).toEqual(['layer']);
});

it('keeps points in the volume, which the server requires', () => {
  const { measuring } = open();
  measuring.begin('axial', 'length', [40, 3, 3]);
  expect(measuring.draft).toBeUndefined();
  measuring.begin('axial', 'rectangle', [2, 3, 3]);
  measuring.setPoint();
  measuring.moveTo([10, 9, 3]);
  measuring.moveTo([10, 30, 3]); // it stays
  measuring.setPoint();
  expect(measuring.items[0]?.values.areaMm2).toBeCloseTo(48, 6);
});

it('keeps measurements without a frame of reference while the viewer is open', () => {
  const { measuring, stored } = open();
  measuring.open(seriesAt('1.2.6'));
  measuring.begin('axial', 'probe', [4, 3, 3]);
  measuring.setPoint();
  expect([measuring.items.length, stored.size]).toEqual([1, 0]);
});
