import type { RandomAccess } from '@medcloud/dicom';
import { serveTasks, type TaskResult } from '../../../platform/workers/serve-tasks.ts';
import { ImagingFault } from '../imaging-fault.ts';
import { decodeImage } from '../render/decode-image.ts';
import { encodeFrames } from '../render/encode/encode-frames.ts';
import { encodeImage } from '../render/encode-image.ts';
import { RenderFault } from '../render/render-fault.ts';
import { renderImage } from '../render/render-image.ts';
import { encodeExplicitHead } from '../transcode/explicit-head.ts';
import { createRandomAccess } from './encrypted-random-access.ts';
import { OriginalStore } from './original-store.ts';
import { readBulkData } from './read-bulk-data.ts';
import type { ImagingResult, ImagingTask } from './tasks.ts';

/*
 * The worker that parses uploaded files and renders images. It isolates hostile files. It reads originals itself and
 * writes nothing.
 */

const originals = new OriginalStore();
// The first image that is encoded loads the module and starts it.
const blankFrame = { width: 64, height: 64, channels: 1, pixels: new Uint8Array(64 * 64) } as const;

serveTasks<ImagingTask, ImagingResult>(async (task) => {
  try {
    return await runTask(task);
  } catch (error) {
    if (error instanceof RenderFault) return { result: { kind: 'render-fault', fault: error.code, form: error.form } };
    if (error instanceof ImagingFault) return { result: { kind: 'imaging-fault', fault: error.code } };
    throw error;
  }
});

async function runTask(task: ImagingTask): Promise<TaskResult<ImagingResult>> {
  if (task.kind === 'warm-up') {
    await encodeImage(blankFrame, 'jpeg', blankFrame);
    return { result: { kind: 'warm-up' } };
  }
  if (task.kind === 'render') {
    const bytes = await originals.withInstance(task.original, task.request.instance, (original, instance) =>
      renderImage(original, { ...task.request, instance }),
    );
    return { result: { kind: 'render', bytes } };
  }
  if (task.kind === 'explicit-head') {
    const head = await originals.withInstance(task.original, task.instance, encodeExplicitHead);
    return { result: { kind: 'explicit-head', head }, transfer: [head.bytes.buffer] };
  }
  return await runOnOriginal(task);
}

type OriginalTask = Exclude<ImagingTask, { kind: 'warm-up' | 'render' | 'explicit-head' }>;

async function runOnOriginal(task: OriginalTask): Promise<TaskResult<ImagingResult>> {
  const original = createRandomAccess(await originals.open(task.original));
  try {
    switch (task.kind) {
      case 'index': {
        // 14 MB that workers which only render do without
        const { indexExam } = await import('../index/index-exam.ts');
        const indexed = await indexExam(task.original.examId, original, task.original.content, task.scannedArchive);
        return { result: { kind: 'index', indexed } };
      }
      case 'decode':
        return await decodeOriginal(original);
      case 'bulk':
        return { result: { kind: 'bulk', bytes: await readBulkData(original, task.instance, task.path) } };
      case 'encode':
        return toEncodeResult(await encodeFrames(original, task.frames));
    }
  } finally {
    await original.close();
  }
}

/** Up to 150 MB: transferred, not copied. */
async function decodeOriginal(original: RandomAccess): Promise<TaskResult<ImagingResult>> {
  const { width, height, pixels: decodedPixels } = await decodeImage(original);
  const pixels = new Uint8Array(decodedPixels);
  return { result: { kind: 'decode', image: { width, height, pixels } }, transfer: [pixels.buffer] };
}

/** Some megabytes, each frame in its own memory: transferred as well. */
function toEncodeResult(frames: (Uint8Array<ArrayBuffer> | null)[]): TaskResult<ImagingResult> {
  const transfer = frames.filter((frame) => frame !== null).map(({ buffer }) => buffer);
  return { result: { kind: 'encode', frames }, transfer };
}
