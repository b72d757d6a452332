import { describe, expect, it } from 'vitest';
import { gridOf } from './plane-grid.ts';
import { type Plane, planesOf, turnPlanes } from './planes.ts';
import { renderPlane } from './render-plane.ts';
import { samplePlane } from './sample-plane.ts';
import { type Blend, missing, noSlab, type Slab } from './slab.ts';
import { along, dot, minus, plus, scale, type Vector3 } from './vector.ts';
import { createFrames, createGeometry, createPhantomVolume, type Phantom, values } from './volume/test-frames.ts';
import { createVolume, setSlice, type Volume } from './volume/volume.ts';

/** Each value encodes its column, row and image. */
function createFilledVolume(frames = createFrames(8)) {
  const geometry = createGeometry(frames);
  const volume = createVolume(geometry, 1);
  for (const index of frames.keys())
    setSlice(volume, index, {
      values: Int16Array.from([0, 1, 2, 10, 11, 12].map((value) => value + index * 20)),
      ...{ columns: 3, rows: 2 },
    });
  return { volume, planes: planesOf(geometry.axes) };
}

const pointOf = ({ spacing, geometry }: Volume, [column, row, image]: Vector3): Vector3 => [
  column * spacing[0],
  row * spacing[1],
  geometry.positions[image] ?? 0,
];

function sampled(name: 'axial' | 'coronal' | 'sagittal', at: Vector3, frames = createFrames(8)): number[] {
  const { volume, planes } = createFilledVolume(frames);
  return [...samplePlane(volume, planes[name], pointOf(volume, at), noSlab).values];
}

describe('samplePlane, along the axes', () => {
  it('shows right on the left, front or head at the top', () => {
    expect(sampled('axial', [0, 0, 1])).toEqual([20, 21, 22, 30, 31, 32]);
    expect(sampled('coronal', [0, 1, 0]).slice(0, 6)).toEqual([10, 11, 12, 30, 31, 32]);
    expect(sampled('sagittal', [2, 0, 0]).slice(0, 4)).toEqual([2, 12, 22, 32]);
    const { planes } = createFilledVolume();
    expect(planes.coronal.orientationLabels).toEqual({ left: 'R', right: 'L', top: 'H', bottom: 'F' });
    expect(planes.sagittal.orientationLabels).toEqual({ left: 'A', right: 'P', top: 'H', bottom: 'F' });
  });

  it('flips a volume acquired from feet to head, so the head is at the top', () => {
    const fromFeet = createFrames(8, (attributes, index) => ({
      ...attributes,
      '00200032': values('DS', 0, 0, index * 2),
    }));
    expect(sampled('coronal', [0, 0, 0], fromFeet).slice(0, 3)).toEqual([140, 141, 142]);
  });

  it('uses a sagittal series’ own images as the sagittal plane', () => {
    const sagittal = createFrames(8, (attributes, index) => ({
      ...attributes,
      '00200037': values('DS', 0, 1, 0, 0, 0, -1),
      '00200032': values('DS', index * 2, 0, 0),
    }));
    const { planes } = createFilledVolume(sagittal);
    expect(planes.sagittal.axes?.through).toBe(2);
    expect(planes.axial.axes?.through).toBe(1);
    // from the patient's right to the left, one column of each image
    expect(sampled('axial', [0, 1, 0], sagittal).slice(0, 8)).toEqual([10, 30, 50, 70, 90, 110, 130, 150]);
  });

  it('gives a quarter of the pixels at half resolution', () => {
    const { volume, planes } = createFilledVolume();
    const { values: found, grid } = samplePlane(volume, planes.coronal, [0, 0, 0], noSlab, { reduction: 2 });
    expect([grid.width, grid.height]).toEqual([2, 4]);
    expect([...found]).toEqual([0, 2, 40, 42, 80, 82, 120, 122]);
  });
});

describe('renderPlane', () => {
  it('inverts values, and clips values outside the window to black and white', () => {
    const pixels = new Uint32Array(6);
    const voi = { window: { width: 2, center: 21 }, isInverted: true };
    renderPlane(Float32Array.of(20, 21, 22, 30, 31, Number.NaN), 3, voi, pixels);
    expect([...pixels].map((pixel) => pixel & 0xff)).toEqual([255, 127, 0, 0, 0, 0]);
  });

  it('hatches where images are missing', () => {
    const pixels = new Uint32Array(256);
    renderPlane(
      new Float32Array(256).fill(missing),
      16,
      { window: { width: 2, center: 0 }, isInverted: false },
      pixels,
    );
    const isGray = (pixel: number) => (pixel & 0xff) === ((pixel >> 8) & 0xff);
    expect(new Set(pixels).size).toBe(2);
    expect([...pixels].filter((pixel) => !isGray(pixel)).length).toBe(64); // a line in each quarter
  });
});

