import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import type { ExamOptions, PhantomFile } from '@medcloud/server/test/phantom/exam.ts';
import { mrSeries } from '@medcloud/server/test/phantom/mr-series.ts';
import { ultrasound } from '@medcloud/server/test/phantom/ultrasound.ts';
import { xray } from '@medcloud/server/test/phantom/xray.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import type { Size } from '../size.ts';
import { bloodFile } from './blood-file.ts';
import type { Pictures } from './pictures.ts';

/** The kinds of exam that are made of pictures, by the type they are uploaded as; `volume` is the one CT with hundreds of slices. */
export type ScanKind = 'ct' | 'volume' | 'mri' | 'xray' | 'ultrasound' | 'pet-ct';

/** A blood test is a document. */
export type ExamKind = ScanKind | 'blood';

export interface ExamPlan {
  readonly kind: ExamKind;
  readonly options: ExamOptions;
  /** Which of the painted bodies, from 1. */
  readonly body: number;
}

type ScanPlan = ExamPlan & { readonly kind: ScanKind };

/** The bytes of an exam as a center's machine would have written them, in pieces, and the name of the file. */
export async function examFile(
  pictures: Pictures,
  size: Size,
  plan: ExamPlan,
): Promise<{ name: string; pieces: Buffer[] }> {
  const { kind } = plan;
  const day = plan.options.studyDate ?? '';
  const date = day.replaceAll('-', '');
  const stem = `${kind === 'volume' ? 'ct' : kind}_${date}_${String(plan.options.seed).padStart(4, '0')}`.toUpperCase();
  if (kind === 'blood') return { name: `${stem}.pdf`, pieces: [bloodFile({ seed: plan.options.seed, day })] };
  const files = await phantomFiles(pictures, size, { ...plan, kind });
  const [first] = files;
  if (first && files.length === 1) return { name: `${stem}.dcm`, pieces: [first.bytes] };
  const pieces: Buffer[] = [];
  for await (const piece of zipOf(files)) pieces.push(piece);
  return { name: `${stem}.zip`, pieces };
}

async function phantomFiles(pictures: Pictures, size: Size, { kind, options, body }: ScanPlan): Promise<PhantomFile[]> {
  switch (kind) {
    case 'volume':
      return [...ctVolume({ ...options, slices: size.volumeSlices }, await pictures.wide('ct/volume'))];
    case 'ct':
    case 'pet-ct':
      return [...ctVolume({ ...options, slices: size.slices }, await pictures.wide(`ct/${body}`))];
    case 'mri':
      return await bothWeightings(pictures, size, options, body);
    case 'xray': {
      const [picture] = await pictures.wide(`xray/${body}`);
      return [...xray(options, picture)];
    }
    case 'ultrasound':
      return [...ultrasound({ ...options, frames: size.clipFrames }, await pictures.clip(`ultrasound/${body}`))];
  }
}

async function bothWeightings(
  pictures: Pictures,
  { slices }: Size,
  options: ExamOptions,
  body: number,
): Promise<PhantomFile[]> {
  const [t1, t2] = [await pictures.wide(`mr/T1/${body}`), await pictures.wide(`mr/T2/${body}`)];
  return [
    ...mrSeries({ ...options, slices, weighting: 'T1', seriesNumber: 1 }, t1),
    ...mrSeries({ ...options, slices, weighting: 'T2', seriesNumber: 2 }, t2),
  ];
}
