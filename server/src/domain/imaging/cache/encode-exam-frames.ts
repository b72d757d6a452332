import { releaseBuffer } from '../../../platform/concurrency/release-buffer.ts';
import { imagingScope } from '../../authorization/authorize.ts';
import { unwrapPatientKey } from '../../keys/patient-key.ts';
import { type NewDerivedObject, newObjectKey, toDerivedObjectRow } from '../derived-objects.ts';
import { frameCount } from '../index/frame-table.ts';
import { type ImagingContext, sourceOf } from '../index/index-exam-job.ts';
import type { SeriesIndex } from '../index/manifest.ts';
import { readIndex } from '../open-series.ts';
import type { FramesToEncode } from '../render/encode-frames.ts';
import { isCompressed } from '../render/pixel-attributes.ts';
import { RenderFault } from '../render/render-fault.ts';
import { manifestKeyOf } from '../render/render-thumbnails.ts';
import {
  type ExamToIndex,
  findExamToIndex,
  insertDerivedObjects,
  listSeriesToEncode,
  lockExamToIndex,
  type SeriesToProcess,
  updateFramesObject,
} from '../store.ts';
import { ensureCacheSpace } from './ensure-cache-space.ts';
import { type CachedFrameRange, encodeFrameTable } from './frame-cache.ts';

// What is asked of the thread at once: some 30 slices of a CT.
const batchBytes = 16 * 1_048_576;
// Measured: lossless HTJ2K of CT is 0.40 of its pixels. Room is made for this share of them.
const expectedShare = 0.6;
const pageSize = 200;

/**
 * Makes the frames of an exam's series into lossless HTJ2K, where they are uncompressed: less than half the bytes for whoever
 * looks at them. A cache: within its share of the disk, made once the exam is viewable, and never needed to view it.
 * Killed, it goes on with the series it was at.
 */
export async function encodeExamFrames(imaging: ImagingContext, examId: string, signal: AbortSignal): Promise<void> {
  const { context } = imaging;
  for (let from = 0; ; ) {
    const { exam, series } = await context.db.within(imagingScope(examId), async (tx) => ({
      exam: await findExamToIndex(tx, examId),
      series: await listSeriesToEncode(tx, examId, { from, limit: pageSize }),
    }));
    const last = series.at(-1);
    if (exam === null || exam.status === 'withdrawn' || last === undefined) return;
    for (const seriesToEncode of series) if (!(await encodeSeries(imaging, exam, seriesToEncode, signal))) return;
    from = last.position + 1;
  }
}

/** False where there is no room for more, or nothing to encode with. */
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

/** The frames, and the table behind them, as one object; null, and nothing stored, where no frame became smaller. */
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
      for (const frame of await encodeBatch(imaging, exam, batch, signal)) {
        ranges.push(frame && { offset, length: frame.length });
        if (frame === null) continue;
        const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
        await writer.write(bytes);
        offset += bytes.length;
        // it came from the thread in memory of its own; left to the collector, 80 MB of them lay about
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

/** A codec that failed, or took its thread along, leaves its batch as it is in the original. */
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

/** All frames in their order, some at a time. */
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
    // made anew meanwhile: its frames are made by the job that follows that
    if (exam === null || !pendingSeries.some(({ manifestId }) => manifestId === series.manifestId)) return;
    const patientKey = unwrapPatientKey(context.keys, exam.patientUuid, exam.wrappedPatientKey);
    await insertDerivedObjects(tx, [toDerivedObjectRow(context, exam, patientKey, stored)]);
    await updateFramesObject(tx, series.manifestId, stored.objectKey.objectId);
  });
}
