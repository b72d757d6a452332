import { describe, expect, it } from 'vitest';
import { gridOf } from '../mpr/plane-grid.ts';
import { measureOnPlane, toPatient } from '../mpr/plane-item.ts';
import { planeIn, planesOf, turnPlanes } from '../mpr/planes.ts';
import { sampleOblique } from '../mpr/sample-oblique.ts';
import { missing, noSlab } from '../mpr/slab.ts';
import { dot, plus, scale, type Vector3 } from '../mpr/vector.ts';
import { createGeometry, createPhantomVolume } from '../mpr/volume/test-frames.ts';
import { createVolume } from '../mpr/volume/volume.ts';
import { sampleAlongAxes } from './sample-along-axes.ts';
import { samplePet } from './sample-pet.ts';

/* A CT and a PET of one patient, with other pixels, other distances, and the PET from feet to head. */

const axial = [1, 0, 0, 0, 1, 0];
const ct = createPhantomVolume({
  ...{ columns: 40, rows: 36, spacing: [0.9, 0.9], orientation: axial },
  positions: Array.from({ length: 20 }, (_, index): Vector3 => [-18, -16, 30 - 1.5 * index]),
  valueAt: (x) => x,
});

/** Returns a PET whose value is a function of the place, on images of an orientation. */
const petOf = (
  valueAt: (x: number, y: number, z: number) => number,
  orientation = axial,
  normal: Vector3 = [0, 0, 1],
) =>
  createPhantomVolume({
    ...{ columns: 24, rows: 24, spacing: [2.5, 2.5], orientation, valueAt },
    positions: Array.from({ length: 20 }, (_, index) => {
      const corner = plus(scale([orientation[0] ?? 0, orientation[1] ?? 0, orientation[2] ?? 0], -28), [0, 0, 15]);
      const down = scale([orientation[3] ?? 0, orientation[4] ?? 0, orientation[5] ?? 0], -28);
      return plus(plus(corner, down), scale(normal, 3 * (index - 10)));
    }),
  });

const turned = turnPlanes(planesOf(ct.geometry.axes), 'axial', 25, ct.geometry.axes);
const planes = [...Object.values(planesOf(ct.geometry.axes)), turned.coronal];

/** Returns the PET's value and the place in the patient of each pixel of a plane. */
function sampled(pet: ReturnType<typeof petOf>, plane: (typeof planes)[number]) {
  const grid = gridOf(ct, plane, [17, 15, 14]);
  const values = samplePet(pet, ct.geometry, plane, grid, noSlab);
  return [...values].map((value, pixel) => {
    const [column, row] = [pixel % grid.width, Math.floor(pixel / grid.width)];
    const inVolume = plus(
      plus(grid.first, scale(plane.across, column * grid.steps[0])),
      scale(plane.down, row * grid.steps[1]),
    );
    return { value, point: toPatient(ct.geometry, inVolume) };
  });
}

