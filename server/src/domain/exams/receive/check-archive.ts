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

// 20,000 members, the most that are taken, are looked through in some seconds.
const timeoutMs = 60_000;

/**
 * Checks a stored ZIP, for a minute at most, and gives its index. It reads the directory and the first bytes of each member:
 * from `trail`, where they were kept as they came, else through the seal in small ranges. Fails with
 * - `unreadable_archive`: torn, encrypted
 * - `unsafe_archive`: overlapping members, names that lead out, over the bounds or the time
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

/** As many as are inflated on the event loop before others have their turn: some milliseconds. */
const inflationsPerTurn = 100;
/** More than this is not inflated at once on the event loop, whatever the archive says of itself. */
const maxSyncBytes = 65_536;

/**
 * What the first bytes of a deflated member inflate to, cut at `maxOutput`; the member's own end need not be there. What
 * is little is inflated at once, which takes a tenth of a stream's time: an archive may have 20,000 members.
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

/** Null where more comes out than is inflated at once. */
function inflateSync(raw: Uint8Array): Uint8Array | null {
  try {
    return inflateRawSync(raw, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxSyncBytes });
  } catch (error) {
    if (error instanceof RangeError) return null; // ERR_BUFFER_TOO_LARGE
    throw error;
  }
}

/** Off the event loop and no further than asked: 2 KB of zeros become 2 MB. */
async function inflateStream(raw: Uint8Array, maxOutput: number): Promise<Uint8Array> {
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