const even = (count: number, step: number) =>
  Array.from({ length: count }, (_, index): Vector3 => [0, 0, index * step]);
const waves: Phantom = {
  ...{ columns: 26, rows: 22, spacing: [0.7, 0.9], orientation: [1, 0, 0, 0, 1, 0], positions: even(20, 1.25) },
  valueAt: (x, y, z) => 600 * Math.sin(x / 5) * Math.cos(y / 6) * Math.sin(z / 7) + 20 * x - 15 * y,
};

/** The phantom's value between its stored values, by the formula of trilinear interpolation, in doubles. */
function referenceAt({ slices, spacing, dimensions }: Volume, point: Vector3): number {
  const places = point.map((part, axis) => part / (spacing[axis] ?? 1));
  if (places.some((place, axis) => place < -0.5 || place > (dimensions[axis] ?? 0) - 0.5)) return Number.NaN;
  let sum = 0;
  for (const corner of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const parts = places.map((place, axis) => {
      const limit = (dimensions[axis] ?? 1) - 1;
      const held = Math.min(limit, Math.max(0, place));
      const low = Math.min(Math.floor(held), Math.max(0, limit - 1));
      const isUpper = ((corner >> axis) & 1) === 1;
      return { index: low + (isUpper ? 1 : 0), weight: isUpper ? held - low : 1 - (held - low) };
    });
    const [x, y, z] = parts;
    const weight = parts.reduce((all, one) => all * one.weight, 1);
    if (weight > 0) sum += weight * (slices[z?.index ?? 0]?.[(y?.index ?? 0) * dimensions[0] + (x?.index ?? 0)] ?? 0);
  }
  return sum;
}

/** The slab's value at a pixel of the plane, in doubles: from the middle outwards, as far as half the thickness. */
function blendedReference(volume: Volume, plane: Plane, point: Vector3, { thicknessMm, blend }: Slab): number {
  const step = plane.normal.reduce((sum, part, axis) => sum + Math.abs(part) * (volume.spacing[axis] ?? 0), 0);
  const found: number[] = [];
  for (let at = -Math.floor(thicknessMm / 2 / step); at * step <= thicknessMm / 2 + 1e-9; at++)
    found.push(referenceAt(volume, plus(point, scale(plane.normal, at * step))));
  const known = found.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return Number.NaN;
  if (blend === 'mean') return known.reduce((sum, value) => sum + value, 0) / known.length;
  return blend === 'max' ? Math.max(...known) : Math.min(...known);
}

/** Returns the part of pixels that differ from the reference by more than one of 256 gray levels. */
function differingPart(volume: Volume, plane: Plane, point: Vector3, slab: Slab): number {
  const voi = { window: { width: 1600, center: 100 }, isInverted: false };
  const { values: found, grid } = samplePlane(volume, plane, point, slab);
  const pixels = new Uint32Array(found.length);
  renderPlane(found, grid.width, voi, pixels);
  let differing = 0;
  for (let pixel = 0; pixel < found.length; pixel++) {
    const [column, row] = [pixel % grid.width, Math.floor(pixel / grid.width)];
    const at = plus(
      plus(grid.first, scale(plane.across, column * grid.steps[0])),
      scale(plane.down, row * grid.steps[1]),
    );
    const value = blendedReference(volume, plane, at, slab);
    const level = Math.max(0, Math.min(255, Number.isNaN(value) ? 0 : ((value - 100) / 1600 + 0.5) * 255));
    if (Math.abs(level - ((pixels[pixel] ?? 0) & 0xff)) > 1.001) differing += 1;
  }
  return differing / found.length;
}

describe('samplePlane, against a reference in doubles', () => {
  const volume = createPhantomVolume(waves, Int16Array);
  const planes = planesOf(volume.geometry.axes);
  const point: Vector3 = [11 * 0.9, 10 * 0.7, 9 * 1.25];
  const turned = turnPlanes(
    turnPlanes(planes, 'axial', 27, volume.geometry.axes),
    'coronal',
    -14,
    volume.geometry.axes,
  );

  it.each(['max', 'min', 'mean'] satisfies Blend[])('blends slabs along the axes: %s', (blend) => {
    for (const name of ['axial', 'coronal', 'sagittal'] as const)
      for (const thicknessMm of [0, 3, 10])
        expect(differingPart(volume, planes[name], point, { thicknessMm, blend })).toBeLessThan(0.001);
  });

  it.each(['max', 'min', 'mean'] satisfies Blend[])('cuts oblique planes and slabs: %s', (blend) => {
    for (const name of ['axial', 'sagittal'] as const) {
      expect(turned[name].axes).toBeUndefined();
      for (const thicknessMm of [0, 5])
        expect(differingPart(volume, turned[name], point, { thicknessMm, blend })).toBeLessThan(0.001);
    }
  });

  it('shows a plane turned by a quarter without interpolation', () => {
    const quarter = turnPlanes(planes, 'axial', 90, volume.geometry.axes);
    expect(quarter.coronal.axes?.through).toBe(0);
    expect(gridOf(volume, quarter.coronal, point)).toMatchObject({ width: 22, height: 20 });
  });
});

