import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { openServedSeries } from '../../domain/dicomweb/find-study.ts';
import { checkStoredImages } from '../../domain/exams/check-download-choice.ts';
import { htj2kLossless, readCachedFrame } from '../../domain/imaging/cache/frame-cache.ts';
import { frameCount, rangesOfFrame } from '../../domain/imaging/index/frame-table.ts';
import type { ManifestInstance } from '../../domain/imaging/index/manifest.ts';
import type { OpenSeries } from '../../domain/imaging/open-series.ts';
import { streamFrame } from '../../domain/imaging/read-frame.ts';
import { findInstance } from '../../domain/imaging/read-instance.ts';
import { streamChunks, totalBytes } from '../../platform/zip/body-chunks.ts';
import { createHandlers, type DicomWebCall, getAcceptedTypes, getCachedReadContext, getReadContext } from './call.ts';
import { isHtj2kPreferred, type PixelForm, pixelForm } from './media-types.ts';
import { createMultipart, createMultipartSequence, type Part } from './multipart.ts';
import { sendBytes } from './send-bytes.ts';
import { renderImage } from './send-rendered.ts';

const { dicomWeb } = routes;
const maxFrames = 1_000;

/**
 * WADO-RS frames (PS3.18 10.4.1.1.6): sends frames as stored, or decoded or encoded if the client accepts only that; one
 * part each, or a single frame without multipart if the client accepts it.
 */
async function handleFrames(call: DicomWebCall<'study' | 'series' | 'instance' | 'frames'>): Promise<unknown> {
  const { scope, request, context, imaging } = call;
  const address = call.params;
  const numbers = parseFrameNumbers(address.frames);
  const series = await openServedSeries(getCachedReadContext(call), scope, address);
  const instance = findInstance(series, address.instance);
  if (instance === undefined || numbers.some((number) => number > frameCount(instance.frames)))
    throw new Fault('not_found');
  const accepted = getAcceptedTypes(call);
  const cached = isHtj2kPreferred(accepted, instance.transferSyntax, numbers.length)
    ? await readCachedFrames(call, series, instance, numbers)
    : null;
  if (cached === null) checkStoredImages(series.row);
  const { isMultipart, contentType, converted } = pixelForm(
    accepted,
    cached === null ? instance.transferSyntax : htj2kLossless,
    { count: numbers.length, mayConvert: cached === null },
  );
  await imaging.accessLogger.log(scope, request, series.row, 'frames', numbers.length);
  const tag = `${series.manifestId}-${instance.uid}-${address.frames}${tagOf(converted, cached !== null)}`;
  if (converted !== null)
    return await sendConverted(call, series, { instance, numbers, isMultipart, contentType, format: converted, tag });
  const parts =
    cached?.map((frame) => ({ contentType, sizeBytes: frame.sizeBytes, bytes: async () => frame.bytes })) ??
    numbers.map((number) => ({
      contentType,
      sizeBytes: frameBytes(instance.frames, number),
      bytes: async () => checkFound(await streamFrame(context.objects, series, instance, number)),
    }));
  const [only] = parts;
  if (!isMultipart && only) return await sendFrame(call, series, tag, only);
  const body = createMultipart(parts, contentType.replace(/;.*/, ''), context.random);
  return await sendBytes(call, {
    examId: series.row.examId,
    headers: { 'content-type': body.contentType },
    etag: `W/"${tag}-parts"`,
    sizeBytes: totalBytes(body.chunks),
    bytes: async () => streamChunks(body.chunks),
  });
}

const tagOf = (converted: PixelForm['converted'], isCached: boolean) =>
  converted === null ? (isCached ? '-jphc' : '') : `-${converted}`;

async function sendFrame(call: DicomWebCall, series: OpenSeries, tag: string, frame: Part): Promise<unknown> {
  return await sendBytes(call, {
    examId: series.row.examId,
    headers: { 'content-type': frame.contentType },
    etag: `"${tag}"`,
    sizeBytes: frame.sizeBytes,
    bytes: frame.bytes,
  });
}

/** Reads all these frames as HTJ2K; null if one is not in the cache. */
async function readCachedFrames(
  call: DicomWebCall<'study' | 'series' | 'instance' | 'frames'>,
  series: OpenSeries,
  instance: ManifestInstance,
  numbers: readonly number[],
) {
  const frames = [];
  for (const number of numbers) {
    const frame = await readCachedFrame(getReadContext(call), series, instance, number);
    if (frame === undefined) {
      // If the series already has cached frames, encoding it again would give the same result.
      if (series.frames === null) await call.imaging.missingFrames.report(series.row.examId);
      return null;
    }
    frames.push(frame);
  }
  return frames;
}

const anySize = { width: 0, height: 0 };

interface ConvertedFrames {
  readonly instance: ManifestInstance;
  readonly numbers: readonly number[];
  readonly isMultipart: boolean;
  readonly contentType: string;
  readonly format: NonNullable<PixelForm['converted']>;
  readonly tag: string;
}

/**
 * Sends frames that a worker decodes or encodes, one after another as the client reads. The first one is made before
 * anything is sent: throws `not_acceptable` if it cannot be.
 */
async function sendConverted(call: DicomWebCall, series: OpenSeries, frames: ConvertedFrames): Promise<unknown> {
  const { instance, numbers, contentType, format, tag } = frames;
  const convert = async (frame: number): Promise<Part> => {
    const bytes = await renderImage(call, series, { instance, frame, format, within: anySize, window: null });
    return { contentType, sizeBytes: bytes.length, bytes: async () => yieldOnce(bytes) };
  };
  const [firstNumber = 1, ...others] = numbers;
  const first = await convert(firstNumber);
  if (!frames.isMultipart) return await sendFrame(call, series, tag, first);
  async function* parts() {
    yield first;
    for (const number of others) yield await convert(number);
  }
  const body = createMultipartSequence(contentType.replace(/;.*/, ''), call.context.random);
  return await sendBytes(call, {
    examId: series.row.examId,
    headers: { 'content-type': body.contentType },
    etag: `W/"${tag}-parts"`,
    sizeBytes: null,
    bytes: async () => body.bytes(parts()),
  });
}

async function* yieldOnce(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function frameBytes(frames: ManifestInstance['frames'], number: number): number {
  return (rangesOfFrame(frames, number) ?? []).reduce((sum, { length }) => sum + length, 0);
}

function checkFound(bytes: AsyncIterable<Uint8Array> | undefined): AsyncIterable<Uint8Array> {
  if (bytes === undefined) throw new Fault('not_found');
  return bytes;
}

/** Parses `1` or `1,3,5`. Throws `not_found` for anything else. */
function parseFrameNumbers(frames: string): number[] {
  if (!/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/.test(frames)) throw new Fault('not_found');
  const numbers = frames.split(',').map(Number);
  if (numbers.length > maxFrames) throw new Fault('not_found');
  return numbers;
}

export const frameHandlers = createHandlers([dicomWeb.frames, dicomWeb.examFrames], handleFrames);
