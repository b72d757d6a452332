import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { SealedObjects } from '../../platform/blobs/doors.ts';
import { piecesOfFrame } from './indexing/frame-table.ts';
import type { ManifestInstance } from './manifest.ts';
import type { OpenSeries } from './open-series.ts';
import { passInstance, readInstance, slice } from './read-instance.ts';

/** One frame on its way out. */
export interface ReadFrame {
  readonly sizeBytes: number;
  /** How the frame's pixels are written: its file's own. */
  readonly transferSyntax: string;
  readonly bytes: Readable;
}

/**
 * Frame `number` of an instance, counted from 1, as it lies in the original: native pixels, or the fragments of one
 * compressed image put together. Undefined where there is no such frame.
 */
export async function readFrame(
  objects: SealedObjects,
  series: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
  number: number,
): Promise<ReadFrame | undefined> {
  const pieces = piecesOfFrame(instance.frames, number);
  if (pieces === undefined) return undefined;
  const sizeBytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const ranges = pieces.map(({ offset, length }) => ({ start: offset, end: offset + length }));
  return {
    sizeBytes,
    transferSyntax: instance.transferSyntax,
    bytes: await streamOf(objects, series, instance, ranges),
  };
}

/** The same bytes, to be passed on: each piece lasts only until the next but one is asked for. */
export async function passFrame(
  objects: SealedObjects,
  series: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
  number: number,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const [only, ...others] = piecesOfFrame(instance.frames, number) ?? [];
  if (only === undefined || others.length > 0 || instance.deflatedFrom !== null)
    return (await readFrame(objects, series, instance, number))?.bytes;
  return await passInstance(objects, series, instance, { start: only.offset, end: only.offset + only.length });
}

interface Piece {
  readonly start: number;
  readonly end: number;
}

async function streamOf(
  objects: SealedObjects,
  series: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
  ranges: readonly Piece[],
): Promise<Readable> {
  const [only] = ranges;
  const { deflatedFrom } = instance;
  if (only === undefined) return Readable.from([]);
  if (deflatedFrom === null && ranges.length === 1) return await readInstance(objects, series, instance, only);
  const read =
    deflatedFrom === null
      ? (range: Piece) => readInstance(objects, series, instance, range)
      : async (range: Piece) => Readable.from(slice(await inflatedSet(objects, series, instance, deflatedFrom), range));
  return Readable.from(inTurn(ranges, read), { objectMode: false });
}

async function* inTurn(
  ranges: readonly Piece[],
  read: (range: Piece) => Promise<Readable>,
): AsyncGenerator<Uint8Array> {
  for (const range of ranges) yield* await read(range);
}

/** PS3.5 A.5: all of the data set behind the meta information is one deflated stream. */
async function inflatedSet(
  objects: SealedObjects,
  series: Pick<OpenSeries, 'original'>,
  instance: ManifestInstance,
  start: number,
): Promise<Readable> {
  const inflating = createInflateRaw();
  const deflated = await readInstance(objects, series, instance, { start, end: instance.size });
  deflated.on('error', (error) => inflating.destroy(error));
  inflating.on('close', () => deflated.destroy());
  return deflated.pipe(inflating);
}
