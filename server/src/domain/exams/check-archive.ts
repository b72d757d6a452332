import { setImmediate } from 'node:timers/promises';
import { constants, createInflateRaw, inflateRawSync } from 'node:zlib';
import { Fault } from '@medcloud/contract/faults';
import {
  findDicom,
  type InflatePrefix,
  readZipIndex,
  verdictOf,
  ZipFault,
  type ZipIndex,
  type ZipTrail,
} from '@medcloud/dicom';
import type { Seal } from '../../platform/blobs/container.ts';
import type { SealedObjects } from '../../platform/blobs/doors.ts';
import type { Clock } from '../../platform/time/clock.ts';

// 20,000 members, the most that are taken, are looked through in some seconds.
const longestMs = 60_000;

/**
 * Checks a stored ZIP, for a minute at most, and gives its index. It reads the directory and the first bytes of each member:
 * from `trail`, where they were kept as they came, else through the seal in small ranges. Fails with
 * - `unreadable_archive`: torn, encrypted
 * - `unsafe_archive`: overlapping members, names that lead out, over the bounds or the time
 * - `no_dicom`: no member is DICOM
 */
export async function checkArchive(
  objects: SealedObjects,
  clock: Clock,
  seal: Seal,
  trail?: ZipTrail,
): Promise<ZipIndex> {
  const until = clock.now().getTime() + longestMs;
  const object = await objects.open(seal);
  try {
    const access = {
      sizeBytes: object.sizeBytes,
      read: async (start: number, end: number) => {
        if (clock.now().getTime() > until) throw new Fault('unsafe_archive');
        return trail?.read(start, end) ?? (await object.bytes({ start, end }));
      },
    };
    const index = await readZipIndex(access);
    if (!(await findDicom(index, access, prefixInflater()))) throw new Fault('no_dicom');
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
const inTurn = 100;
/** More than this is not inflated at once on the event loop, whatever the archive says of itself. */
const mostAtOnceBytes = 65_536;

/**
 * What the first bytes of a deflated member inflate to, cut at `maxOutput`; the member's own end need not be there. What
 * is little is inflated at once, which takes a tenth of a stream's time: an archive may have 20,000 members.
 */
function prefixInflater(): InflatePrefix {
  let done = 0;
  return async (raw, maxOutput, saidBytes) => {
    done += 1;
    if (done % inTurn === 0) await setImmediate();
    const atOnce = saidBytes <= mostAtOnceBytes ? inflateAtOnce(raw) : null;
    return atOnce === null ? await inflateStreaming(raw, maxOutput) : atOnce.subarray(0, maxOutput);
  };
}

/** Null where more comes out than is inflated at once. */
function inflateAtOnce(raw: Uint8Array): Uint8Array | null {
  try {
    return inflateRawSync(raw, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostAtOnceBytes });
  } catch (error) {
    if (error instanceof RangeError) return null; // ERR_BUFFER_TOO_LARGE
    throw error;
  }
}

/** Off the event loop and no further than asked: 2 KB of zeros become 2 MB. */
async function inflateStreaming(raw: Uint8Array, maxOutput: number): Promise<Uint8Array> {
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
