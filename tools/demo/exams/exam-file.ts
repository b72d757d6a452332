import type { ExamType } from '@medcloud/contract';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import type { ExamOptions, PhantomFile } from '@medcloud/server/test/phantom/exam.ts';
import { mrSeries } from '@medcloud/server/test/phantom/mr-series.ts';
import { petCt } from '@medcloud/server/test/phantom/pet-ct.ts';
import { ultrasound } from '@medcloud/server/test/phantom/ultrasound.ts';
import { xray } from '@medcloud/server/test/phantom/xray.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import type { Size } from '../size.ts';
import { createBloodFile } from './blood-file.ts';
import { type ExamImages, volumeSeed } from './exam-images.ts';

/**
 * Kinds of exams with images, by upload type; `volume` is the single CT with hundreds of slices, `fusion` the single
 * PET-CT with a PET.
 */
export type ScanKind = 'ct' | 'volume' | 'mri' | 'xray' | 'ultrasound' | 'pet-ct' | 'fusion';

/** All kinds of exams. A blood test is a document. */
export type ExamKind = ScanKind | 'blood';

export interface ExamPlan {
  readonly kind: ExamKind;
  readonly options: ExamOptions;
  /** Number of the rendered body, from 1. */
  readonly body: number;
}

type ScanPlan = ExamPlan & { readonly kind: ScanKind };

/** Returns the type as which an exam is uploaded. */
export const examTypeOf = (kind: ExamKind): ExamType =>
  kind === 'volume' ? 'ct' : kind === 'fusion' ? 'pet-ct' : kind;

/** Creates an exam's file as a center's device writes it. Returns its name and its bytes in chunks. */
export async function createExamFile(
  images: ExamImages,
  size: Size,
  plan: ExamPlan,
): Promise<{ name: string; chunks: Buffer[] }> {
  const { kind } = plan;
  const day = plan.options.studyDate ?? '';
  const date = day.replaceAll('-', '');
  const stem = `${examTypeOf(kind)}_${date}_${String(plan.options.seed).padStart(4, '0')}`.toUpperCase();
  if (kind === 'blood') return { name: `${stem}.pdf`, chunks: [createBloodFile({ seed: plan.options.seed, day })] };
  const files = await createPhantomFiles(images, size, { ...plan, kind });
  const [first] = files;
  if (first && files.length === 1) return { name: `${stem}.dcm`, chunks: [first.bytes] };
  const chunks: Buffer[] = [];
  for await (const chunk of zipOf(files)) chunks.push(chunk);
  return { name: `${stem}.zip`, chunks };
}

async function createPhantomFiles(
  images: ExamImages,
  size: Size,
  { kind, options, body }: ScanPlan,
): Promise<PhantomFile[]> {
  switch (kind) {
    case 'volume':
      return [...ctVolume({ ...options, slices: size.volumeSlices }, await images.getWide('ct/volume'))];
    case 'fusion':
      return await createPetCtFiles(images, options);
    case 'ct':
    case 'pet-ct':
      return [...ctVolume({ ...options, slices: size.slices }, await images.getWide(`ct/${body}`))];
    case 'mri':
      return await createMrFiles(images, size, options, body);
    case 'xray': {
      const [image] = await images.getWide(`xray/${body}`);
      return [...xray(options, image)];
    }
    case 'ultrasound':
      return [...ultrasound({ ...options, frames: size.clipFrames }, await images.getClip(`ultrasound/${body}`))];
  }
}

const sliceStride = 5; // of the large CT: its middle slices are those of a CT with a fifth of the slices

/** Creates a PET-CT of the body of the large CT, whose rendered slices it uses. */
async function createPetCtFiles(images: ExamImages, options: ExamOptions): Promise<PhantomFile[]> {
  const all = await images.getWide('ct/volume');
  const some = all.filter((_, index) => index % sliceStride === 2);
  const slices = all.length % sliceStride === 0 ? some : all;
  return [...petCt({ ...options, seed: volumeSeed, slices: slices.length }, slices)];
}

async function createMrFiles(
  images: ExamImages,
  { slices }: Size,
  options: ExamOptions,
  body: number,
): Promise<PhantomFile[]> {
  const [t1, t2] = [await images.getWide(`mr/T1/${body}`), await images.getWide(`mr/T2/${body}`)];
  return [
    ...mrSeries({ ...options, slices, weighting: 'T1', seriesNumber: 1 }, t1),
    ...mrSeries({ ...options, slices, weighting: 'T2', seriesNumber: 2 }, t2),
  ];
}
