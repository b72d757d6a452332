import type { ObjectKey } from '../../../platform/blobs/container.ts';
import { imagingScope } from '../../authorization/authorize.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { insertDerivedObjects, lockExamToIndex } from '../../exams/imaging-state.ts';
import { unwrapObjectKey, unwrapPatientKey } from '../../keys/patient-key.ts';
import { type NewDerivedObject, storeDerivedObject, toDerivedObjectRow } from '../derived-objects.ts';
import { frameCount } from '../index/frame-table.ts';
import { type ImagingContext, sourceOf } from '../index/index-exam-job.ts';
import type { ManifestInstance, SeriesIndex } from '../index/manifest.ts';
import { readIndex } from '../open-series.ts';
import {
  type ExamToIndex,
  findExamToIndex,
  listSeriesToRender,
  listViewersOfExam,
  type SeriesToProcess,
  summarizeExams,
  type ThumbnailUpdate,
  updateThumbnails,
} from '../store.ts';
import { RenderFault } from './render-fault.ts';

// Twice the width of the thumbnails in the viewer, for high-density screens.
const maxSidePixels = 256;
// Committed together: clients with a long series list are notified a few times, not hundreds.
const batchSize = 16;

type SeriesThumbnail = SeriesToProcess & { thumbnail: NewDerivedObject | RenderFault };

/**
 * Renders a thumbnail for each series without one: the middle frame, in the file's own window or an estimated one. A
 * series that cannot be rendered gets a fault, and the others continue. After a crash it resumes where it stopped.
 */
export async function renderThumbnails(imaging: ImagingContext, examId: string, signal: AbortSignal): Promise<void> {
  const { context } = imaging;
  for (;;) {
    const pending = await context.db.within(imagingScope(examId), async (tx) => ({
      exam: await findExamToIndex(tx, examId),
      series: await listSeriesToRender(tx, examId, batchSize),
    }));
    if (pending.exam === null || pending.exam.status === 'withdrawn' || pending.series.length === 0) return;
    const thumbnails: SeriesThumbnail[] = [];
    for (const series of pending.series) thumbnails.push(await renderThumbnail(imaging, pending.exam, series, signal));
    await saveThumbnails(imaging, examId, thumbnails);
    if (pending.series.length < batchSize) return;
  }
}

async function renderThumbnail(
  imaging: ImagingContext,
  exam: ExamToIndex,
  series: SeriesToProcess,
  signal: AbortSignal,
): Promise<SeriesThumbnail> {
  const { context, workers } = imaging;
  const { value: index } = await readIndex(context, manifestKeyOf(imaging, exam, series));
  try {
    const { instance, frame } = middleFrame(index);
    const bytes = await workers.render(
      sourceOf(context, exam),
      { instance, frame, format: 'webp', within: { width: maxSidePixels, height: maxSidePixels }, window: null },
      { signal },
    );
    return { ...series, thumbnail: await storeDerivedObject(context, 'thumbnail', series.position, bytes) };
  } catch (error) {
    if (error instanceof RenderFault) return { ...series, thumbnail: error };
    throw error;
  }
}

/** Returns the object key of a series' manifest. */
export function manifestKeyOf({ context }: ImagingContext, exam: ExamToIndex, series: SeriesToProcess): ObjectKey {
  const { manifestId: objectId, wrappedManifestKey } = series;
  const patientKey = unwrapPatientKey(context.keys, exam.patientUuid, exam.wrappedPatientKey);
  return { objectId, keyId: objectId, key: unwrapObjectKey(patientKey, wrappedManifestKey, objectId) };
}

/** Returns the middle frame of the middle instance, which shows most of the series' subject. */
export function middleFrame({ instances }: SeriesIndex): { instance: ManifestInstance; frame: number } {
  const withFrames = instances.filter(({ frames }) => frameCount(frames) > 0);
  const instance = withFrames[Math.floor(withFrames.length / 2)];
  if (instance === undefined) throw new RenderFault('no_pixels');
  return { instance, frame: Math.floor(frameCount(instance.frames) / 2) + 1 };
}

async function saveThumbnails(
  { context }: ImagingContext,
  examId: string,
  thumbnails: readonly SeriesThumbnail[],
): Promise<void> {
  context.reachFaultPoint('thumbnails-stored');
  await context.db.within(imagingScope(examId), async (tx) => {
    if (!(await lockExamToIndex(tx, examId))) return;
    const exam = await findExamToIndex(tx, examId);
    if (exam === null) return;
    // series reindexed meanwhile have other manifests and get their own thumbnails
    const pendingIds = new Set((await listSeriesToRender(tx, examId, batchSize)).map(({ manifestId }) => manifestId));
    const currentThumbnails = thumbnails.filter(({ manifestId }) => pendingIds.has(manifestId));
    const stored = currentThumbnails.flatMap(({ thumbnail }) => (thumbnail instanceof RenderFault ? [] : [thumbnail]));
    const patientKey = unwrapPatientKey(context.keys, exam.patientUuid, exam.wrappedPatientKey);
    if (stored.length > 0)
      await insertDerivedObjects(
        tx,
        stored.map((one) => toDerivedObjectRow(context, exam, patientKey, one)),
      );
    await updateThumbnails(tx, currentThumbnails.map(toThumbnailUpdate));
    await summarizeExams(tx, 1);
    const doctors = await listViewersOfExam(tx);
    await notifyClients(tx, { kind: 'exam', ids: [examId], to: { centers: [exam.centerId], doctors } });
  });
}

function toThumbnailUpdate({ manifestId, thumbnail }: SeriesThumbnail): ThumbnailUpdate {
  const isFault = thumbnail instanceof RenderFault;
  return {
    manifestId,
    thumbnailId: isFault ? null : thumbnail.objectKey.objectId,
    fault: isFault ? thumbnail.code : null,
  };
}
