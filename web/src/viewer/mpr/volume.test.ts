import { expect, it } from 'vitest';
import type { Frame } from '../loading/frames.ts';
import { planesOf } from './planes.ts';
import { renderPlane } from './render-plane.ts';
import { createVolume, setImage } from './volume.ts';
import { createVolumeGeometry, type VolumeGeometry } from './volume-geometry.ts';

const values = (vr: string, ...all: (number | string)[]) => ({ vr, Value: all });

/** Images of 3 columns and 2 rows, 2 mm apart from head to feet. `change` modifies their attributes. */
function createFrames(
  count: number,
  change: (attributes: Frame['attributes'], index: number) => Frame['attributes'] = (attributes) => attributes,
) {
  return Array.from({ length: count }, (_, index): Frame => {
    const attributes = {
      '00280004': values('CS', 'MONOCHROME2'),
      '00280010': values('US', 2),
      '00280011': values('US', 3),
      '00280030': values('DS', 0.5, 0.25),
      '00280100': values('US', 16),
      '00280103': values('US', 1),
      '00200037': values('DS', 1, 0, 0, 0, 1, 0),
      '00200032': values('DS', -10, -20, 100 - 2 * index),
    };
    return { imageId: `frame:${index}`, instanceUid: `1.${index}`, number: 1, attributes: change(attributes, index) };
  });
}

function createGeometry(frames: readonly Frame[]): VolumeGeometry {
  const geometry = createVolumeGeometry(frames);
  if (typeof geometry === 'string') throw new Error(geometry);
  return geometry;
}

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
    createFrames(8, (attributes, index) => ({ ...attributes, '00200032': values('DS', 0, index, 2 * index) })),
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

/** Each value encodes its column, row and image. */
function createFilledVolume(frames: readonly Frame[]) {
  const geometry = createGeometry(frames);
  const volume = createVolume(geometry, 1_000);
  for (let index = 0; index < frames.length; index++) {
    const all = [0, 1, 2, 10, 11, 12].map((value) => value + index * 20);
    setImage(volume, index, { values: all, columns: 3, rows: 2 });
  }
  return { volume, planes: planesOf(geometry.axes) };
}

const voi = { window: { width: 255, center: 127.5 }, isInverted: false };

function renderedValues(name: 'axial' | 'coronal' | 'sagittal', index: number, size: number): number[] {
  const { volume, planes } = createFilledVolume(createFrames(8));
  const pixels = new Uint32Array(size);
  renderPlane(volume, planes[name], index, voi, pixels);
  return [...pixels].map((pixel) => pixel & 0xff);
}

it('renders the three planes in radiological orientation: right on the left, front or head at the top', () => {
  expect(renderedValues('axial', 1, 6)).toEqual([20, 21, 22, 30, 31, 32]);
  expect(renderedValues('coronal', 1, 24).slice(0, 6)).toEqual([10, 11, 12, 30, 31, 32]);
  expect(renderedValues('sagittal', 2, 16).slice(0, 4)).toEqual([2, 12, 22, 32]);
  const { planes } = createFilledVolume(createFrames(8));
  expect(planes.coronal.orientationLabels).toEqual({ left: 'R', right: 'L', top: 'H', bottom: 'F' });
  expect(planes.sagittal.orientationLabels).toEqual({ left: 'A', right: 'P', top: 'H', bottom: 'F' });
});

it('flips a volume acquired from feet to head, so the head is at the top', () => {
  const { volume, planes } = createFilledVolume(
    createFrames(8, (attributes, index) => ({ ...attributes, '00200032': values('DS', 0, 0, index * 2) })),
  );
  const pixels = new Uint32Array(24);
  renderPlane(volume, planes.coronal, 0, voi, pixels);
  expect([...pixels.slice(0, 3)].map((pixel) => pixel & 0xff)).toEqual([140, 141, 142]);
});

it('uses a sagittal series’ own images as the sagittal plane', () => {
  const sagittal = createFrames(8, (attributes, index) => ({
    ...attributes,
    '00200037': values('DS', 0, 1, 0, 0, 0, -1),
    '00200032': values('DS', index * 2, 0, 0),
  }));
  const { axes } = createGeometry(sagittal);
  expect(planesOf(axes).sagittal.through).toBe(2);
  expect(planesOf(axes).axial.through).toBe(1);
});

it('inverts values, and clips values outside the window to black and white', () => {
  const { volume, planes } = createFilledVolume(createFrames(8));
  const pixels = new Uint32Array(6);
  renderPlane(volume, planes.axial, 1, { window: { width: 2, center: 21 }, isInverted: true }, pixels);
  expect([...pixels].map((pixel) => pixel & 0xff)).toEqual([255, 127, 0, 0, 0, 0]);
});

it('limits its bytes by averaging neighboring values', () => {
  const frames = createFrames(8);
  const volume = createVolume(createGeometry(frames), 50);
  expect(volume).toMatchObject({ coarseness: 2, dimensions: [2, 1, 8], spacing: [0.5, 1, 2] });
  setImage(volume, 1, { values: [0, 2, 4, 10, 12, 14], columns: 3, rows: 2 });
  expect([...volume.values.slice(2, 4)]).toEqual([6, 9]);
});

it('stores fractions if the rescale slope gives them', () => {
  const frames = createFrames(8, (attributes) => ({ ...attributes, '00281053': values('DS', 0.37) }));
  expect(createVolume(createGeometry(frames), 1_000).values).toBeInstanceOf(Float32Array);
});
