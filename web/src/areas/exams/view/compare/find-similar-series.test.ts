import { expect, it } from 'vitest';
import { findSimilarSeries } from './find-similar-series.ts';

const series = (modality: string, description: string | null, frames = 100) => ({ modality, description, frames });

it('prefers the modality, then the description, then the number of images', () => {
  const lung = series('CT', 'Lung 1.0 B60');
  const prior = [
    series('SR', 'Lung 1.0 B60', 0),
    series('MR', 'Lung 1.0 B60'),
    series('CT', 'Topogram', 1),
    series('CT', 'Abdomen 5.0'),
    series('CT', 'Lung 1.0 B70'),
    series('CT', 'Lung 1.0 B70', 20),
  ];
  expect(findSimilarSeries(lung, prior)).toBe(prior[4]);
  expect(findSimilarSeries(series('CT', null, 2), prior)).toBe(prior[2]);
  expect(findSimilarSeries(series('MR', 'T1'), prior)).toBe(prior[1]);
});

it('returns the first of equal series, and none without images', () => {
  const [one, other] = [series('CT', null), series('CT', null)];
  expect(findSimilarSeries(series('CT', 'Chest'), [one, other])).toBe(one);
  expect(findSimilarSeries(series('CT', 'Chest'), [series('SR', 'Report', 0)])).toBeUndefined();
});
