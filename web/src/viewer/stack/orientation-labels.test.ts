import { expect, it } from 'vitest';
import { orientationLabelsOf } from './orientation-labels.ts';

it('labels the patient’s sides of an axial image seen from the feet', () => {
  const edges = { left: [-100, 0, 0], right: [100, 0, 0], top: [0, -100, 0], bottom: [0, 100, 0] };
  expect(orientationLabelsOf(edges)).toEqual({ left: 'R', right: 'L', top: 'A', bottom: 'P' });
});

it('labels an oblique image with both directions, the stronger first', () => {
  const edges = { left: [0, 0, 0], right: [80, 0, 60], top: [0, -1, 0], bottom: [0, 1, 0] };
  expect(orientationLabelsOf(edges)).toMatchObject({ right: 'LH', left: 'RF' });
});
