import { describe, expect, it } from 'vitest';
import type { Vector3 } from '../mpr/vector.ts';
import { createPhantomVolume } from '../mpr/volume/test-frames.ts';
import { angleCount, mipDirection, mipSizeOf, mipViewOf, projectMaximum, quantizedMax } from './mip.ts';
import { brightestAt, createMipTask, highestValue, isAcrossBody, toMip } from './mip-source.ts';

/** Two hot voxels in the patient: one at the left and front, near the head, and a weaker one at the back. */
const hot: Vector3 = [24, -16, 56];
const warm: Vector3 = [-8, 20, 20];
const near = (one: Vector3, ...point: Vector3) =>
  Math.max(...one.map((part, axis) => Math.abs(part - (point[axis] ?? 0)))) < 2;

/** Returns a PET of 4 mm voxels, its images from head to feet or from feet to head. */
const petOf = (isHeadFirst: boolean) =>
  createPhantomVolume({
    ...{ columns: 32, rows: 24, spacing: [4, 4], orientation: [1, 0, 0, 0, 1, 0] },
    positions: Array.from({ length: 20 }, (_, index): Vector3 => [-64, -48, isHeadFirst ? 76 - 4 * index : 4 * index]),
    valueAt: (...point) => (near(hot, ...point) ? 1_000 : near(warm, ...point) ? 400 : 10),
  });

describe.each([true, false])('the projection of a PET, head first: %s', (isHeadFirst) => {
  const pet = petOf(isHeadFirst);

  it('shows the highest values at their places from every side', async () => {
    const task = await createMipTask(pet, highestValue(pet));
    const size = mipSizeOf(task);
    for (let angle = 0; angle < angleCount; angle++) {
      const { projection, isMirrored } = mipViewOf(angle);
      const values = projectMaximum(task, projection);
      for (const [point, value] of [
        [hot, 1_000],
        [warm, 400],
      ] as const) {
        const [across, row] = toMip(pet, size, angle, point);
        const column = size.width / 2 + (isMirrored ? -across : across);
        const around = [-1, 0, 1].map(
          (aside) => values[Math.floor(row) * size.width + Math.floor(column) + aside] ?? 0,
        );
        expect(Math.max(...around) / quantizedMax).toBeCloseTo(value / 1_000, 3);
        // half a voxel aside at most
        const found = around.indexOf(Math.max(...around)) - 1 + Math.floor(column) + 0.5;
        expect(Math.abs(found - column)).toBeLessThanOrEqual(1);
      }
    }
  });

  it('leads from a place on the projection to the brightest one behind it', async () => {
    const size = mipSizeOf(await createMipTask(pet, 1_000));
    for (const angle of [0, 7, 18, 29]) {
      const place = brightestAt(pet, size, angle, toMip(pet, size, angle, hot));
      expect(place?.map((part, axis) => Math.abs(part - (hot[axis] ?? 0)) <= 2)).toEqual([true, true, true]);
    }
  });
});

it('has no holes: a body of one value is seen with that value from every side', async () => {
  const pet = createPhantomVolume({
    ...{ columns: 40, rows: 40, spacing: [3, 3], orientation: [1, 0, 0, 0, 1, 0] },
    positions: Array.from({ length: 8 }, (_, index): Vector3 => [-58.5, -58.5, 3 * index]),
    valueAt: (x, y) => (Math.hypot(x, y) < 50 ? 700 : 0),
  });
  const task = await createMipTask(pet, 700);
  const { width } = mipSizeOf(task);
  for (let angle = 0; angle < angleCount / 2; angle++) {
    const row = projectMaximum(task, angle).subarray(0, width);
    const inside = [...row.entries()].filter(([column]) => Math.abs(column + 0.5 - width / 2) < 14);
    expect(inside.every(([, value]) => value === quantizedMax)).toBe(true);
  }
});

it('looks from the front first, then from the patient’s left', () => {
  expect(mipDirection(0)).toEqual([1, 0]); // the patient's left is on the right
  const [left, back] = mipDirection(9);
  expect([Math.round(left), Math.round(back)]).toEqual([0, 1]);
});

it('turns only about the body', () => {
  const coronal = createPhantomVolume({
    ...{ columns: 8, rows: 8, spacing: [4, 4], orientation: [1, 0, 0, 0, 0, -1], valueAt: () => 1 },
    positions: Array.from({ length: 8 }, (_, index): Vector3 => [0, 4 * index, 0]),
  });
  expect([isAcrossBody(petOf(true)), isAcrossBody(coronal)]).toEqual([true, false]);
});
