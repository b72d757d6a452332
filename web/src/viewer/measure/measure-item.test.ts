import type { DataSet } from '@medcloud/dicom/json';
import { describe, expect, it } from 'vitest';
import { hounsfield, measureItem, valueUnitOf } from './measure-item.ts';

const ct: DataSet = { '00080060': { Value: ['CT'] }, '00280030': { Value: [2, 0.5] } };
const pixels = { values: Int16Array.from({ length: 100 }, (_, index) => index % 10), columns: 10, rows: 10 };

describe('measureItem', () => {
  it('measures lengths, angles and areas in millimeters of the patient, and values in HU', () => {
    const image = { attributes: ct, pixels };
    const length = measureItem('length', [[1, 1], [7, 3]], image); // biome-ignore format: a row of points
    expect(length).toEqual({ scale: 'patient', length: 5 });
    const angle = measureItem('angle', [[5, 1], [1, 1], [5, 2]], image); // biome-ignore format: a row of points
    expect(angle).toEqual({ scale: 'patient', angle: 45 });
    const area = measureItem('rectangle', [[0, 0], [4, 0], [4, 2], [0, 2]], image); // biome-ignore format: a row of points
    expect(area).toMatchObject({ scale: 'patient', area: 8, mean: 1.5, min: 0, max: 3, unit: hounsfield });
    expect(measureItem('probe', [[4.2, 1]], image)).toEqual({ scale: 'patient', mean: 4, unit: hounsfield });
  });

  it('measures no values in a picture of colors, and nothing for a text', () => {
    const image = { attributes: ct, pixels: undefined };
    expect(measureItem('ellipse', [[0, 2], [4, 2], [2, 0], [2, 4]], image)).toEqual({ scale: 'patient', area: 4 * Math.PI }); // biome-ignore format: a row of points
    expect(measureItem('probe', [[1, 1]], image)).toEqual({ scale: 'patient' });
    expect(measureItem('text', [[1, 1]], image)).toBeUndefined();
  });
});

describe('valueUnitOf', () => {
  it.each<[DataSet, string | undefined]>([
    [ct, hounsfield],
    [{ ...ct, '00281054': { Value: ['HU'] } }, hounsfield],
    [{ ...ct, '00281054': { Value: ['US'] } }, undefined],
    [{ ...ct, '00281054': { Value: ['Z_EFF'] } }, 'Z_EFF'],
    [{ '00080060': { Value: ['MR'] } }, undefined],
    [{ '00080060': { Value: ['PT'] }, '00541001': { Value: ['BQML'] } }, 'Bq/mL'],
    [{ '00080060': { Value: ['PT'] }, '00541001': { Value: ['PROPCPS'] } }, 'PROPCPS'],
  ])('reads the unit of %j', (attributes, unit) => {
    expect(valueUnitOf(attributes)).toBe(unit);
  });
});
