import type { DataSet } from '@medcloud/dicom/json';
import { describe, expect, it } from 'vitest';
import { scaleOf } from './image-scale.ts';

const spacing = (row: number, column: number) => ({ vr: 'DS', Value: [row, column] });
const region = (left: number, right: number, unit: number, delta: number): DataSet => ({
  '00186018': { Value: [left] },
  '0018601A': { Value: [0] },
  '0018601C': { Value: [right] },
  '0018601E': { Value: [99] },
  '00186024': { Value: [unit] },
  '00186026': { Value: [3] },
  '0018602C': { Value: [delta] },
  '0018602E': { Value: [-delta * 2] },
});
const none = { across: 1, down: 1, source: 'pixels' };

describe('scaleOf', () => {
  it.each<[string, DataSet, object]>([
    ['the patient', { '00280030': spacing(0.7, 0.5) }, { across: 0.5, down: 0.7, source: 'patient' }],
    ['the detector', { '00181164': spacing(0.2, 0.1) }, { across: 0.1, down: 0.2, source: 'detector' }],
    ['a scanned film', { '00182010': spacing(0.2, 0.1) }, { across: 0.1, down: 0.2, source: 'detector' }],
    [
      'the detector, copied to the patient',
      { '00280030': spacing(0.2, 0.1), '00181164': spacing(0.2, 0.1) },
      { across: 0.1, down: 0.2, source: 'detector' },
    ],
    [
      'a calibration',
      { '00280030': spacing(0.2, 0.1), '00181164': spacing(0.2, 0.1), '00280A02': { Value: ['FIDUCIAL'] } },
      { across: 0.1, down: 0.2, source: 'patient' },
    ],
    [
      'a corrected magnification',
      { '00280030': spacing(0.2, 0.1), '00181164': spacing(0.25, 0.15) },
      { across: 0.1, down: 0.2, source: 'patient' },
    ],
    ['nothing', {}, none],
    ['a spacing of zero', { '00280030': spacing(0, 0.5) }, none],
  ])('reads the scale of %s', (_, attributes, expected) => {
    expect(scaleOf(attributes, [[1, 1]])).toEqual(expected);
  });

  const ultrasound: DataSet = {
    '00280030': spacing(9, 9),
    '00186011': { Value: [region(0, 49, 3, 0.02), region(60, 99, 4, 0.02)] },
  };

  it('reads the scale of the ultrasound region that has all points, up to its last pixel', () => {
    const scale = scaleOf(ultrasound, [
      [0, 0],
      [50, 100],
    ]);
    expect(scale).toMatchObject({ source: 'region' });
    expect(scale?.across).toBeCloseTo(0.2, 9);
    expect(scale?.down).toBeCloseTo(0.4, 9);
  });

  it('has none across two regions, or across the edge of one', () => {
    for (const [x, y] of [
      [70, 20],
      [55, 20],
    ] as const)
      expect(
        scaleOf(ultrasound, [
          [10, 10],
          [x, y],
        ]),
      ).toBeUndefined();
  });

  it('counts pixels where a direction is a time, and outside the regions', () => {
    expect(scaleOf(ultrasound, [[70, 20]])).toEqual(none);
    expect(scaleOf(ultrasound, [[55, 20]])).toEqual(none);
  });
});
