import { expect, it } from 'vitest';
import type { Frame } from '../loading/frames.ts';
import { type BlockOfFrames, formVolume } from './form-volume.ts';
import { paintPlane } from './paint-plane.ts';
import { planesOf } from './planes.ts';
import { layPicture, makeVolume } from './volume.ts';

const values = (vr: string, ...all: (number | string)[]) => ({ vr, Value: all });

/** Pictures of 3 columns and 2 rows, 2 mm apart from the head down, unless said otherwise. */
function pictures(count: number, change: (facts: Frame['facts'], place: number) => Frame['facts'] = (facts) => facts) {
  return Array.from({ length: count }, (_, place): Frame => {
    const facts = {
      '00280004': values('CS', 'MONOCHROME2'),
      '00280010': values('US', 2),
      '00280011': values('US', 3),
      '00280030': values('DS', 0.5, 0.25),
      '00280100': values('US', 16),
      '00280103': values('US', 1),
      '00200037': values('DS', 1, 0, 0, 0, 1, 0),
      '00200032': values('DS', -10, -20, 100 - 2 * place),
    };
    return { imageId: `frame:${place}`, instanceUid: `1.${place}`, number: 1, facts: change(facts, place) };
  });
}

function block(frames: readonly Frame[]): BlockOfFrames {
  const formed = formVolume(frames);
  if (typeof formed === 'string') throw new Error(formed);
  return formed;
}

it('forms a volume in the order of its list, whichever way that goes', () => {
  const { frames, counts, spacing, axes } = block(pictures(8));
  expect(frames.map(({ imageId }) => imageId)).toEqual(pictures(8).map(({ imageId }) => imageId));
  expect({ counts, spacing }).toEqual({ counts: [3, 2, 8], spacing: [0.25, 0.5, 2] });
  expect(axes[2]).toEqual([0, 0, -1]);
});

it('puts pictures that are listed in another order where they lie', () => {
  const [first, second, third, ...others] = pictures(9);
  const mixed = [first, third, second, ...others].filter((frame) => frame !== undefined);
  expect(block(mixed).frames.map(({ imageId }) => imageId)).toEqual(pictures(9).map(({ imageId }) => imageId));
});

it.each([
  ['few', pictures(7)],
  ['colour', pictures(8, (facts) => ({ ...facts, '00280004': values('CS', 'RGB') }))],
  ['unplaced', pictures(8, (facts, place) => (place === 3 ? { ...facts, '00200032': undefined } : facts))],
  ['sizes', pictures(8, (facts, place) => (place === 3 ? { ...facts, '00280010': values('US', 4) } : facts))],
  [
    'orientation',
    pictures(8, (facts, place) => (place === 3 ? { ...facts, '00200037': values('DS', 0, 1, 0, 1, 0, 0) } : facts)),
  ],
  ['tilted', pictures(8, (facts, place) => ({ ...facts, '00200032': values('DS', 0, place, 2 * place) }))],
  [
    'spacing',
    pictures(8, (facts, place) => (place > 3 ? { ...facts, '00200032': values('DS', -10, -20, -place * 2) } : facts)),
  ],
  ['spacing', pictures(8, (facts) => ({ ...facts, '00200032': values('DS', 0, 0, 0) }))],
])('says %s of what is no volume', (why, frames) => {
  expect(formVolume(frames)).toBe(why);
});

it('forms a volume of positions that were rounded', () => {
  const rounded = pictures(40, (facts, place) => ({
    ...facts,
    '00200032': values('DS', 0, 0, Math.round(place * 6.25) / 10),
  }));
  expect(block(rounded).spacing[2]).toBeCloseTo(0.625, 2);
});

/** A value tells its column, row and picture. */
function filled(frames: readonly Frame[]) {
  const formed = block(frames);
  const volume = makeVolume(formed, 1_000);
  for (let place = 0; place < frames.length; place++) {
    const all = [0, 1, 2, 10, 11, 12].map((value) => value + place * 20);
    layPicture(volume, place, { values: all, columns: 3, rows: 2 });
  }
  return { volume, planes: planesOf(formed.axes) };
}

const greys = { window: { width: 255, center: 127.5 }, inverted: false };

function seen(name: 'axial' | 'coronal' | 'sagittal', at: number, size: number): number[] {
  const { volume, planes } = filled(pictures(8));
  const pixels = new Uint32Array(size);
  paintPlane(volume, planes[name], at, greys, pixels);
  return [...pixels].map((pixel) => pixel & 0xff);
}

it('shows the three planes as a radiologist holds them: right at the left, front or head above', () => {
  expect(seen('axial', 1, 6)).toEqual([20, 21, 22, 30, 31, 32]);
  expect(seen('coronal', 1, 24).slice(0, 6)).toEqual([10, 11, 12, 30, 31, 32]);
  expect(seen('sagittal', 2, 16).slice(0, 4)).toEqual([2, 12, 22, 32]);
  const { planes } = filled(pictures(8));
  expect(planes.coronal.letters).toEqual({ left: 'R', right: 'L', top: 'H', bottom: 'F' });
  expect(planes.sagittal.letters).toEqual({ left: 'A', right: 'P', top: 'H', bottom: 'F' });
});

it('turns a volume that was taken from the feet up over, so that the head is above', () => {
  const { volume, planes } = filled(
    pictures(8, (facts, place) => ({ ...facts, '00200032': values('DS', 0, 0, place * 2) })),
  );
  const pixels = new Uint32Array(24);
  paintPlane(volume, planes.coronal, 0, greys, pixels);
  expect([...pixels.slice(0, 3)].map((pixel) => pixel & 0xff)).toEqual([140, 141, 142]);
});

it('paints a sagittal series’ own pictures as the sagittal plane', () => {
  const sagittal = pictures(8, (facts, place) => ({
    ...facts,
    '00200037': values('DS', 0, 1, 0, 0, 0, -1),
    '00200032': values('DS', place * 2, 0, 0),
  }));
  const { axes } = block(sagittal);
  expect(planesOf(axes).sagittal.through).toBe(2);
  expect(planesOf(axes).axial.through).toBe(1);
});

it('inverts, and keeps what lies beyond the window black and white', () => {
  const { volume, planes } = filled(pictures(8));
  const pixels = new Uint32Array(6);
  paintPlane(volume, planes.axial, 1, { window: { width: 2, center: 21 }, inverted: true }, pixels);
  expect([...pixels].map((pixel) => pixel & 0xff)).toEqual([255, 127, 0, 0, 0, 0]);
});

it('keeps its bytes within the bound, as means of what became one', () => {
  const frames = pictures(8);
  const volume = makeVolume(block(frames), 50);
  expect(volume).toMatchObject({ coarseness: 2, counts: [2, 1, 8], spacing: [0.5, 1, 2] });
  layPicture(volume, 1, { values: [0, 2, 4, 10, 12, 14], columns: 3, rows: 2 });
  expect([...volume.values.slice(2, 4)]).toEqual([6, 9]);
});

it('keeps fractions where a rescale makes them', () => {
  const frames = pictures(8, (facts) => ({ ...facts, '00281053': values('DS', 0.37) }));
  expect(makeVolume(block(frames), 1_000).values).toBeInstanceOf(Float32Array);
});
