import { Readable } from 'node:stream';
import type { ObjectKey } from '../../platform/blobs/container.ts';
import type { EncryptedStore } from '../../platform/blobs/encrypted-store.ts';
import type { ManifestInstance } from './index/manifest.ts';
import { readPlainChunks, readRawChunks } from './members/member-chunks.ts';
import type { Member } from './members/members.ts';
import type { OpenSeries } from './open-series.ts';
import { SequentialReader } from './sequential-reader.ts';
import { findReadEnds } from './sort-by-offset.ts';
import { createRandomAccess, type EncryptedRandomAccess } from './worker/encrypted-random-access.ts';

/** Finds an instance of a series by its UID. */
export function findInstance({ index }: Pick<OpenSeries, 'index'>, uid: string): ManifestInstance | undefined {
  return index.instances.find((instance) => instance.uid === uid);
}

/** A byte range of a file: `start` inclusive, `end` exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Reads an instance's bytes as uploaded, or a range of them. Deflated members are inflated. */
export async function readInstance(
  objects: EncryptedStore,
  { original }: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
  range: Range = { start: 0, end: instance.size },
): Promise<Readable> {
  const { dataOffset } = instance;
  if (instance.method === 'stored')
    return await objects.read(original, { start: dataOffset + range.start, end: dataOffset + range.end });
  return Readable.from(sliceChunks(streamObject(objects, original, plainChunksOf(instance)), range), {
    objectMode: false,
  });
}

/**
 * Streams the same bytes for immediate use: a chunk stays valid until the next but one is requested. The consumer must
 * read to the end or call `return`.
 */
export async function streamInstance(
  objects: EncryptedStore,
  series: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
  range: Range = { start: 0, end: instance.size },
): Promise<AsyncIterable<Uint8Array>> {
  const { dataOffset, method } = instance;
  if (method !== 'stored') return await readInstance(objects, series, instance, range);
  return await objects.readTransientChunks(series.original, {
    start: dataOffset + range.start,
    end: dataOffset + range.end,
  });
}

/** Where a file of an exam lies in its original. */
export type FilePosition = Pick<ManifestInstance, 'method' | 'dataOffset' | 'compressedSize' | 'size' | 'crc32'>;

/** Reads instances, or other files, of one exam one after another. */
export interface InstanceReader {
  /** Yields a file's bytes as uploaded. A chunk stays valid until the next but one is requested. */
  bytes(instance: FilePosition): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Creates a reader that keeps the original open from the first instance to `close`. A segment shared by two instances
 * is decrypted once. `instances` lists the instances in reading order (the order of `sortByOffset` is the fastest).
 */
export function createInstanceReader(
  objects: EncryptedStore,
  { original }: Pick<OpenSeries, 'original'>,
  instances: readonly FilePosition[],
): InstanceReader {
  const ends = findReadEnds(instances);
  let deflated: Promise<EncryptedRandomAccess> | undefined;
  let stored: Promise<SequentialReader> | undefined;
  return {
    async *bytes(instance) {
      const { method, dataOffset, size } = instance;
      if (method === 'stored') {
        stored ??= objects.open(original).then((object) => new SequentialReader(object));
        yield* (await stored).bytes(dataOffset, dataOffset + size, ends.get(instance));
      } else {
        deflated ??= objects.open(original).then(createRandomAccess);
        yield* readPlainChunks(await deflated, memberOf(instance));
      }
    },
    async close() {
      const readers = await Promise.allSettled([stored, deflated]);
      for (const one of readers) if (one.status === 'fulfilled') await one.value?.close();
    },
  };
}

/** Returns the length of a deflated instance as gzip (RFC 1952: header of 10 bytes, trailer of 8). */
export function gzipBytes({ compressedSize }: ManifestInstance): number {
  return gzipHeader.length + compressedSize + gzipTrailerBytes;
}

// RFC 1952 2.3: deflate, no flags, no time, no compression level, unknown system.
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const gzipTrailerBytes = 8;

/**
 * Reads a deflated instance for `Content-Encoding: gzip` without inflating it: a header, the archive's bytes, and the
 * checksum, which was verified by indexing. Returns undefined for a stored member.
 */
export function readInstanceAsGzip(
  objects: EncryptedStore,
  { original }: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
): Readable | undefined {
  if (instance.method === 'stored' || instance.crc32 === null) return undefined;
  const trailer = Buffer.alloc(gzipTrailerBytes);
  trailer.writeUInt32LE(instance.crc32, 0);
  trailer.writeUInt32LE(instance.size % 2 ** 32, 4);
  const raw = streamObject(objects, original, (access) => readRawChunks(access, memberOf(instance)));
  return Readable.from(wrapChunks(gzipHeader, raw, trailer), { objectMode: false });
}

async function* wrapChunks(
  before: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
  after: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield before;
  yield* chunks;
  yield after;
}

function memberOf({ method, dataOffset, compressedSize, size, crc32 }: FilePosition): Member {
  return { name: '', method, dataOffset, compressedSize, size, crc32 };
}

function plainChunksOf(instance: ManifestInstance): ChunkSource {
  return (access) => readPlainChunks(access, memberOf(instance));
}

type ChunkSource = (access: ReturnType<typeof createRandomAccess>) => AsyncIterable<Uint8Array>;

/** Yields chunks of an object, which stays open while they are consumed. */
export async function* streamObject(
  objects: EncryptedStore,
  objectKey: ObjectKey,
  chunks: ChunkSource,
): AsyncGenerator<Uint8Array> {
  const access = createRandomAccess(await objects.open(objectKey));
  try {
    yield* chunks(access);
  } finally {
    await access.close();
  }
}

/** Yields the bytes of a range of the chunks. Chunks after it are not requested. */
export async function* sliceChunks(
  chunks: AsyncIterable<Uint8Array>,
  { start, end }: Range,
): AsyncGenerator<Uint8Array> {
  let offset = 0;
  if (end <= start) return;
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
    offset += chunk.length;
    if (part.length > 0) yield part;
    if (offset >= end) return;
  }
}
