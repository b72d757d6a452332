import type { DataSet } from '@medcloud/dicom/json';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../loading/frames.ts';
import { cineDelayOf, cineRateOf } from './cine-timing.ts';

const clip = (attributes: DataSet, count = 4): Frame[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ imageId: `frame:${index}`, instanceUid: '1.2', number: index + 1, attributes },
  }));
const number = (value: number) => ({ vr: 'DS', Value: [value] });
const vector = { '00181065': { vr: 'DS', Value: [0, 20, 60, 40] } };

describe('cineRateOf', () => {
  it.each<[string, DataSet, number]>([
    ['Frame Time', { '00181063': number(33.333), '00180040': number(10) }, 30.0003],
    ['a Frame Time of a slow clip', { '00181063': number(120) }, 8.333],
    ['the mean of Frame Time Vector', { ...vector, '00181063': number(10) }, 25],
    ['Cine Rate', { '00180040': number(12), '00082144': number(20) }, 12],
    ['Recommended Display Frame Rate', { '00082144': number(20) }, 20],
    ['nothing', {}, 15],
    ['a Frame Time of 0', { '00181063': number(0), '00180040': number(10) }, 10],
    ['a vector of no numbers', { '00181065': { vr: 'DS', Value: ['x', null, -4] } }, 15],
    ['an impossible rate', { '00181063': number(0.001) }, 60],
  ])('takes %s', (_, attributes, rate) => expect(cineRateOf(clip(attributes))).toBeCloseTo(rate, 2));
});

describe('cineDelayOf', () => {
  it('shows each frame until the next one was taken, and the last one for the mean', () => {
    expect([0, 1, 2, 3].map((index) => cineDelayOf(clip(vector), index, 25))).toEqual([20, 60, 40, 40]);
  });

  it('keeps the ratios at another speed', () => {
    expect([0, 1, 2, 3].map((index) => cineDelayOf(clip(vector), index, 5))).toEqual([100, 300, 200, 200]);
  });

  it('shows all frames equally long without a vector, and between two clips', () => {
    expect([0, 3].map((index) => cineDelayOf(clip({ '00181063': number(40) }), index, 25))).toEqual([40, 40]);
    const two = [...clip(vector, 1), ...clip(vector, 2).map((frame) => ({ ...frame, instanceUid: '1.3' }))];
    expect([0, 1, 2].map((index) => cineDelayOf(two, index, 10))).toEqual([100, 100, 100]);
  });
});
