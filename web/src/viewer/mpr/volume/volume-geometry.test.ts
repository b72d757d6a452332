import { expect, it } from 'vitest';
import { createFrames, createGeometry, values } from './test-frames.ts';
import { createVolumeGeometry } from './volume-geometry.ts';

it('forms a volume in list order, in either direction', () => {
  const { frames, dimensions, spacing, axes } = createGeometry(createFrames(8));
  expect(frames.map(({ imageId }) => imageId)).toEqual(createFrames(8).map(({ imageId }) => imageId));
  expect({ dimensions, spacing }).toEqual({ dimensions: [3, 2, 8], spacing: [0.25, 0.5, 2] });
  expect(axes[2]).toEqual([0, 0, -1]);
});

it('sorts images by position if they are listed in another order', () => {
  const [first, second, third, ...others] = createFrames(9);
  const shuffled = [first, third, second, ...others].filter((frame) => frame !== undefined);
  expect(createGeometry(shuffled).frames.map(({ imageId }) => imageId)).toEqual(
    createFrames(9).map(({ imageId }) => imageId),
  );
});

it.each([
  ['few', createFrames(7)],
  ['color', createFrames(8, (attributes) => ({ ...attributes, '00280004': values('CS', 'RGB') }))],
  [
    'unplaced',
    createFrames(8, (attributes, index) => (index === 3 ? { ...attributes, '00200032': undefined } : attributes)),
  ],
  [
    'sizes',
    createFrames(8, (attributes, index) => (index === 3 ? { ...attributes, '00280010': values('US', 4) } : attributes)),
  ],
  [
    'orientation',
    createFrames(8, (attributes, index) =>
      index === 3 ? { ...attributes, '00200037': values('DS', 0, 1, 0, 1, 0, 0) } : attributes,
    ),
  ],
  [
    'tilted',
    createFrames(8, (attributes, index) => ({ ...attributes, '00200032': values('DS', 0, 3 * index, 2 * index) })),
  ],
  [
    'spacing',
    createFrames(8, (attributes, index) =>
      index > 3 ? { ...attributes, '00200032': values('DS', -10, -20, -index * 2) } : attributes,
    ),
  ],
  ['spacing', createFrames(8, (attributes) => ({ ...attributes, '00200032': values('DS', 0, 0, 0) }))],
])('returns %s for images that form no volume', (fault, frames) => {
  expect(createVolumeGeometry(frames)).toBe(fault);
});

it('forms a volume from rounded positions', () => {
  const rounded = createFrames(40, (attributes, index) => ({
    ...attributes,
    '00200032': values('DS', 0, 0, Math.round(index * 6.25) / 10),
  }));
  expect(createGeometry(rounded).spacing[2]).toBeCloseTo(0.625, 2);
});

/** Images at these places along the normal, in millimeters, with their thickness. */
const framesAt = (places: readonly number[], thicknesses: readonly number[] = []) =>
  createFrames(places.length, (attributes, index) => ({
    ...attributes,
    '00200032': values('DS', 0, 0, places[index] ?? 0),
    ...(thicknesses[index] === undefined ? {} : { '00180050': values('DS', thicknesses[index]) }),
  }));

it('finds missing images, and counts them', () => {
  const { gaps, missingCount, isEven, step } = createGeometry(framesAt([0, 2, 4, 6, 12, 14, 16, 18, 22, 24]));
  expect(gaps.flatMap((isGap, index) => (isGap ? [index] : []))).toEqual([3, 7]);
  expect({ missingCount, isEven, step }).toEqual({ missingCount: 3, isEven: false, step: 2 });
});

it('takes thicker images that are further apart for uneven, not for missing ones', () => {
  const places = [0, 2, 4, 6, 8, 10, 15, 20, 25, 30];
  const thicknesses = places.map((place) => (place < 10 ? 2 : 5));
  expect(createGeometry(framesAt(places, thicknesses))).toMatchObject({
    ...{ isEven: false, missingCount: 0, positions: places },
  });
  expect(createGeometry(framesAt([0, 2, 4, 6, 8, 10, 12, 17])).missingCount).toBe(2);
});

it('finds the tilt of a gantry', () => {
  const tilted = createFrames(8, (attributes, index) => ({
    ...attributes,
    '00200032': values('DS', 0, index, 2 * index),
  }));
  expect(createGeometry(tilted)).toMatchObject({ isEven: true, shear: [0, 0.5] });
});