/** Values in a sphere of 6 mm, 0 outside. */
const center: Vector3 = [2, -3, 4];
const radius = 6;
const inSphere = (x: number, y: number, z: number) => Math.hypot(...minus([x, y, z], center)) <= radius;
const sphere = (x: number, y: number, z: number) => (inSphere(x, y, z) ? 1_000 : 0);

describe('samplePlane, of images that are not even', () => {
  it('straightens a gantry tilt of 20 degrees within 0.5 mm', () => {
    const tilt = (20 * Math.PI) / 180;
    const volume = createPhantomVolume({
      ...{ columns: 50, rows: 70, spacing: [0.4, 0.4], valueAt: sphere },
      orientation: [1, 0, 0, 0, Math.cos(tilt), Math.sin(tilt)],
      positions: Array.from(
        { length: 30 },
        (_, index): Vector3 => [-8, -14, -12 + index * 0.8] /* the table moves along z */,
      ),
    });
    const { geometry } = volume;
    expect((Math.atan(Math.hypot(...geometry.shear)) * 180) / Math.PI).toBeCloseTo(20, 3);
    const inVolume = geometry.axes.map((axis) => dot(minus(center, geometry.origin), axis));
    const point: Vector3 = [inVolume[0] ?? 0, inVolume[1] ?? 0, inVolume[2] ?? 0];
    for (const plane of Object.values(planesOf(geometry.axes))) {
      const { values: found, grid } = samplePlane(volume, plane, point, noSlab);
      let inside = 0;
      for (let pixel = 0; pixel < found.length; pixel++) {
        const at = plus(
          plus(grid.first, scale(plane.across, (pixel % grid.width) * grid.steps[0])),
          scale(plane.down, Math.floor(pixel / grid.width) * grid.steps[1]),
        );
        const distance = Math.hypot(...minus(plus(geometry.origin, along(at, geometry.axes)), center));
        const isIn = (found[pixel] ?? 0) > 500;
        if (isIn) inside += 1;
        if (isIn !== distance <= radius) expect(Math.abs(distance - radius)).toBeLessThan(0.5);
      }
      expect(inside).toBeGreaterThan(100);
    }
  });

  it('shows uneven distances by position', () => {
    const depths = [0, 2, 4, 6, 8, 10, 13, 16, 19, 22];
    const volume = createPhantomVolume({
      ...{ columns: 4, rows: 4, spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0] },
      positions: depths.map((depth): Vector3 => [0, 0, depth]),
      valueAt: (_x, _y, z) => 10 * z,
    });
    expect(volume.geometry).toMatchObject({ isEven: false, missingCount: 0 });
    const { coronal } = planesOf(volume.geometry.axes);
    const { values: found, grid } = samplePlane(volume, coronal, [0, 1, 0], noSlab);
    for (let row = 0; row < grid.height; row++) {
      const depth = dot(plus(grid.first, scale(coronal.down, row * grid.steps[1])), [0, 0, 1]);
      expect(found[row * grid.width]).toBeCloseTo(10 * Math.max(0, Math.min(22, depth)), 2);
    }
  });

  it('leaves missing images out and never interpolates over more than 1.5 steps', () => {
    const depths = [0, 1, 2, 3, 4, 8, 9, 10, 11, 12];
    const volume = createPhantomVolume({
      ...{ columns: 4, rows: 4, spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0] },
      positions: depths.map((depth): Vector3 => [0, 0, depth]),
      valueAt: (_x, _y, z) => 10 * z,
    });
    expect(volume.geometry.missingCount).toBe(3);
    const { coronal, axial } = planesOf(volume.geometry.axes);
    const { values: found, grid } = samplePlane(volume, coronal, [0, 1, 0], noSlab);
    const rows = Array.from({ length: grid.height }, (_, row) => found[row * grid.width]);
    expect(rows.toReversed()).toEqual([0, 10, 20, 30, 40, missing, missing, missing, 80, 90, 100, 110, 120]);
    expect(samplePlane(volume, axial, [0, 0, 4], noSlab).values).toEqual(new Float32Array(16).fill(40));
  });
});
