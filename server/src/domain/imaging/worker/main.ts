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
 * The thread in which uploaded files are read and pictures made: what a hostile file can do, it does here. It reads
 * originals by itself and writes nothing.
 */

serveTasks<ImagingTask, ImagingResult>(async (task) => {
  try {
    return await runTask(task);
  } catch (error) {
    if (error instanceof RenderFault) return { result: { kind: 'no-picture', fault: error.code } };
    if (error instanceof ImagingFault) return { result: { kind: 'refused', fault: error.code } };
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
      case 'picture':
        return { result: { kind: 'picture', bytes: await renderImage(original, task.request) } };
      case 'bulk':
        return { result: { kind: 'bulk', bytes: await readBulkData(original, task.instance, task.path) } };
      case 'encode':
        return toEncodeResult(await encodeFrames(original, task.frames));
    }
  } finally {
    await original.close();
  }
}

/** Up to 150 MB: handed over, and not copied. */
async function decodeOriginal(original: RandomAccess): Promise<TaskResult<ImagingResult>> {
  const { width, height, pixels: decodedPixels } = await decodeImage(original);
  const pixels = new Uint8Array(decodedPixels);
  return { result: { kind: 'decode', image: { width, height, pixels } }, transfer: [pixels.buffer] };
}

/** Some megabytes, each frame in memory of its own: handed over as well. */
function toEncodeResult(frames: (Uint8Array<ArrayBuffer> | null)[]): TaskResult<ImagingResult> {
  const transfer = frames.filter((frame) => frame !== null).map(({ buffer }) => buffer);
  return { result: { kind: 'encode', frames }, transfer };
}

async function openOriginal({ objectsFolder, objectKey }: Original): Promise<OpenObject> {
  const store = await openFileStore({ folder: objectsFolder, newId: () => newId(systemClock, systemRandom) });
  // a key loses its class on the way here
  return await new EncryptedStore(store, systemRandom).open({ ...objectKey, key: Buffer.from(objectKey.key) });
}
