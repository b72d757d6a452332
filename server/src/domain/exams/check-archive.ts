import { constants, createInflateRaw } from 'node:zlib';
import { Fault } from '@medcloud/contract/faults';
import { findDicom, readZipIndex, verdictOf, ZipFault } from '@medcloud/dicom';
import type { Seal } from '../../platform/blobs/container.ts';
import type { SealedObjects } from '../../platform/blobs/doors.ts';
import type { Clock } from '../../platform/kit/clock.ts';

// 20,000 members, the most that are taken, are looked through in a fraction of this.
const longestMs = 60_000;

/**
 * Checks a stored ZIP by its directory and the first bytes of its members, read through the seal in small ranges, for a
 * minute at most. Fails with `unreadable_archive` (torn, encrypted), `unsafe_archive` (overlap, traversal, over the caps
 * or the time), `no_dicom`.
 */
export async function checkArchive(objects: SealedObjects, clock: Clock, seal: Seal): Promise<void> {
  const until = clock.now().getTime() + longestMs;
  const object = await objects.open(seal);
  try {
    const access = {
      sizeBytes: object.sizeBytes,
      read: (start: number, end: number) => {
        if (clock.now().getTime() > until) throw new Fault('unsafe_archive');
        return object.bytes({ start, end });
      },
    };
    const index = await readZipIndex(access);
    if (!(await findDicom(index, access, inflatePrefix))) throw new Fault('no_dicom');
  } catch (error) {
    if (error instanceof ZipFault)
      throw new Fault(verdictOf(error.code) === 'unsafe' ? 'unsafe_archive' : 'unreadable_archive');
    throw error;
  } finally {
    await object.close();
  }
}

/**
 * What the first bytes of a deflated member inflate to, cut at `maxOutput`; the member's own end need not be there. Off
 * the event loop and no further than asked: 2 KB of zeros become 2 MB.
 */
async function inflatePrefix(raw: Uint8Array, maxOutput: number): Promise<Uint8Array> {
  const inflating = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: maxOutput });
  inflating.end(raw);
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of inflating) {
    parts.push(part);
    length += part.length;
    if (length >= maxOutput) break; // which destroys the stream
  }
  return Buffer.concat(parts).subarray(0, maxOutput);
}
