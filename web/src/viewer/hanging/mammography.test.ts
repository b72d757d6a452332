import { expect, it } from 'vitest';
import type { DataSet } from '../dicom-json.ts';
import type { PaneSeries } from '../loading/series-source.ts';
import { hangMammogram, type SeriesMetadata } from './mammography.ts';

const seriesOf = (seriesUid: string): PaneSeries => ({
  examId: 'exam',
  studyUid: '1.2',
  seriesUid,
  studyDescription: null,
  studyDate: null,
  modality: 'MG',
  number: 1,
  description: null,
  instances: 1,
  frames: 1,
  hasThumbnail: true,
});

const image = (side: string, view: string, rows: string): DataSet => ({
  '00200062': { vr: 'CS', Value: [side] },
  '00185101': { vr: 'CS', Value: [view] },
  '00200020': { vr: 'CS', Value: [rows, 'F'] },
});
const coded = (side: string, code: string): DataSet => ({
  '00200060': { vr: 'CS', Value: [side] },
  '00540220': { vr: 'SQ', Value: [{ '00080100': { vr: 'SH', Value: [code] } }] },
});
const views = [image('L', 'MLO', 'P'), image('R', 'CC', 'P'), image('L', 'CC', 'A'), image('R', 'MLO', 'A')];

const describeHanging = (exam: readonly SeriesMetadata[]) =>
  hangMammogram(exam)?.map(({ series, index, isFlipped }) => [series.seriesUid, index, isFlipped]);

it('hangs four series, or one of four images, with the chest walls in the middle', () => {
  const four = views.map((attributes, index) => ({ series: seriesOf(String(index)), metadata: [attributes] }));
  expect(describeHanging(four)).toEqual([
    ['1', 0, false],
    ['2', 0, false],
    ['3', 0, true],
    ['0', 0, true],
  ]);
  expect(describeHanging([{ series: seriesOf('all'), metadata: views }])).toEqual([
    ['all', 1, false],
    ['all', 2, false],
    ['all', 3, true],
    ['all', 0, true],
  ]);
});

it('reads coded views and the laterality of the series', () => {
  const metadata = [coded('R', 'R-10242'), coded('L', '399162004'), coded('R', 'R-10226'), coded('L', '399368009')];
  expect(describeHanging([{ series: seriesOf('all'), metadata }])).toHaveLength(4);
});

it('hangs nothing if a view or its side is missing, or there are two of one', () => {
  for (const metadata of [
    views.slice(1),
    [...views, image('L', 'CC', 'A')],
    [...views.slice(1), image('', 'MLO', 'P')],
  ])
    expect(hangMammogram([{ series: seriesOf('all'), metadata }])).toBeNull();
});
