import { releaseBuffer } from '../../../platform/concurrency/release-buffer.ts';
import { imagingScope } from '../../authorization/authorize.ts';
import { insertDerivedObjects, lockExamToIndex } from '../../exams/imaging-state.ts';
import { unwrapPatientKey } from '../../keys/patient-key.ts';
import { type NewDerivedObject, newObjectKey, toDerivedObjectRow } from '../derived-objects.ts';
import { frameCount } from '../index/frame-table.ts';
import { type ImagingContext, sourceOf } from '../index/index-exam-job.ts';
import type { SeriesIndex } from '../index/manifest.ts';
import { readIndex } from '../open-series.ts';
import type { FramesToEncode } from '../render/encode/encode-frames.ts';
import { isCompressed } from '../render/pixel-attributes.ts';
import { RenderFault } from '../render/render-fault.ts';
import { manifestKeyOf } from '../render/render-thumbnails.ts';
import {
  type ExamToIndex,
  findExamToIndex,
  listSeriesToEncode,
  type SeriesToProcess,
  updateFramesObject,
} from '../store.ts';
import { ensureCacheSpace, evictExam } from './ensure-cache-space.ts';
import { type CachedFrameRange, encodeFrameTable } from './frame-cache.ts';

// Bytes per task of the worker: some 30 slices of a CT.
const batchBytes = 16 * 1_048_576;
// Measured: lossless HTJ2K of CT takes 0.40 of the pixels' bytes. Reserve this share of them.
const expectedShare = 0.6;
const pageSize = 200;

/**
 * Encodes the uncompressed frames of an exam's series as lossless HTJ2K. Viewers then load less than half the bytes.
 * The result is a cache within its share of the disk. It is written after the exam is viewable and is never needed to
 * view it. After a crash it continues with the same series. A withdrawn exam leaves the cache instead.
 */
export async function encodeExamFrames(imaging: ImagingContext, examId: string, signal: AbortSignal): Promise<void> {
  const { context } = imaging;
  for (let from = 0; ; ) {
    const { exam, series } = await context.db.within(imagingScope(examId), async (tx) => ({
      exam: await findExamToIndex(tx, examId),
      series: await listSeriesToEncode(tx, examId, { from, limit: pageSize }),
    }));
    const last = series.at(-1);
    if (exam?.status === 'withdrawn') return await evictExam(context, examId);
    if (exam === null || last === undefined) return;
    for (const seriesToEncode of series) if (!(await encodeSeries(imaging, exam, seriesToEncode, signal))) return;
    if (series.length < pageSize) return;
    from = last.position + 1;
  }
}

/** Returns false if there is no space left, or no codec. */
async function encodeSeries(
  imaging: ImagingContext,
  exam: ExamToIndex,
  series: SeriesToProcess,
  signal: AbortSignal,
): Promise<boolean> {
  const { context } = imaging;
  const { value: index } = await readIndex(context, manifestKeyOf(imaging, exam, series));
  if (index.instances.every(({ transferSyntax }) => isCompressed(transferSyntax))) return true;
  if (!(await ensureCacheSpace(context, exam.id, pixelBytes(index) * expectedShare))) return false;
  try {
    const stored = await storeFrames(imaging, exam, index, series.position, signal);
    if (stored !== null) await saveFrames(imaging, exam.id, series, stored);
    return true;
  } catch (error) {
    if (error instanceof RenderFault && error.code === 'missing') return false;
    throw error;
  }
}

function pixelBytes({ instances }: SeriesIndex): number {
  return instances.reduce(
    (sum, { frames, size }) => sum + (frames.kind === 'even' ? frames.length * frames.count : size),
    0,
  );
}

/**
 * Stores the frames and the table after them as one object. Returns null and stores nothing if no frame became smaller.
 */
async function storeFrames(
  imaging: ImagingContext,
  exam: ExamToIndex,
  index: SeriesIndex,
  position: number,
  signal: AbortSignal,
): Promise<NewDerivedObject | null> {
  const objectKey = newObjectKey(imaging.context);
  const writer = await imaging.context.objects.create(objectKey);
  try {
    const ranges: CachedFrameRange[] = [];
    let offset = 0;
    for (const batch of batchesOf(index)) {
      await imaging.activity?.waitUntilQuiet(signal);
      for (const frame of await encodeBatch(imaging, exam, batch, signal)) {
        ranges.push(frame && { offset, length: frame.length });
        if (frame === null) continue;
        const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
        await writer.write(bytes);
        offset += bytes.length;
        // the worker transferred it in its own memory; left to the garbage collector, 80 MB of them accumulated
        releaseBuffer(bytes);
      }
    }
    if (offset === 0) {
      await writer.abort();
      return null;
    }
    await writer.write(encodeFrameTable(ranges));
    return { kind: 'frames', position, objectKey, facts: await writer.finish() };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** If the codec fails or crashes its worker, the frames of the batch are read from the original. */
async function encodeBatch(
  { context, workers }: ImagingContext,
  exam: ExamToIndex,
  batch: readonly FramesToEncode[],
  signal: AbortSignal,
): Promise<(Uint8Array | null)[]> {
  try {
    return await workers.encode(sourceOf(context, exam), batch, signal);
  } catch (error) {
    if (!(error instanceof RenderFault) || error.code === 'missing') throw error;
    return batch.flatMap(({ start, end }) => Array.from({ length: end - start }, () => null));
  }
}

/** Yields all frames in order, in batches. */
function* batchesOf({ instances }: SeriesIndex): Generator<FramesToEncode[]> {
  let batch: FramesToEncode[] = [];
  let bytes = 0;
  for (const instance of instances) {
    const count = frameCount(instance.frames);
    const bytesPerFrame = Math.max(1, instance.size / Math.max(1, count));
    for (let start = 1; start <= count; ) {
      const end = Math.min(count + 1, start + Math.max(1, Math.floor((batchBytes - bytes) / bytesPerFrame)));
      batch.push({ instance, start, end });
      bytes += (end - start) * bytesPerFrame;
      start = end;
      if (bytes < batchBytes) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

async function saveFrames(
  { context }: ImagingContext,
  examId: string,
  series: SeriesToProcess,
  stored: NewDerivedObject,
): Promise<void> {
  context.reachFaultPoint('frames-stored');
  await context.db.within(imagingScope(examId), async (tx) => {
    if (!(await lockExamToIndex(tx, examId))) return;
    const exam = await findExamToIndex(tx, examId);
    const pendingSeries = await listSeriesToEncode(tx, examId, { from: series.position, limit: 1 });
    // the series was reindexed meanwhile: the job that follows encodes its frames
    if (exam === null || !pendingSeries.some(({ manifestId }) => manifestId === series.manifestId)) return;
    const patientKey = unwrapPatientKey(context.keys, exam.patientUuid, exam.wrappedPatientKey);
    await insertDerivedObjects(tx, [toDerivedObjectRow(context, exam, patientKey, stored)]);
    await updateFramesObject(tx, series.manifestId, stored.objectKey.objectId);
  });
}
