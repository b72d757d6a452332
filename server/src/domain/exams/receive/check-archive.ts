import { setImmediate } from 'node:timers/promises';
import { constants, createInflateRaw, inflateRawSync } from 'node:zlib';
import { Fault } from '@medcloud/contract/faults';
import {
  findDicom,
  type InflatePrefix,
  readZipIndex,
  verdictOf,
  ZipFault,
  type ZipHeaderScanner,
  type ZipIndex,
} from '@medcloud/dicom';
import type { ObjectKey } from '../../../platform/blobs/container.ts';
import type { EncryptedStore } from '../../../platform/blobs/encrypted-store.ts';
import type { Clock } from '../../../platform/time/clock.ts';

// The maximum of 20,000 members takes some seconds.
const timeoutMs = 60_000;

/**
 * Checks a stored ZIP for at most a minute and returns its index. Reads the directory and the first bytes of each
 * member: from `scanner` if it kept them during the upload, else from the encrypted store in small ranges. Throws
 * - `unreadable_archive`: truncated or encrypted
 * - `unsafe_archive`: overlapping members, names that leave the folder, over the limits or the time
 * - `no_dicom`: no member is DICOM
 */
export async function checkArchive(
  objects: EncryptedStore,
  clock: Clock,
  objectKey: ObjectKey,
  scanner?: ZipHeaderScanner,
): Promise<ZipIndex> {
  const deadlineMs = clock.now().getTime() + timeoutMs;
  const object = await objects.open(objectKey);
  try {
    const access = {
      sizeBytes: object.sizeBytes,
      read: async (start: number, end: number) => {
        if (clock.now().getTime() > deadlineMs) throw new Fault('unsafe_archive');
        return scanner?.read(start, end) ?? (await object.bytes({ start, end }));
      },
    };
    const index = await readZipIndex(access);
    if (!(await findDicom(index, access, createPrefixInflater()))) throw new Fault('no_dicom');
    return index;
  } catch (error) {
    if (error instanceof ZipFault)
      throw new Fault(verdictOf(error.code) === 'unsafe' ? 'unsafe_archive' : 'unreadable_archive');
    throw error;
  } finally {
    await object.close();
  }
}

/** Members inflated on the event loop before it yields: some milliseconds. */
const inflationsPerTurn = 100;
/** A member that declares more than this is not inflated synchronously. */
const maxSyncBytes = 65_536;

/**
 * Inflates the first bytes of a deflated member, up to `maxOutput`; the end of the member may be missing. Small members
 * inflate synchronously in a tenth of a stream's time, because an archive may have 20,000 members.
 */
function createPrefixInflater(): InflatePrefix {
  let inflatedCount = 0;
  return async (raw, maxOutput, declaredBytes) => {
    inflatedCount += 1;
    if (inflatedCount % inflationsPerTurn === 0) await setImmediate();
    const inflated = declaredBytes <= maxSyncBytes ? inflateSync(raw) : null;
    return inflated === null ? await inflateStream(raw, maxOutput) : inflated.subarray(0, maxOutput);
  };
}

/** Returns null if the output exceeds `maxSyncBytes`. */
function inflateSync(raw: Uint8Array): Uint8Array | null {
  try {
    return inflateRawSync(raw, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxSyncBytes });
  } catch (error) {
    if (error instanceof RangeError) return null; // ERR_BUFFER_TOO_LARGE
    throw error;
  }
}

/** Inflates off the event loop and only up to `maxOutput`: 2 KB of zeros become 2 MB. */
async function inflateStream(raw: Uint8Array, maxOutput: number): Promise<Uint8Array> {
  const inflating = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: maxOutput });
  inflating.end(raw);
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of inflating) {
    parts.push(part);
    length += part.length;
    if (length >= maxOutput) break; // destroys the stream
  }
  return Buffer.concat(parts).subarray(0, maxOutput);
}
