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
import { isHtj2kPreferred, pixelForm } from './media-types.ts';
import { createMultipart, type Part } from './multipart.ts';
import { sendBytes } from './send-bytes.ts';
import { renderImage, yieldOnce } from './send-rendered.ts';

const { dicomWeb } = routes;
const maxFrames = 1_000;

/**
 * WADO-RS frames (PS3.18 10.4.1.1.6): sends frames as stored, or decoded if the client accepts only native pixels; one
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
  const { isMultipart, contentType, isDecoded } = pixelForm(
    accepted,
    cached === null ? instance.transferSyntax : htj2kLossless,
    { count: numbers.length, mayDecode: cached === null },
  );
  await imaging.accessLogger.log(scope, request, series.row, 'frames', numbers.length);
  const stored = numbers.map((number) => ({
    contentType,
    sizeBytes: frameBytes(instance.frames, number),
    bytes: async () => checkFound(await streamFrame(context.objects, series, instance, number)),
  }));
  const parts = isDecoded
    ? await decodedParts(call, series, instance, numbers, contentType)
    : (cached?.map((frame) => ({ contentType, sizeBytes: frame.sizeBytes, bytes: async () => frame.bytes })) ?? stored);
  const [only] = parts;
  const { examId } = series.row;
  const tag = `${series.manifestId}-${instance.uid}-${address.frames}${isDecoded ? '-native' : cached === null ? '' : '-jphc'}`;
  if (!isMultipart && only)
    return await sendBytes(call, {
      examId,
      headers: { 'content-type': contentType },
      etag: `"${tag}"`,
      sizeBytes: only.sizeBytes,
      bytes: only.bytes,
    });
  const body = createMultipart(parts, contentType.replace(/;.*/, ''), context.random);
  return await sendBytes(call, {
    examId,
    headers: { 'content-type': body.contentType },
    etag: `W/"${tag}-parts"`,
    sizeBytes: totalBytes(body.chunks),
    bytes: async () => streamChunks(body.chunks),
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

/**
 * Decodes frames of an instance to native pixels. The first is decoded at once, because all have its size; the others
 * follow as the client reads. Throws `not_acceptable` if the first cannot be decoded.
 */
async function decodedParts(
  call: DicomWebCall,
  series: OpenSeries,
  instance: ManifestInstance,
  numbers: readonly number[],
  contentType: string,
): Promise<Part[]> {
  const decode = (frame: number) =>
    renderImage(call, series, { instance, frame, format: 'native', within: anySize, window: null });
  const [first = 1] = numbers;
  const { length } = await decode(first);
  return numbers.map((number) => ({
    contentType,
    sizeBytes: length,
    bytes: async () => yieldOnce(await decode(number)),
  }));
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
