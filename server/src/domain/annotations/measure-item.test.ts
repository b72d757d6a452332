import type { Annotation } from '@medcloud/contract';
import { describe, expect, it } from 'vitest';
import { type AnnotatedImages, type ImageFacts, readCorners } from './image-facts.ts';
import { measureItem } from './measure-item.ts';

const image: ImageFacts = {
  studyUid: '1.2.1',
  seriesUid: '1.2.2',
  sop: '1.2.3',
  sopClass: '1.2.840.10008.5.1.4.1.1.2',
  modality: 'CT',
  rows: 200,
  columns: 100,
  frames: 1,
  frameOfReference: '1.2.4',
  isGray: true,
  rescale: null,
  patientSpacings: [{ across: 0.5, down: 2 }],
  detectorSpacing: null,
  regions: [],
  // the first and the last of ten images, 10 mm apart
  corners: [0, 90].flatMap((z): ImageFacts['corners'][number][] => [
    [0, 0, z],
    [50, 0, z],
    [0, 400, z],
    [50, 400, z],
  ]),
  sliceCount: 10,
};
const imagesOf = (facts: Partial<ImageFacts> = {}): AnnotatedImages => {
  const one = { ...image, ...facts };
  return { images: new Map([[one.sop, one]]), series: new Map([[one.seriesUid, [one]]]), headers: new Map() };
};
const item = (fields: Partial<Annotation>): Annotation => ({
  id: '018f3c1e-0000-7000-8000-000000000001',
  kind: 'length',
  on: { image: { sop: image.sop, frame: 1 } },
  points: [],
  updatedAt: '2026-11-27T10:00:00.000Z',
  ...fields,
});
const plane = (points: Annotation['points'], fields: Partial<Annotation> = {}) =>
  item({
    on: {
      plane: { frameOfReference: '1.2.4', series: '1.2.2', normal: [0, 0, 1], thicknessMm: 0, blend: 'none' },
    },
    points,
    ...fields,
  });

