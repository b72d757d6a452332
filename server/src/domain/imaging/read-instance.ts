import { Readable } from 'node:stream';
import type { Seal } from '../../platform/blobs/container.ts';
import type { SealedObjects } from '../../platform/blobs/doors.ts';
import { plainPieces, rawPieces } from './indexing/inflated-pieces.ts';
import type { Member } from './indexing/members.ts';
import type { ManifestInstance } from './manifest.ts';
import { Onward } from './onward.ts';
import type { OpenSeries } from './open-series.ts';
import { readingEnds } from './reading-order.ts';
import { type SealedRandomAccess, sealedAccess } from './thread/sealed-access.ts';

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
  objects: SealedObjects,
  { original }: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
  range: Range = { start: 0, end: instance.size },
): Promise<Readable> {
  const { dataOffset } = instance;
  if (instance.method === 'stored')
    return await objects.read(original, { start: dataOffset + range.start, end: dataOffset + range.end });
  return Readable.from(slice(whileOpen(objects, original, plainOf(instance)), range), { objectMode: false });
}

/** The same, to be passed on: each piece lasts only until the next but one is asked for. It is read to its end, or its `return` is called. */
export async function passInstance(
  objects: SealedObjects,
  series: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
  range: Range = { start: 0, end: instance.size },
): Promise<AsyncIterable<Uint8Array>> {
  const { dataOffset, method } = instance;
  if (method !== 'stored') return await readInstance(objects, series, instance, range);
  return await objects.pass(series.original, { start: dataOffset + range.start, end: dataOffset + range.end });
}

/** Instances of one exam, read one after the other. */
export interface InstancesInTurn {
  /** An instance's own bytes, as they were uploaded; each piece lasts only until the next but one is asked for. */
  bytes(instance: ManifestInstance): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Holds the original open from the first instance read to `close`: where one ends and the next begins within a sealed frame,
 * it is opened once. `instances`: those that are read, in the order in which they are (`asTheyLie` is the fastest).
 */
export function readInTurn(
  objects: SealedObjects,
  { original }: Pick<OpenSeries, 'original'>,
  instances: readonly ManifestInstance[],
): InstancesInTurn {
  const ends = readingEnds(instances);
  let deflated: Promise<SealedRandomAccess> | undefined;
  let stored: Promise<Onward> | undefined;
  return {
    async *bytes(instance) {
      const { method, dataOffset, size } = instance;
      if (method === 'stored') {
        stored ??= objects.open(original).then((object) => new Onward(object));
        yield* (await stored).bytes(dataOffset, dataOffset + size, ends.get(instance));
      } else {
        deflated ??= objects.open(original).then(sealedAccess);
        yield* plainPieces(await deflated, memberOf(instance));
      }
    },
    async close() {
      const opened = await Promise.allSettled([stored, deflated]);
      for (const one of opened) if (one.status === 'fulfilled') await one.value?.close();
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
  objects: SealedObjects,
  { original }: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
): Readable | undefined {
  if (instance.method === 'stored' || instance.crc32 === null) return undefined;
  const trailer = Buffer.alloc(gzipTrailerBytes);
  trailer.writeUInt32LE(instance.crc32, 0);
  trailer.writeUInt32LE(instance.size % 2 ** 32, 4);
  const raw = whileOpen(objects, original, (access) => rawPieces(access, memberOf(instance)));
  return Readable.from(framed(gzipHeader, raw, trailer), { objectMode: false });
}

async function* framed(
  before: Uint8Array,
  pieces: AsyncIterable<Uint8Array>,
  after: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield before;
  yield* pieces;
  yield after;
}

function memberOf({ method, dataOffset, compressedSize, size, crc32 }: ManifestInstance): Member {
  return { name: '', method, dataOffset, compressedSize, size, crc32 };
}

function plainOf(instance: ManifestInstance): Pieces {
  return (access) => plainPieces(access, memberOf(instance));
}

type Pieces = (access: ReturnType<typeof sealedAccess>) => AsyncIterable<Uint8Array>;

/** Pieces of an object that is held open as long as they are taken. */
export async function* whileOpen(objects: SealedObjects, seal: Seal, pieces: Pieces): AsyncGenerator<Uint8Array> {
  const access = sealedAccess(await objects.open(seal));
  try {
    yield* pieces(access);
  } finally {
    await access.close();
  }
}

/** The bytes of a range out of pieces; what lies behind it is not asked for. */
export async function* slice(pieces: AsyncIterable<Uint8Array>, { start, end }: Range): AsyncGenerator<Uint8Array> {
  let offset = 0;
  if (end <= start) return;
  for await (const piece of pieces) {
    const part = piece.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
    offset += piece.length;
    if (part.length > 0) yield part;
    if (offset >= end) return;
  }
}
