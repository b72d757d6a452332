import type { Seal } from '../../platform/blobs/container.ts';
import { imagingScope } from '../authorization/may.ts';
import { openObjectKey, openWrappedPatientKey } from '../keys/patient-key.ts';
import { announce } from '../portal/announce.ts';
import { derivedRow, type StoredDerived, storeDerived } from './derived-objects.ts';
import { frameCount } from './indexing/frame-table.ts';
import type { ManifestInstance, SeriesIndex } from './manifest.ts';
import { readIndex } from './open-series.ts';
import { PictureFault } from './pictures/picture-fault.ts';
import { type Imaging, sourceOf } from './prepare-exam.ts';
import {
  type ExamToImage,
  findExamToImage,
  holdExamToImage,
  insertDerived,
  listSeriesToPaint,
  notePainted,
  type PaintedSeries,
  type SeriesToPaint,
  viewersOfExam,
} from './store.ts';

// Twice the width of the rail's pictures, for sharp screens.
const sidePixels = 256;
// Committed together, so that pages with a long rail are told a few times and not hundreds.
const atOnce = 16;

type Painted = SeriesToPaint & { thumbnail: StoredDerived | PictureFault };

/**
 * Makes a picture of each series that has none: of the frame in the middle, in the file's own window or a sensible one. A
 * series of which no picture can be made says why; nothing else waits for it. Killed, it goes on where it was.
 */
export async function makeThumbnails(imaging: Imaging, examId: string, signal: AbortSignal): Promise<void> {
  const { portal } = imaging;
  for (;;) {
    const asked = await portal.db.within(imagingScope(examId), async (tx) => ({
      exam: await findExamToImage(tx, examId),
      series: await listSeriesToPaint(tx, examId, atOnce),
    }));
    if (asked.exam === null || asked.exam.status === 'withdrawn' || asked.series.length === 0) return;
    const painted: Painted[] = [];
    for (const series of asked.series) painted.push(await paint(imaging, asked.exam, series, signal));
    await keepPainted(imaging, examId, painted);
  }
}

async function paint(
  imaging: Imaging,
  exam: ExamToImage,
  series: SeriesToPaint,
  signal: AbortSignal,
): Promise<Painted> {
  const { portal, threads } = imaging;
  const { value: index } = await readIndex(portal, manifestSeal(imaging, exam, series));
  try {
    const { instance, frame } = middleFrame(index);
    const bytes = await threads.picture(
      sourceOf(portal, exam),
      { instance, frame, format: 'webp', within: { width: sidePixels, height: sidePixels }, window: null },
      signal,
    );
    return { ...series, thumbnail: await storeDerived(portal, 'thumbnail', series.position, bytes) };
  } catch (error) {
    if (error instanceof PictureFault) return { ...series, thumbnail: error };
    throw error;
  }
}

/** What opens the manifest of a series. */
export function manifestSeal({ portal }: Imaging, exam: ExamToImage, series: SeriesToPaint): Seal {
  const { manifestId: objectId, wrappedManifestKey } = series;
  const patientKey = openWrappedPatientKey(portal.keys, exam.patientUuid, exam.wrappedPatientKey);
  return { objectId, keyId: objectId, key: openObjectKey(patientKey, wrappedManifestKey, objectId) };
}

/** The frame that shows most of what the series is of: of the instance in its middle, the middle one. */
export function middleFrame({ instances }: SeriesIndex): { instance: ManifestInstance; frame: number } {
  const withFrames = instances.filter(({ frames }) => frameCount(frames) > 0);
  const instance = withFrames[Math.floor(withFrames.length / 2)];
  if (instance === undefined) throw new PictureFault('no_pixels');
  return { instance, frame: Math.floor(frameCount(instance.frames) / 2) + 1 };
}

async function keepPainted({ portal }: Imaging, examId: string, painted: readonly Painted[]): Promise<void> {
  portal.crashPoint('thumbnails-stored');
  await portal.db.within(imagingScope(examId), async (tx) => {
    if (!(await holdExamToImage(tx, examId))) return;
    const exam = await findExamToImage(tx, examId);
    if (exam === null) return;
    // what was made anew meanwhile has other manifests, and gets its own pictures
    const waiting = new Set((await listSeriesToPaint(tx, examId, atOnce)).map(({ manifestId }) => manifestId));
    const kept = painted.filter(({ manifestId }) => waiting.has(manifestId));
    const stored = kept.flatMap(({ thumbnail }) => (thumbnail instanceof PictureFault ? [] : [thumbnail]));
    const patientKey = openWrappedPatientKey(portal.keys, exam.patientUuid, exam.wrappedPatientKey);
    if (stored.length > 0)
      await insertDerived(
        tx,
        stored.map((one) => derivedRow(portal, exam, patientKey, one)),
      );
    await notePainted(tx, kept.map(noteOf));
    const doctors = await viewersOfExam(tx);
    await announce(tx, { kind: 'exam', ids: [examId], to: { centers: [exam.centerId], doctors } });
  });
}

function noteOf({ manifestId, thumbnail }: Painted): PaintedSeries {
  const isFault = thumbnail instanceof PictureFault;
  return {
    manifestId,
    thumbnailId: isFault ? null : thumbnail.seal.objectId,
    fault: isFault ? thumbnail.code : null,
  };
}
