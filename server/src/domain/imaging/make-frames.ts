import { giveBack } from '../../platform/concurrency/give-back.ts';
import { imagingScope } from '../authorization/may.ts';
import { openWrappedPatientKey } from '../keys/patient-key.ts';
import { derivedRow, newSeal, type StoredDerived } from './derived-objects.ts';
import { type CachedPlace, encodeFrameTable } from './frame-cache.ts';
import { makeRoom } from './frame-room.ts';
import { frameCount } from './indexing/frame-table.ts';
import { manifestSeal } from './make-thumbnails.ts';
import type { SeriesIndex } from './manifest.ts';
import { readIndex } from './open-series.ts';
import type { FramesAsked } from './pictures/encode-frames.ts';
import { PictureFault } from './pictures/picture-fault.ts';
import { isCompressed } from './pictures/pixel-attributes.ts';
import { type Imaging, sourceOf } from './prepare-exam.ts';
import {
  type ExamToImage,
  findExamToImage,
  holdExamToImage,
  insertDerived,
  listSeriesToEncode,
  noteFrames,
  type SeriesToPaint,
} from './store.ts';

// What is asked of the thread at once: some 30 slices of a CT.
const batchBytes = 16 * 1_048_576;
// Measured: lossless HTJ2K of CT is 0.40 of its pixels. Room is made for this share of them.
const expectedShare = 0.6;
const seriesAtOnce = 200;

/**
 * Makes the frames of an exam's series into lossless HTJ2K, where they are uncompressed: less than half the bytes for whoever
 * looks at them. A cache: within its share of the disk, made once the exam is viewable, and never needed to view it.
 * Killed, it goes on with the series it was at.
 */
export async function makeFrames(imaging: Imaging, examId: string, signal: AbortSignal): Promise<void> {
  const { portal } = imaging;
  for (let from = 0; ; ) {
    const { exam, series } = await portal.db.within(imagingScope(examId), async (tx) => ({
      exam: await findExamToImage(tx, examId),
      series: await listSeriesToEncode(tx, examId, { from, most: seriesAtOnce }),
    }));
    const last = series.at(-1);
    if (exam === null || exam.status === 'withdrawn' || last === undefined) return;
    for (const one of series) if (!(await encodeSeries(imaging, exam, one, signal))) return;
    from = last.position + 1;
  }
}

/** False where there is no room for more, or nothing to encode with. */
async function encodeSeries(
  imaging: Imaging,
  exam: ExamToImage,
  series: SeriesToPaint,
  signal: AbortSignal,
): Promise<boolean> {
  const { portal } = imaging;
  const { value: index } = await readIndex(portal, manifestSeal(imaging, exam, series));
  if (index.instances.every(({ transferSyntax }) => isCompressed(transferSyntax))) return true;
  if (!(await makeRoom(portal, exam.id, pixelBytes(index) * expectedShare))) return false;
  try {
    const stored = await storeFrames(imaging, exam, index, series.position, signal);
    if (stored !== null) await keepFrames(imaging, exam.id, series, stored);
    return true;
  } catch (error) {
    if (error instanceof PictureFault && error.code === 'missing') return false;
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
  imaging: Imaging,
  exam: ExamToImage,
  index: SeriesIndex,
  position: number,
  signal: AbortSignal,
): Promise<StoredDerived | null> {
  const seal = newSeal(imaging.portal);
  const writer = await imaging.portal.objects.create(seal);
  try {
    const places: CachedPlace[] = [];
    let offset = 0;
    for (const batch of batchesOf(index)) {
      for (const frame of await encodeBatch(imaging, exam, batch, signal)) {
        places.push(frame && { offset, length: frame.length });
        if (frame === null) continue;
        const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
        await writer.write(bytes);
        offset += bytes.length;
        // it came from the thread in memory of its own; left to the collector, 80 MB of them lay about
        giveBack(bytes);
      }
    }
    if (offset === 0) {
      await writer.abort();
      return null;
    }
    await writer.write(encodeFrameTable(places));
    return { kind: 'frames', position, seal, facts: await writer.finish() };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** A codec that failed, or took its thread along, leaves its batch as it is in the original. */
async function encodeBatch(
  { portal, threads }: Imaging,
  exam: ExamToImage,
  batch: readonly FramesAsked[],
  signal: AbortSignal,
): Promise<(Uint8Array | null)[]> {
  try {
    return await threads.encode(sourceOf(portal, exam), batch, signal);
  } catch (error) {
    if (!(error instanceof PictureFault) || error.code === 'missing') throw error;
    return batch.flatMap(({ start, end }) => Array.from({ length: end - start }, () => null));
  }
}

/** All frames in their order, some at a time. */
function* batchesOf({ instances }: SeriesIndex): Generator<FramesAsked[]> {
  let batch: FramesAsked[] = [];
  let bytes = 0;
  for (const instance of instances) {
    const count = frameCount(instance.frames);
    const each = Math.max(1, instance.size / Math.max(1, count));
    for (let start = 1; start <= count; ) {
      const end = Math.min(count + 1, start + Math.max(1, Math.floor((batchBytes - bytes) / each)));
      batch.push({ instance, start, end });
      bytes += (end - start) * each;
      start = end;
      if (bytes < batchBytes) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

async function keepFrames(
  { portal }: Imaging,
  examId: string,
  series: SeriesToPaint,
  stored: StoredDerived,
): Promise<void> {
  portal.crashPoint('frames-stored');
  await portal.db.within(imagingScope(examId), async (tx) => {
    if (!(await holdExamToImage(tx, examId))) return;
    const exam = await findExamToImage(tx, examId);
    const waiting = await listSeriesToEncode(tx, examId, { from: series.position, most: 1 });
    // made anew meanwhile: its frames are made by the job that follows that
    if (exam === null || !waiting.some(({ manifestId }) => manifestId === series.manifestId)) return;
    const patientKey = openWrappedPatientKey(portal.keys, exam.patientUuid, exam.wrappedPatientKey);
    await insertDerived(tx, [derivedRow(portal, exam, patientKey, stored)]);
    await noteFrames(tx, series.manifestId, stored.seal.objectId);
  });
}
