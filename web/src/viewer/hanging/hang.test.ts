import type { DataSet } from '@medcloud/dicom/json';
import { expect, it } from 'vitest';
import type { PaneSeries } from '../loading/series-source.ts';
import { type ExamToHang, hang } from './hang.ts';

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

interface SeriesMetadata {
  series: PaneSeries;
  metadata: readonly DataSet[];
}

/** Arranges series whose metadata are known. */
async function arrange(current: readonly SeriesMetadata[], prior?: readonly SeriesMetadata[]) {
  const listOf = (exam: readonly SeriesMetadata[]) =>
    exam.map(({ series, metadata }) => Object.assign(series, { frames: metadata.length }));
  const exam: ExamToHang = { current: listOf(current), prior: prior && listOf(prior) };
  const all = [...current, ...(prior ?? [])];
  return await hang(exam, async (series) => all.find((one) => one.series === series)?.metadata ?? []);
}

const describeHanging = async (exam: readonly SeriesMetadata[]) =>
  (await arrange(exam))?.pages[0]?.images.map(({ series, index, isFlipped }) => [series.seriesUid, index, isFlipped]);

it('hangs four series, or one of four images, with the chest walls in the middle', async () => {
  const four = views.map((attributes, index) => ({ series: seriesOf(String(index)), metadata: [attributes] }));
  expect(await describeHanging(four)).toEqual([
    ['1', 0, false],
    ['2', 0, false],
    ['3', 0, true],
    ['0', 0, true],
  ]);
  expect(await describeHanging([{ series: seriesOf('all'), metadata: views }])).toEqual([
    ['all', 1, false],
    ['all', 2, false],
    ['all', 3, true],
    ['all', 0, true],
  ]);
});

it('reads coded views and the laterality of the series', async () => {
  const metadata = [coded('R', 'R-10242'), coded('L', '399162004'), coded('R', 'R-10226'), coded('L', '399368009')];
  expect(await describeHanging([{ series: seriesOf('all'), metadata }])).toHaveLength(4);
});

it('hangs one series if a view or its side is missing, or there are two of one', async () => {
  for (const metadata of [
    views.slice(1),
    [...views, image('L', 'CC', 'A')],
    [...views.slice(1), image('', 'MLO', 'P')],
  ])
    expect(await arrange([{ series: seriesOf('all'), metadata }])).toMatchObject({ name: 'single' });
});

it('hangs a prior mammogram on the next pages, the same view beside', async () => {
  const [current, prior] = ['now', 'before'].map((uid) => [{ series: seriesOf(uid), metadata: views }]);
  const hanging = await arrange(current ?? [], prior);
  expect(hanging?.pages.map(({ images }) => images.map(({ series, index }) => `${series.seriesUid} ${index}`))).toEqual(
    [
      ['now 1', 'now 2', 'now 3', 'now 0'],
      ['now 1', 'before 1', 'now 2', 'before 2'],
      ['now 3', 'before 3', 'now 0', 'before 0'],
    ],
  );
  // a prior without one of the views is compared as any other exam
  const withoutView = await arrange(current ?? [], [{ series: seriesOf('before'), metadata: views.slice(1) }]);
  expect(withoutView).toMatchObject({ name: 'compare', pages: [{ layout: '1x2' }] });
});

const inPlane = (uid: string, orientation: number[], modality = 'MR') => ({
  series: { ...seriesOf(uid), modality },
  metadata: [{ '00200037': { vr: 'DS', Value: orientation } }],
});
const [axial, coronal, sagittal] = [
  [1, 0, 0, 0, 1, 0],
  [1, 0, 0, 0, 0, -1],
  [0, 1, 0, 0, 0, -1],
];

it('hangs four series of an MR or more by plane, and fewer as one', async () => {
  const exam = [
    inPlane('axial', axial ?? []),
    inPlane('axial 2', axial ?? []),
    inPlane('sagittal', sagittal ?? []),
    inPlane('coronal', coronal ?? []),
    inPlane('coronal 2', coronal ?? []),
  ];
  expect(await describeHanging(exam)).toEqual(
    ['axial', 'sagittal', 'coronal', 'axial 2'].map((uid) => [uid, undefined, false]),
  );
  expect(await arrange(exam)).toMatchObject({ name: 'mr', pages: [{ layout: '2x2' }] });
  expect(await arrange(exam.slice(0, 3))).toMatchObject({ name: 'single' });
});

const placed = (uid: string, modality: string, frameOfReference: string) => ({
  series: { ...seriesOf(uid), modality },
  metadata: Array.from({ length: 8 }, (_, z) => ({
    '00200032': { vr: 'DS', Value: [0, 0, z] },
    '00200052': { vr: 'UI', Value: [frameOfReference] },
  })),
});

it('hangs CT, PET, both and the projection of one frame of reference, else one series', async () => {
  const exam = [placed('other CT', 'CT', '1.8'), placed('CT', 'CT', '1.9'), placed('PET', 'PT', '1.9')];
  expect(await describeHanging(exam)).toEqual(['CT', 'PET', 'PET', 'PET'].map((uid) => [uid, undefined, false]));
  expect(await arrange(exam)).toMatchObject({ name: 'pet-ct', pages: [{ layout: '2x2' }] });
  expect(await arrange([placed('CT', 'CT', '1.8'), placed('PET', 'PT', '1.9')])).toMatchObject({ name: 'single' });
  expect(await arrange([placed('PET', 'PT', '1.9'), placed('PET 2', 'PT', '1.9')])).toMatchObject({ name: 'single' });
});

it('compares with the series in the same plane', async () => {
  const prior = [inPlane('coronal', coronal ?? []), inPlane('axial', axial ?? []), inPlane('other', axial ?? [], 'CT')];
  const hanging = await arrange([inPlane('now', axial ?? [])], prior);
  expect(hanging?.pages[0]?.images.map(({ series }) => series.seriesUid)).toEqual(['now', 'axial']);
});
