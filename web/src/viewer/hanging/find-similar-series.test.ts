import { expect, it } from 'vitest';
import { rankSimilarSeries } from './find-similar-series.ts';

type Facts = ReturnType<typeof series>;

/** Returns the most similar series, without attributes. */
const findSimilarSeries = (wanted: Facts, candidates: readonly Facts[]) =>
  rankSimilarSeries(
    { series: wanted, attributes: undefined },
    candidates.map((one) => ({ series: one, attributes: undefined })),
  )[0]?.series;

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

it('prefers the same plane to a similar description, and then the same thickness', () => {
  const sagittal = { '00200037': { vr: 'DS', Value: [0, 1, 0, 0, 0, -1] } };
  const axial = (thickness: number) => ({
    '00200037': { vr: 'DS', Value: [1, 0, 0, 0, 1, 0] },
    '00180050': { vr: 'DS', Value: [thickness] },
  });
  const candidates = [
    { series: series('MR', 'T1 tra'), attributes: sagittal },
    { series: series('MR', null), attributes: axial(1) },
    { series: series('MR', null), attributes: axial(5) },
  ];
  const wanted = { series: series('MR', 'T1 axial'), attributes: axial(4) };
  expect(
    rankSimilarSeries(wanted, candidates).map((one) => candidates.findIndex(({ series }) => series === one.series)),
  ).toEqual([2, 1, 0]);
});
