import { Readable } from 'node:stream';
import { BlobError } from '../../../platform/blobs/blob-error.ts';
import type { ObjectKey } from '../../../platform/blobs/container.ts';
import type { EncryptedStore } from '../../../platform/blobs/encrypted-store.ts';
import { frameCount } from '../index/frame-table.ts';
import type { ManifestInstance, SeriesIndex } from '../index/manifest.ts';
import type { OpenSeries, ReadContext } from '../open-series.ts';
import type { CacheEntry } from './lru-cache.ts';

/*
 * A series' frames as HTJ2K, one encrypted object (docs/decisions/011): the frames, one after the other. Then a table
 * with offset (u64) and length (u32) of each, big-endian, in the order of the manifest's instances and their frames.
 * Then 16 bytes: magic 'MCFRAMES', version u32, frames u32. A length of 0 means the frame is read from the original.
 */

const magic = 'MCFRAMES';
const version = 1;
const entryBytes = 12;
const trailerBytes = 16;

/** High-Throughput JPEG 2000 with RPCL options, lossless only (PS3.6 table A-1). */
export const htj2kLossless = '1.2.840.10008.1.2.4.202';

/** Position of a frame in the cache; null for a frame that is not cached. */
export type CachedFrameRange = { readonly offset: number; readonly length: number } | null;

/** Encodes the table and the trailer that follow the frames. */
export function encodeFrameTable(ranges: readonly CachedFrameRange[]): Buffer {
  const table = Buffer.alloc(ranges.length * entryBytes + trailerBytes);
  for (const [index, range] of ranges.entries()) {
    table.writeBigUInt64BE(BigInt(range?.offset ?? 0), index * entryBytes);
    table.writeUInt32BE(range?.length ?? 0, index * entryBytes + 8);
  }
  const end = ranges.length * entryBytes;
  table.write(magic, end, 'latin1');
  table.writeUInt32BE(version, end + 8);
  table.writeUInt32BE(ranges.length, end + 12);
  return table;
}

/** Returns the index of an instance's frame among all frames of its series, counted as the table does. */
export function ordinalOf({ instances }: SeriesIndex, uid: string, number: number): number {
  const instanceIndex = instances.findIndex((instance) => instance.uid === uid);
  const framesBefore = instances
    .slice(0, Math.max(0, instanceIndex))
    .reduce((sum, { frames }) => sum + frameCount(frames), 0);
  return framesBefore + number - 1;
}

/**
 * Reads frame `number` of an instance, counted from 1, as HTJ2K. Returns undefined if it is not cached (not encoded
 * yet, stored as it is, or evicted); then it is read from the original.
 */
export async function readCachedFrame(
  { context: { objects }, caches }: ReadContext,
  { frames, index }: Pick<OpenSeries, 'frames' | 'index'>,
  instance: ManifestInstance,
  number: number,
): Promise<{ sizeBytes: number; transferSyntax: string; bytes: Readable } | undefined> {
  if (frames === null || number < 1 || number > frameCount(instance.frames)) return undefined;
  try {
    const table = await caches.frameTables.getOrRead(frames.objectId, () => readFrameTable(objects, frames));
    const entryOffset = ordinalOf(index, instance.uid, number) * entryBytes;
    const [offset, length] = [Number(table.readBigUInt64BE(entryOffset)), table.readUInt32BE(entryOffset + 8)];
    if (length === 0) return undefined;
    const bytes = await objects.readPart(frames, { start: offset, end: offset + length });
    return { sizeBytes: length, transferSyntax: htj2kLossless, bytes: Readable.from([bytes], { objectMode: false }) };
  } catch (error) {
    // evicted since its series was opened: the original has it
    return undefinedIfNotFound(error);
  }
}

async function readFrameTable(objects: EncryptedStore, frames: ObjectKey): Promise<CacheEntry<Buffer>> {
  const object = await objects.open(frames);
  try {
    const end = object.sizeBytes - trailerBytes;
    const trailer = await object.bytes({ start: end });
    if (trailer.toString('latin1', 0, 8) !== magic || trailer.readUInt32BE(8) !== version)
      throw new BlobError('corrupt');
    const sizeBytes = trailer.readUInt32BE(12) * entryBytes;
    // a copy: a view would keep all bytes read for it in memory
    return { value: Buffer.from(await object.bytes({ start: end - sizeBytes, end })), sizeBytes };
  } finally {
    await object.close();
  }
}

/** Returns undefined if a derived object no longer exists, because it can be created again. Rethrows other errors. */
export function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof BlobError && error.code === 'not_found') return undefined;
  throw error;
}
