import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { EncryptedStore } from '../../platform/blobs/encrypted-store.ts';
import { rangesOfFrame } from './index/frame-table.ts';
import type { ManifestInstance } from './index/manifest.ts';
import type { OpenSeries } from './open-series.ts';
import { readInstance, sliceChunks, streamInstance } from './read-instance.ts';

/** The bytes of one frame. */
export interface FrameStream {
  readonly sizeBytes: number;
  /** The encoding of the frame's pixels, as in its file. */
  readonly transferSyntax: string;
  readonly bytes: Readable;
}

/**
 * Reads frame `number` of an instance, counted from 1, as stored in the original: native pixels, or the joined
 * fragments of one compressed image. Returns undefined if it does not exist.
 */
export async function readFrame(
  objects: EncryptedStore,
  series: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
  number: number,
): Promise<FrameStream | undefined> {
  const frameRanges = rangesOfFrame(instance.frames, number);
  if (frameRanges === undefined) return undefined;
  const sizeBytes = frameRanges.reduce((sum, { length }) => sum + length, 0);
  const ranges = frameRanges.map(({ offset, length }) => ({ start: offset, end: offset + length }));
  return {
    sizeBytes,
    transferSyntax: instance.transferSyntax,
    bytes: await openStream(objects, series, instance, ranges),
  };
}

/** Streams the same bytes for immediate use: a chunk stays valid until the next but one is requested. */
export async function streamFrame(
  objects: EncryptedStore,
  series: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
  number: number,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const [only, ...others] = rangesOfFrame(instance.frames, number) ?? [];
  if (only === undefined || others.length > 0 || instance.deflatedFrom !== null)
    return (await readFrame(objects, series, instance, number))?.bytes;
  return await streamInstance(objects, series, instance, { start: only.offset, end: only.offset + only.length });
}

interface FrameRange {
  readonly start: number;
  readonly end: number;
}

async function openStream(
  objects: EncryptedStore,
  series: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
  ranges: readonly FrameRange[],
): Promise<Readable> {
  const [only] = ranges;
  const { deflatedFrom } = instance;
  if (only === undefined) return Readable.from([]);
  if (deflatedFrom === null && ranges.length === 1) return await readInstance(objects, series, instance, only);
  const read =
    deflatedFrom === null
      ? (range: FrameRange) => readInstance(objects, series, instance, range)
      : async (range: FrameRange) =>
          Readable.from(sliceChunks(await readInflatedDataSet(objects, series, instance, deflatedFrom), range));
  return Readable.from(readRanges(ranges, read), { objectMode: false });
}

async function* readRanges(
  ranges: readonly FrameRange[],
  read: (range: FrameRange) => Promise<Readable>,
): AsyncGenerator<Uint8Array> {
  for (const range of ranges) yield* await read(range);
}

/** PS3.5 A.5: the data set after the meta information is one deflated stream. */
async function readInflatedDataSet(
  objects: EncryptedStore,
  series: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
  start: number,
): Promise<Readable> {
  const inflateStream = createInflateRaw();
  const deflated = await readInstance(objects, series, instance, { start, end: instance.size });
  deflated.on('error', (error) => inflateStream.destroy(error));
  inflateStream.on('close', () => deflated.destroy());
  return deflated.pipe(inflateStream);
}
