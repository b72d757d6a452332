import { constants, inflateRawSync } from 'node:zlib';
import { Fault } from '@medcloud/contract/faults';
import { findDicom, readZipIndex, verdictOf, ZipFault } from '@medcloud/dicom';
import type { Seal } from '../../platform/blobs/container.ts';
import type { SealedObjects } from '../../platform/blobs/doors.ts';

/**
 * Checks a stored ZIP by its directory and the first bytes of its members, read through the seal in small ranges. Fails
 * with `unreadable_archive` (torn, encrypted), `unsafe_archive` (overlap, traversal, over the caps), `no_dicom`.
 */
export async function checkArchive(objects: SealedObjects, seal: Seal): Promise<void> {
  const object = await objects.open(seal);
  try {
    const access = {
      sizeBytes: object.sizeBytes,
      read: (start: number, end: number) => object.bytes({ start, end }),
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

// The least input first: a blank slice inflates a thousand times, and only the first bytes are wanted.
const inputSteps = [2_048, 16_384];

/** What the first bytes of a deflated member inflate to, cut at `maxOutput`; the member's own end need not be there. */
function inflatePrefix(raw: Uint8Array, maxOutput: number): Uint8Array {
  for (const length of [...inputSteps.filter((step) => step < raw.length), raw.length]) {
    const inflated = inflateRawSync(raw.subarray(0, length), { finishFlush: constants.Z_SYNC_FLUSH });
    if (inflated.length >= maxOutput || length === raw.length) return inflated.subarray(0, maxOutput);
  }
  return new Uint8Array();
}
