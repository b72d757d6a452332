import type { DataSet } from '@medcloud/dicom/json';
import { expect, it } from 'vitest';
import { findFusionPair } from './find-fusion-pair.ts';

interface Facts {
  readonly frame?: string;
  readonly images?: number;
  readonly corrections?: readonly string[];
  readonly isPlaced?: boolean;
}

const seriesOf = (name: string, modality: string, facts: Facts = {}) => {
  const { frame = '1.9', images = 10, corrections = ['DECY', 'ATTN'], isPlaced = true } = facts;
  const attributes: DataSet = {
    ...(frame ? { '00200052': { vr: 'UI', Value: [frame] } } : {}),
    ...(isPlaced ? { '00200032': { vr: 'DS', Value: [0, 0, 0] } } : {}),
    '00280051': { vr: 'CS', Value: [...corrections] },
  };
  return { series: { name, modality }, metadata: Array.from({ length: images }, () => attributes) };
};

const namesOf = (...all: ReturnType<typeof seriesOf>[]) => {
  const found = findFusionPair(all);
  return typeof found === 'object' ? [found.ct.name, found.pet.name] : found;
};

it('pairs the corrected PET with the largest CT of its frame of reference', () => {
  const uncorrected = seriesOf('NAC', 'PT', { corrections: ['DECY'] });
  const scout = seriesOf('scout', 'CT', { images: 2 });
  const others = [uncorrected, scout, seriesOf('lung', 'CT', { images: 9 }), seriesOf('old', 'CT', { frame: '1.8' })];
  expect(namesOf(...others, seriesOf('body', 'CT'), seriesOf('AC', 'PT'))).toEqual(['body', 'AC']);
  expect(namesOf(uncorrected, seriesOf('body', 'CT'))).toEqual(['body', 'NAC']);
});

it('tells why PET and CT do not lie over each other', () => {
  expect(namesOf(seriesOf('CT', 'CT'), seriesOf('PET', 'PT', { frame: '1.8' }))).toBe('frameOfReference');
  expect(namesOf(seriesOf('CT', 'CT', { frame: '' }), seriesOf('PET', 'PT', { frame: '' }))).toBe('frameOfReference');
  expect(namesOf(seriesOf('CT', 'CT'), seriesOf('PET', 'PT', { isPlaced: false }))).toBe('unplaced');
});

it('finds nothing in an exam without PET or without CT', () => {
  expect(namesOf(seriesOf('CT', 'CT'))).toBeUndefined();
  expect(namesOf(seriesOf('PET', 'PT'), seriesOf('MR', 'MR'))).toBeUndefined();
});
