import { describe, expect, it } from 'vitest';
import type { PlaneMeasurementKind } from '../tool-names.ts';
import { isOnPlane, measureOnPlane, type PlaneItem, pointsOf, toPatient, toVolume } from './plane-item.ts';
import { planesOf, turnPlanes } from './planes.ts';
import { noSlab } from './slab.ts';
import { along, plus, scale, type Vector3 } from './vector.ts';
import { createPhantomVolume } from './volume/test-frames.ts';
import { halveVolume } from './volume/volume.ts';

const center: Vector3 = [1.3, -2.1, 30.4];
const radius = 14;
const sphereHu = 60;

/** A sphere of 60 HU with noise, in fat of -100 HU. */
const createVolume = () => {
  let seed = 1;
  const noise = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed / 2_147_483_647 - 0.5) * 20;
  };
  return createPhantomVolume({
    ...{ columns: 64, rows: 60, spacing: [0.8, 0.7], orientation: [1, 0, 0, 0, 1, 0] },
    positions: Array.from({ length: 48 }, (_, index): Vector3 => [-22, -26, index * 1.25]),
    valueAt: (x, y, z) =>
      noise() + (Math.hypot(x - center[0], y - center[1], z - center[2]) <= radius ? sphereHu : -100),
  });
};

const volume = createVolume();
const { geometry } = volume;
const upright = planesOf(geometry.axes);
const planes = {
  ...upright,
  oblique: turnPlanes(turnPlanes(upright, 'axial', 33, geometry.axes), 'coronal', 21, geometry.axes).sagittal,
};

/** An item on a plane through the sphere's center, by the distances of its handles from it, across and down. */
function itemOn(
  name: keyof typeof planes,
  kind: PlaneMeasurementKind,
  handles: readonly (readonly [number, number])[],
) {
  const plane = planes[name];
  const [across, down] = [along(plane.across, geometry.axes), along(plane.down, geometry.axes)];
  const item = {
    ...{ kind, across, down },
    handles: handles.map(([x, y]) => plus(center, plus(scale(across, x), scale(down, y)))),
  };
  return measureOnPlane(volume, plane, noSlab, kind, pointsOf(item));
}

describe('measureOnPlane', () => {
  it.each(['axial', 'coronal', 'sagittal', 'oblique'] as const)('measures lengths, angles and areas, %s', (name) => {
    const length = itemOn(name, 'length', [
      [-3, -4],
      [9, 12],
    ]).figure;
    expect(length?.value).toBeCloseTo(20, 6);
    expect(length?.unit).toBe('mm');
    const angle = itemOn(name, 'angle', [
      [5, 0],
      [0, 0],
      [5, 5],
    ]).figure;
    expect(angle).toMatchObject({ unit: '°' });
    expect(angle?.value).toBeCloseTo(45, 6);
    expect(
      itemOn(name, 'rectangle', [
        [-6, -3],
        [4, 5],
      ]).areaMm2,
    ).toBeCloseTo(80, 6);
    expect(
      itemOn(name, 'ellipse', [
        [-6, -3],
        [4, 5],
      ]).areaMm2,
    ).toBeCloseTo(Math.PI * 5 * 4, 6);
  });

  it.each(['axial', 'coronal', 'sagittal', 'oblique'] as const)('gives a sphere’s mean within 1, %s', (name) => {
    const { figure, statistics, isApproximate } = itemOn(name, 'ellipse', [
      [-11, -11],
      [11, 11],
    ]);
    expect(Math.abs((figure?.value ?? 0) - sphereHu)).toBeLessThan(1);
    expect(statistics?.count).toBeGreaterThan(100);
    expect(isApproximate).toBe(false);
  });

  it('gives no value outside the volume, or of an area that reaches out of it', () => {
    const outside = toPatient(geometry, [-40, 0, 20]);
    expect(measureOnPlane(volume, upright.axial, noSlab, 'probe', [outside]).figure).toBeUndefined();
    const corner = [toPatient(geometry, [-5, -5, 25]), toPatient(geometry, [8, 8, 25])];
    const axes = { across: [1, 0, 0], down: [0, 1, 0] } as const;
    const area = measureOnPlane(
      volume,
      upright.axial,
      noSlab,
      'rectangle',
      pointsOf({ kind: 'rectangle', handles: corner, ...axes }),
    );
    expect(area).toMatchObject({ figure: undefined, statistics: undefined });
    const inside = toPatient(geometry, toVolume(geometry, center));
    const found = measureOnPlane(volume, upright.axial, noSlab, 'probe', [inside]).figure?.value ?? 0;
    expect(Math.abs(found - sphereHu)).toBeLessThanOrEqual(11);
  });

  it('says that values of a coarser volume are approximate', () => {
    const half = halveVolume(createVolume());
    const values = measureOnPlane(half, planesOf(half.geometry.axes).axial, noSlab, 'probe', [center]);
    expect(values.isApproximate).toBe(true);
    expect(Math.abs((values.figure?.value ?? 0) - sphereHu)).toBeLessThan(10);
  });
});

describe('isOnPlane', () => {
  const item: PlaneItem = {
    ...{ id: '1', kind: 'probe', handles: [center], slab: noSlab },
    ...{ across: [1, 0, 0], down: [0, 1, 0], normal: [0, 0, 1] },
    values: { figure: undefined, areaMm2: undefined, statistics: undefined, isApproximate: false, pet: undefined },
  };
  const at = toVolume(geometry, center);

  it('shows an item within half a step, or within the slab, on planes of its direction', () => {
    const [x, y, z] = at;
    expect(isOnPlane(item, volume, upright.axial, [x, y, z + 0.6], noSlab)).toBe(true);
    expect(isOnPlane(item, volume, upright.axial, [x, y, z + 0.7], noSlab)).toBe(false);
    expect(isOnPlane(item, volume, upright.axial, [x, y, z + 4], { thicknessMm: 10, blend: 'max' })).toBe(true);
    expect(isOnPlane(item, volume, upright.coronal, at, noSlab)).toBe(false);
  });
});
