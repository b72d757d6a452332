import type { DataSet } from '@medcloud/dicom/json';
import { readSegmentation } from '@medcloud/dicom/segmentation';
import { readStructureSet } from '@medcloud/dicom/structure-set';
import metadata from '@medcloud/dicom/test/objects/metadata.json' with { type: 'json' };
import segmentations from '@medcloud/dicom/test/objects/segmentations.json' with { type: 'json' };
import structures from '@medcloud/dicom/test/objects/structures.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import type { Frame } from '../loading/frames.ts';
import { readOverlay } from './exam-overlays.ts';
import { findOverlayImage } from './find-overlay-image.ts';
import { overlayImageOf } from './overlay-image.ts';
import { contoursOnImage } from './place-contours.ts';
import { cornersOf, framesOnImage } from './place-segments.ts';

const metadataOf = (name: string): DataSet =>
  Object.entries<DataSet>(metadata).find(([one]) => one === name)?.[1] ?? {};
const frames: Frame[] = [1, 2, 3, 4, 5].map((image) => ({
  ...{ imageId: `frame:${image}`, instanceUid: `2.25.77001.2.${image}`, number: 1 },
  attributes: metadataOf(`ct-${image}.dcm`),
}));
const images = frames.flatMap((_, index) => overlayImageOf(frames, index) ?? []);
const segmentationOf = (name: string) => {
  const segmentation = readSegmentation(metadataOf(`seg-${name}.dcm`));
  if (!segmentation) throw new Error(`${name} is not readable`);
  return segmentation;
};
/** The same images, as another series of the same frame of reference that is shifted by some mm. */
const shifted = (mm: number, changes = {}): Frame[] =>
  frames.map((frame, index) => ({
    ...frame,
    instanceUid: `1.2.${index}`,
    attributes: {
      ...frame.attributes,
      '00200032': { vr: 'DS', Value: [-20, -30, 100 + 2.5 * index + mm] },
      ...changes,
    },
  }));
const imagesOf = (list: readonly Frame[]) => list.flatMap((_, index) => overlayImageOf(list, index) ?? []);

describe('segments', () => {
  it.each(['binary', 'placed'] as const)('lie on the images that pydicom names: %s', (name) => {
    const segmentation = segmentationOf(name);
    for (const image of images)
      expect(framesOnImage(segmentation, image).map(({ number }) => number)).toEqual(
        segmentations[name].filter((one) => one.image === image.sop).map(({ frame }) => frame),
      );
  });

  it('lie on the images of another series at their place, within half a step', () => {
    const segmentation = segmentationOf('binary');
    const numbers = (mm: number, changes = {}) =>
      imagesOf(shifted(mm, changes)).map((image) => framesOnImage(segmentation, image).map(({ number }) => number));
    const own = images.map((image) => framesOnImage(segmentation, image).map(({ number }) => number));
    expect(numbers(1.2)).toEqual(own);
    expect(numbers(-1.2)).toEqual(own);
    expect(numbers(1.4)).toEqual([...own.slice(1), []]);
    expect(numbers(0, { '00200037': { vr: 'DS', Value: [1, 0, 0, 0, 0, -1] } }).flat()).toEqual([]);
  });

  it('are not drawn in another frame of reference', () => {
    const elsewhere = segmentationOf('elsewhere');
    expect(images.flatMap((image) => framesOnImage(elsewhere, image))).toEqual([]);
    const others = imagesOf(shifted(0, { '00200052': { vr: 'UI', Value: ['1.2.3'] } }));
    expect(others.flatMap((image) => framesOnImage(segmentationOf('placed'), image))).toEqual([]);
  });

  it('have corners half a pixel outside the first and last one', () => {
    const segmentation = segmentationOf('binary');
    const [frame] = segmentation.frames;
    const [origin, right, bottom] = (frame && cornersOf(frame, segmentation)) ?? [];
    expect(origin).toEqual([-20.4, -30.75, 100]);
    expect(right?.[0]).toBeCloseTo(-20.4 + 33 * 0.8, 9);
    expect(bottom?.[1]).toBeCloseTo(-30.75 + 25 * 1.5, 9);
  });
});

describe('contours', () => {
  const { regions } = readStructureSet(metadataOf('rtstruct.dcm'));

  it('lie where the inverse of the image’s matrix puts them, on the images that they name or are nearest to', () => {
    for (const region of regions)
      for (const image of images) {
        const placed = contoursOnImage(region, image);
        const expected = structures.filter((one) => one.region === region.number && one.image === image.sop);
        expect(placed).toHaveLength(expected.length);
        for (const [index, contour] of placed.entries())
          for (const [at, [column, row]] of contour.points.entries()) {
            expect(Math.abs(column - (expected[index]?.points[at]?.[0] ?? Number.NaN))).toBeLessThan(0.001);
            expect(Math.abs(row - (expected[index]?.points[at]?.[1] ?? Number.NaN))).toBeLessThan(0.001);
          }
      }
  });

  it('are not drawn in another frame of reference', () => {
    const others = imagesOf(shifted(0, { '00200052': { vr: 'UI', Value: ['1.2.3'] } }));
    expect(others.flatMap((image) => regions.flatMap((region) => contoursOnImage(region, image)))).toEqual([]);
  });
});

it('finds the middle image of an item', () => {
  const series = {
    ...{ examId: 'e', studyUid: '1', seriesUid: '2', studyDescription: null, studyDate: null, modality: 'SEG' },
    ...{ number: 1, description: null, instances: 1, frames: 8, hasThumbnail: false },
  };
  const find = (name: string, item: number) => {
    const object = readOverlay(series, metadataOf(name));
    const found = object?.items[item];
    return object && found && findOverlayImage(found, object, frames);
  };
  expect([find('seg-binary.dcm', 0), find('seg-binary.dcm', 1)]).toEqual([2, 2]);
  expect([find('rtstruct.dcm', 0), find('rtstruct.dcm', 1), find('rtstruct.dcm', 2)]).toEqual([2, 2, undefined]);
  expect(readOverlay(series, frames[0]?.attributes ?? {})).toBeUndefined();
});
