import type { RandomAccess } from '@medcloud/dicom';
import { EncryptedStore, type OpenObject } from '../../../platform/blobs/encrypted-store.ts';
import { openFileStore } from '../../../platform/blobs/files/file-store.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { systemRandom } from '../../../platform/ids/random.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { serveTasks, type TaskResult } from '../../../platform/workers/serve-tasks.ts';
import { ImagingFault } from '../imaging-fault.ts';
import { indexExam } from '../index/index-exam.ts';
import { decodeImage } from '../render/decode-image.ts';
import { encodeFrames } from '../render/encode-frames.ts';
import { RenderFault } from '../render/render-fault.ts';
import { renderImage } from '../render/render-image.ts';
import { createRandomAccess } from './encrypted-random-access.ts';
import { readBulkData } from './read-bulk-data.ts';
import type { ImagingResult, ImagingTask, Original } from './tasks.ts';

/*
 * The worker that parses uploaded files and renders images. It isolates hostile files. It reads originals itself and
 * writes nothing.
 */

serveTasks<ImagingTask, ImagingResult>(async (task) => {
  try {
    return await runTask(task);
  } catch (error) {
    if (error instanceof RenderFault) return { result: { kind: 'render-fault', fault: error.code } };
    if (error instanceof ImagingFault) return { result: { kind: 'imaging-fault', fault: error.code } };
    throw error;
  }
});

async function runTask(task: ImagingTask): Promise<TaskResult<ImagingResult>> {
  const original = createRandomAccess(await openOriginal(task.original));
  try {
    switch (task.kind) {
      case 'index': {
        const indexed = await indexExam(task.original.examId, original, task.original.content, task.scannedArchive);
        return { result: { kind: 'index', indexed } };
      }
      case 'decode':
        return await decodeOriginal(original);
      case 'render':
        return { result: { kind: 'render', bytes: await renderImage(original, task.request) } };
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

async function openOriginal({ objectsFolder, objectKey }: Original): Promise<OpenObject> {
  const store = await openFileStore({ folder: objectsFolder, newId: () => newId(systemClock, systemRandom) });
  // a Buffer becomes a Uint8Array on its way to the worker
  return await new EncryptedStore(store, systemRandom).open({ ...objectKey, key: Buffer.from(objectKey.key) });
}