describe('measureItem', () => {
  it.each<[Annotation['kind'], Annotation['points'], object]>([
    // 6 columns are 3 mm, 2 rows are 4 mm
    [
      'length',
      [
        [1, 1],
        [7, 3],
      ],
      { length: 5 },
    ],
    [
      'angle',
      [
        [2, 0],
        [0, 0],
        [0, 2],
      ],
      { angle: 90 },
    ],
    // in millimeters (1, 0) and (1, 1), in pixels (2, 0) and (2, 0.5)
    [
      'angle',
      [
        [2, 0],
        [0, 0],
        [2, 0.5],
      ],
      { angle: 45 },
    ],
    [
      'cobb',
      [
        [0, 0],
        [10, 0],
        [0, 50],
        [10, 52.5],
      ],
      { angle: 45 },
    ],
    [
      'rectangle',
      [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
      { area: 12 },
    ],
    [
      'ellipse',
      [
        [0, 5],
        [8, 5],
        [4, 4],
        [4, 6],
      ],
      { area: Math.PI * 4 },
    ],
    ['probe', [[0.5, 0.5]], {}],
    ['key-image', [], {}],
  ])('measures %s with pixels that are not square', (kind, points, expected) => {
    const { scale, ...geometry } = measureItem(item({ kind, points }), imagesOf()) ?? { scale: 'none' };
    expect(scale).toBe('patient');
    expect(Object.keys(geometry)).toEqual(Object.keys(expected));
    for (const [name, value] of Object.entries(expected))
      expect(geometry).toHaveProperty(name, expect.closeTo(value, 9));
  });

  it('takes the scale of the item, and only one that the file has', () => {
    const points: Annotation['points'] = [
      [0, 0],
      [4, 0],
    ];
    const lengthIn = (scale: 'patient' | 'detector' | 'region' | 'pixels', facts: Partial<ImageFacts>) =>
      measureItem(item({ points, stats: { scale } }), imagesOf(facts))?.length;
    expect(lengthIn('pixels', {})).toBe(4);
    expect(lengthIn('detector', { detectorSpacing: { across: 0.25, down: 0.25 } })).toBe(1);
    expect(lengthIn('patient', { patientSpacings: [null] })).toBeUndefined();
    expect(lengthIn('detector', { patientSpacings: [null] })).toBeUndefined();
    expect(lengthIn('region', {})).toBeUndefined();
  });

  it('measures in the region of an ultrasound image that has all points', () => {
    const left = { left: 0, top: 0, right: 50, bottom: 200, spacing: { across: 0.1, down: 0.1 } };
    const right = { left: 50, top: 0, right: 100, bottom: 200, spacing: { across: 0.2, down: 0.2 } };
    const facts = { regions: [left, right], patientSpacings: [null] };
    const lengthOf = (points: Annotation['points'], scale: 'region' | 'pixels' = 'region') =>
      measureItem(item({ points, stats: { scale } }), imagesOf(facts))?.length;
    expect(
      lengthOf([
        [60, 0],
        [70, 0],
      ]),
    ).toBeCloseTo(2, 9);
    expect(
      lengthOf([
        [40, 0],
        [70, 0],
      ]),
    ).toBeUndefined();
  });

  it('takes the spacing of the frame', () => {
    const facts = {
      frames: 2,
      patientSpacings: [
        { across: 1, down: 1 },
        { across: 3, down: 3 },
      ],
    };
    const on = { image: { sop: image.sop, frame: 2 } };
    expect(
      measureItem(
        item({
          on,
          points: [
            [0, 0],
            [1, 0],
          ],
        }),
        imagesOf(facts),
      )?.length,
    ).toBe(3);
    expect(measureItem(item({ on: { image: { sop: image.sop, frame: 3 } } }), imagesOf(facts))).toBeNull();
  });

  it('measures on a plane in millimeters, between the series’ outer images', () => {
    const length = (points: Annotation['points'], fields: Partial<Annotation> = {}, facts: Partial<ImageFacts> = {}) =>
      measureItem(plane(points, fields), imagesOf(facts))?.length;
    const across: Annotation['points'] = [
      [1, 2, 9],
      [4, 6, 9],
    ];
    expect(length(across)).toBe(5);
    const beyond = (z: number) => length(across.map(([x, y]): [number, number, number] => [x, y, z]));
    expect([beyond(100), beyond(102), beyond(-10), beyond(-12)]).toEqual([5, undefined, 5, undefined]);
    expect(
      length([
        [1, 2, 9],
        [60, 2, 9],
      ]),
    ).toBeUndefined();
    // not in one plane of the normal
    expect(
      length([
        [1, 2, 9],
        [3, 5, 15],
      ]),
    ).toBeUndefined();
    expect(length(across, { stats: { scale: 'pixels' } })).toBeUndefined();
    expect(length(across, {}, { frameOfReference: '1.2.9' })).toBeUndefined();
    expect(length(across, {}, { corners: [] })).toBeUndefined();
  });

  it('measures on the planes of an image whose frames have their own places', () => {
    const place = (z: number) => ({
      '00209113': { vr: 'SQ', Value: [{ '00200032': { vr: 'DS', Value: [0, 0, z] } }] },
    });
    const shared = {
      '00209116': { vr: 'SQ', Value: [{ '00200037': { vr: 'DS', Value: [1, 0, 0, 0, 1, 0] } }] },
      '00289110': { vr: 'SQ', Value: [{ '00280030': { vr: 'DS', Value: [0.5, 0.5] } }] },
    };
    const header = {
      '00200052': { vr: 'UI', Value: ['1.2.4'] },
      '52009229': { vr: 'SQ', Value: [shared] },
      '52009230': { vr: 'SQ', Value: [place(0), place(10), place(20)] },
    };
    const corners = readCorners(header, { rows: 10, columns: 20 });
    expect(corners).toHaveLength(12);
    expect(corners.at(-1)).toEqual([9.75, 4.75, 20]);
  });
});
