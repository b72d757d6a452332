import { Readable } from 'node:stream';
import type { ObjectKey } from '../../platform/blobs/container.ts';
import type { EncryptedStore } from '../../platform/blobs/encrypted-store.ts';
import type { ManifestInstance } from './index/manifest.ts';
import { readPlainChunks, readRawChunks } from './index/member-chunks.ts';
import type { Member } from './index/members.ts';
import type { OpenSeries } from './open-series.ts';
import { SequentialReader } from './sequential-reader.ts';
import { findReadEnds } from './sort-by-offset.ts';
import { createRandomAccess, type EncryptedRandomAccess } from './worker/encrypted-random-access.ts';

/** The instance of a series by its UID; undefined where it has none such. */
export function findInstance({ index }: Pick<OpenSeries, 'index'>, uid: string): ManifestInstance | undefined {
  return index.instances.find((instance) => instance.uid === uid);
}

/** Bytes of a file, `start` up to, not including, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** An instance's own bytes, as they were uploaded; a range of them. Deflated ones are inflated on the way. */
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

/** The same, to be passed on: each piece lasts only until the next but one is asked for. It is read to its end, or its `return` is called. */
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

/** Instances of one exam, read one after the other. */
export interface InstanceReader {
  /** An instance's own bytes, as they were uploaded; each piece lasts only until the next but one is asked for. */
  bytes(instance: ManifestInstance): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Holds the original open from the first instance read to `close`: where one ends and the next begins within a sealed frame,
 * it is opened once. `instances`: those that are read, in the order in which they are (`asTheyLie` is the fastest).
 */
export function createInstanceReader(
  objects: EncryptedStore,
  { original }: Pick<OpenSeries, 'original'>,
  instances: readonly ManifestInstance[],
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

/** How long the gzip form of a deflated instance is (RFC 1952: header of 10 bytes, trailer of 8). */
export function gzipBytes({ compressedSize }: ManifestInstance): number {
  return gzipHeader.length + compressedSize + gzipTrailerBytes;
}

// RFC 1952 2.3: deflate, no flags, no time, no matter how hard it was compressed, on an unknown system.
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const gzipTrailerBytes = 8;

/**
 * A deflated instance as `Content-Encoding: gzip` wants it, without inflating it: the bytes that are in the archive between
 * a header and the check sum, which was verified when the exam was prepared. Undefined for one that is stored.
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

function memberOf({ method, dataOffset, compressedSize, size, crc32 }: ManifestInstance): Member {
  return { name: '', method, dataOffset, compressedSize, size, crc32 };
}

function plainChunksOf(instance: ManifestInstance): ChunkSource {
  return (access) => readPlainChunks(access, memberOf(instance));
}

type ChunkSource = (access: ReturnType<typeof createRandomAccess>) => AsyncIterable<Uint8Array>;

/** Pieces of an object that is held open as long as they are taken. */
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

/** The bytes of a range out of pieces; what lies behind it is not asked for. */
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
