import type { RandomAccess } from '@medcloud/dicom';
import { type OpenSealed, SealedObjects } from '../../../platform/blobs/doors.ts';
import { openFileStore } from '../../../platform/blobs/file-store.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { systemRandom } from '../../../platform/ids/random.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { type Made, serveOrders } from '../../../platform/workers/serve-orders.ts';
import { ImagingFault } from '../imaging-fault.ts';
import { indexExam } from '../indexing/index-exam.ts';
import { readBulkData } from '../indexing/read-bulk-data.ts';
import { decodePicture } from '../pictures/decode-picture.ts';
import { encodeFrames } from '../pictures/encode-frames.ts';
import { makePicture } from '../pictures/make-picture.ts';
import { PictureFault } from '../pictures/picture-fault.ts';
import type { ImagingAnswer, ImagingOrder, Original } from './orders.ts';
import { sealedAccess } from './sealed-access.ts';

/*
 * The thread in which uploaded files are read and pictures made: what a hostile file can do, it does here. It reads
 * originals by itself and writes nothing.
 */

serveOrders<ImagingOrder, ImagingAnswer>(async (order) => {
  try {
    return await carriedOut(order);
  } catch (error) {
    if (error instanceof PictureFault) return { result: { act: 'no-picture', fault: error.code } };
    if (error instanceof ImagingFault) return { result: { act: 'refused', fault: error.code } };
    throw error;
  }
});

async function carriedOut(order: ImagingOrder): Promise<Made<ImagingAnswer>> {
  const original = sealedAccess(await opened(order.original));
  try {
    switch (order.act) {
      case 'index': {
        const indexed = await indexExam(order.original.examId, original, order.original.content, order.seen);
        return { result: { act: 'index', indexed } };
      }
      case 'decode':
        return await decoded(original);
      case 'picture':
        return { result: { act: 'picture', bytes: await makePicture(original, order.asked) } };
      case 'bulk':
        return { result: { act: 'bulk', bytes: await readBulkData(original, order.instance, order.path) } };
      case 'encode':
        return encoded(await encodeFrames(original, order.frames));
    }
  } finally {
    await original.close();
  }
}

/** Up to 150 MB: handed over, and not copied. */
async function decoded(original: RandomAccess): Promise<Made<ImagingAnswer>> {
  const { width, height, pixels: made } = await decodePicture(original);
  const pixels = new Uint8Array(made);
  return { result: { act: 'decode', picture: { width, height, pixels } }, transfer: [pixels.buffer] };
}

/** Some megabytes, each frame in memory of its own: handed over as well. */
function encoded(frames: (Uint8Array<ArrayBuffer> | null)[]): Made<ImagingAnswer> {
  const transfer = frames.filter((frame) => frame !== null).map(({ buffer }) => buffer);
  return { result: { act: 'encode', frames }, transfer };
}

async function opened({ objectsFolder, seal }: Original): Promise<OpenSealed> {
  const store = await openFileStore({ folder: objectsFolder, newId: () => newId(systemClock, systemRandom) });
  // a key loses its class on the way here
  return await new SealedObjects(store, systemRandom).open({ ...seal, key: Buffer.from(seal.key) });
}