describe('samplePet', () => {
  // a linear function is interpolated exactly, so that its value tells the place: 100 a millimeter
  const directions: readonly Vector3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];

  it.each([
    ['of the same orientation', axial, [0, 0, 1]],
    ['rotated about the body', [0.96, 0.28, 0, -0.28, 0.96, 0], [0, 0, 1]],
    ['of coronal images', [1, 0, 0, 0, 0, -1], [0, 1, 0]],
  ] as const)('shows a PET %s within half a voxel of its place', (_name, orientation, normal) => {
    const places = directions.map((direction) =>
      petOf((...point) => 100 * (dot(direction, point) + 200), [...orientation], normal),
    );
    let [compared, worst] = [0, 0];
    for (const plane of planes) {
      const found = places.map((pet) => sampled(pet, plane));
      for (const [pixel, { value: first, point }] of (found[0] ?? []).entries()) {
        if (!(first > missing)) continue;
        for (const axis of [0, 1, 2] as const) {
          const place = (found[axis]?.[pixel]?.value ?? Number.NaN) / 100 - 200;
          worst = Math.max(worst, Math.abs(place - point[axis]));
          compared += 1;
        }
      }
    }
    expect(worst).toBeLessThan(1.25);
    expect(compared).toBeGreaterThan(5_000);
  });

  it('equals interpolation in double precision between the eight nearest voxels', () => {
    const valueAt = (x: number, y: number, z: number) => 500 + 90 * Math.sin(x / 4) + 80 * Math.cos(y / 5 + z / 6);
    const pet = petOf(valueAt);
    const at = (index: number) => -28 + 2.5 * index;
    const expected = ([x, y, z]: Vector3) => {
      const place = [(x + 28) / 2.5, (y + 28) / 2.5, (z - 15) / 3 + 10] as const;
      const [i, j, k] = place.map(Math.floor) as [number, number, number];
      let sum = 0;
      for (const [a, b, c] of [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [bits & 1, (bits >> 1) & 1, bits >> 2] as const)) {
        const weight =
          Math.abs(1 - a - (place[0] - i)) * Math.abs(1 - b - (place[1] - j)) * Math.abs(1 - c - (place[2] - k));
        sum += weight * Math.round(valueAt(at(i + a), at(j + b), 15 + 3 * (k + c - 10)));
      }
      return sum;
    };
    let [compared, worst] = [0, 0];
    for (const plane of planes)
      for (const { value, point } of sampled(pet, plane)) {
        const isInside = point.every((part, axis) => (axis === 2 ? part > -14 && part < 41 : Math.abs(part) < 27));
        if (!isInside) continue;
        compared += 1;
        worst = Math.max(worst, Math.abs(value - expected(point)));
      }
    expect(worst).toBeLessThan(0.01);
    expect(compared).toBeGreaterThan(2_000);
  });

  it('gives the same values along the axes as on any plane, over gaps and at the edges too', () => {
    const even = petOf((x, y, z) => 300 + 7 * x - 5 * y + 3 * z);
    const remaining = even.geometry.frames.filter((_, index) => index !== 7 && index !== 8);
    const geometry = createGeometry(remaining);
    const pet = { ...createVolume(geometry, 1), slices: even.slices.filter((_, index) => index !== 7 && index !== 8) };
    pet.nearest.forEach((_, index) => {
      pet.nearest[index] = index;
    });
    expect(geometry.missingCount).toBe(2);
    const offsets = [0];
    for (const plane of Object.values(planesOf(pet.geometry.axes))) {
      if (!plane.axes) throw new Error('The plane lies along the axes.');
      for (const depth of [-2, 0, 1.4, 22, 26.5, 31, 57, 58.4, 61]) {
        const grid = {
          width: 90,
          height: 90,
          first: [-3, -3, -3] as Vector3,
          steps: [0.77, 0.77] as const,
          edges: [0, 0] as const,
        };
        const first = grid.first.map((part, axis) =>
          axis === plane.axes?.through ? depth : part + (plane.across[axis] === -1 || plane.down[axis] === -1 ? 66 : 0),
        );
        const at = { ...grid, first: [first[0] ?? 0, first[1] ?? 0, first[2] ?? 0] as const };
        const [one, other] = [new Float32Array(8_100), new Float32Array(8_100)];
        sampleAlongAxes(pet, plane.axes, at, one);
        sampleOblique(pet, plane, at, offsets, 'max', other);
        const differs = one.findIndex((value, pixel) => {
          const expected = other[pixel] ?? 0;
          const hasNone = !(value > missing) && !(expected > missing); // outside, or in a gap
          return !(hasNone || Math.abs(value - expected) < 0.01);
        });
        expect([plane.name, depth, differs]).toEqual([plane.name, depth, -1]);
      }
    }
  });

  it('has no value outside the PET', () => {
    const small = petOf(() => 100);
    const far = samplePet(
      small,
      ct.geometry,
      planes[0] ?? turned.axial,
      { ...gridOf(ct, turned.axial, [0, 0, 0]), first: [500, 0, 0] },
      noSlab,
    );
    expect(far.every(Number.isNaN)).toBe(true);
  });
});

it('measures the voxels of a PET, not those between', () => {
  const pet = petOf((x, y, z) => (Math.hypot(x - 2, y + 3, z - 15) < 1.6 ? 900 : 100));
  const plane = planeIn(planesOf(ct.geometry.axes).axial, ct.geometry.axes, pet.geometry.axes);
  const corners: Vector3[] = [
    [-6, -11, 14],
    [10, -11, 14],
    [10, 5, 14],
    [-6, 5, 14],
  ];
  const { statistics } = measureOnPlane(pet, plane, noSlab, 'rectangle', corners);
  expect(statistics?.max).toBe(900);
  expect(statistics?.min).toBe(100);
});
