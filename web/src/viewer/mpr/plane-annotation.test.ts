import type { Annotation } from '@medcloud/contract/shapes/annotations';
import { describe, expect, it } from 'vitest';
import { planesShowing, toAnnotation, toPlaneItem } from './plane-annotation.ts';
import { planesOf, turnPlanes } from './planes.ts';
import { along, dot, type Vector3 } from './vector.ts';

const series = { examId: 'exam', seriesUid: '1.2.4', frameOfReference: '1.2.3' };
const on: Annotation['on'] = {
  plane: { frameOfReference: '1.2.3', series: '1.2.4', normal: [0, 0.6, 0.8], thicknessMm: 5, blend: 'average' },
};
const annotation = (fields: Pick<Annotation, 'kind' | 'points' | 'stats'>): Annotation => ({
  id: '018f3c1e-0000-7000-8000-000000000001',
  on,
  label: 'Όζος',
  updatedAt: '2026-11-27T10:00:00.000Z',
  ...fields,
});

describe('toPlaneItem', () => {
  // along (1, 0, 0) and (0, 0.8, -0.6), in the plane of the normal
  it.each<Pick<Annotation, 'kind' | 'points' | 'stats'>>([
    {
      kind: 'length',
      points: [
        [1, 2, 3],
        [4, 2, 3],
      ],
      stats: { scale: 'patient', length: 3 },
    },
    {
      kind: 'angle',
      points: [
        [4, 0, 0],
        [0, 0, 0],
        [0, 4, -3],
      ],
      stats: { scale: 'patient', angle: 90 },
    },
    {
      kind: 'rectangle',
      points: [
        [0, 0, 0],
        [10, 0, 0],
        [10, 4, -3],
        [0, 4, -3],
      ],
      stats: { scale: 'patient', area: 50, mean: 1.5, sd: 1, min: 0, max: 3, unit: 'g/mL{SUVbw}', approximate: true },
    },
    {
      kind: 'ellipse',
      points: [
        [0, 2, -1.5],
        [10, 2, -1.5],
        [5, 0, 0],
        [5, 4, -3],
      ],
      stats: { scale: 'patient', area: 39.27, mean: 40, sd: 9, min: -20, max: 80, unit: "[hnsf'U]" },
    },
    { kind: 'probe', points: [[1, 2, 3]], stats: { scale: 'patient', mean: 41 } },
  ])('keeps a $kind as it is, to the draft and back', (fields) => {
    const item = toPlaneItem(annotation(fields));
    if (!item) throw new Error('It lies in a plane');
    const { updatedAt: _, ...expected } = annotation(fields);
    expect(toAnnotation(item, series)).toEqual(expected);
  });

  it('takes nothing that lies on an image', () => {
    const image = { image: { sop: '1.2', frame: 1 } };
    expect(toPlaneItem({ ...annotation({ kind: 'text', points: [] }), on: image })).toBeUndefined();
  });
});

describe('planesShowing', () => {
  const axes: readonly [Vector3, Vector3, Vector3] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];

  it('turns all planes so that one has the normal, and the others stay at right angles', () => {
    const { name, planes } = planesShowing({ normal: [0, 0.6, 0.8] }, planesOf(axes), axes);
    expect(name).toBe('axial');
    expect(planes.sagittal).toEqual(planesOf(axes).sagittal); // turned about its own normal
    expect(Math.abs(dot(along(planes.axial.normal, axes), [0, 0.6, 0.8]))).toBeCloseTo(1, 9);
    expect(dot(planes.axial.normal, planes.coronal.normal)).toBeCloseTo(0, 9);
    expect(dot(planes.coronal.normal, planes.sagittal.normal)).toBeCloseTo(0, 9);
  });

  it('turns nothing that is straight already', () => {
    const planes = turnPlanes(planesOf(axes), 'sagittal', 30, axes);
    expect(planesShowing({ normal: [-1, 0, 0] }, planes, axes)).toEqual({ name: 'sagittal', planes });
  });
});
