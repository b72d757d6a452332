import type { DataSet } from '@medcloud/dicom/json';
import { expect, it } from 'vitest';
import { planeNameOf } from './image-plane.ts';
import { referenceLineOf } from './reference-line.ts';

const image = (position: number[], orientation: number[], frameOfReference = '1.2'): DataSet => ({
  '00200032': { vr: 'DS', Value: position },
  '00200037': { vr: 'DS', Value: orientation },
  '00200052': { vr: 'UI', Value: [frameOfReference] },
  '00280030': { vr: 'DS', Value: [2, 1] },
  '00280010': { vr: 'US', Value: [51] },
  '00280011': { vr: 'US', Value: [101] },
});
const axial = [1, 0, 0, 0, 1, 0];
const sagittal = [0, 1, 0, 0, 0, -1];

it('crosses an axial image at the place of a sagittal one, within both', () => {
  // the sagittal image lies at x = 30, from y = -20 to 80 and z = 10 to -90
  const line = referenceLineOf(image([30, -20, 10], sagittal), image([0, 0, -5], axial));
  const [a, b] = [...(line ?? [])].toSorted((one, other) => one[1] - other[1]);
  expect(a?.map((value) => value + 0)).toEqual([30, 0, -5]);
  expect(b?.map((value) => value + 0)).toEqual([30, 80, -5]);
});

it('has no line for parallel, distant, and unrelated images', () => {
  const target = image([0, 0, -5], axial);
  expect(referenceLineOf(image([0, 0, 5], axial), target)).toBeNull();
  expect(referenceLineOf(image([30, 0, -50], sagittal), target)).toBeNull();
  expect(referenceLineOf(image([300, 0, 10], sagittal), target)).toBeNull();
  expect(referenceLineOf(image([30, 0, 10], sagittal, '1.3'), target)).toBeNull();
  expect(referenceLineOf({}, target)).toBeNull();
});

it('names the plane of the body that is nearest', () => {
  expect([axial, sagittal, [1, 0, 0, 0, 0.2, -0.98], []].map((one) => planeNameOf(image([0, 0, 0], one)))).toEqual([
    'axial',
    'sagittal',
    'coronal',
    undefined,
  ]);
});
