import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { openServedSeries } from '../../domain/dicomweb/find-study.ts';
import { inTurn, sizeOf } from '../../domain/dicomweb/pieces.ts';
import { htj2kLossless, readCachedFrame } from '../../domain/imaging/frame-cache.ts';
import { frameCount, piecesOfFrame } from '../../domain/imaging/indexing/frame-table.ts';
import type { ManifestInstance } from '../../domain/imaging/manifest.ts';
import type { OpenSeries } from '../../domain/imaging/open-series.ts';
import { passFrame } from '../../domain/imaging/read-frame.ts';
import { findInstance } from '../../domain/imaging/read-instance.ts';
import { acceptedBy, bothEdges, type DicomWebCall, quickReadingOf, readingOf } from './call.ts';
import { give } from './give.ts';
import { pixelForm, wantsHtj2k } from './media-types.ts';
import { multipart } from './multipart.ts';

const { dicomWeb } = routes;
const mostFrames = 1_000;

/** WADO-RS frames (PS3.18 10.4.1.1.6): as they are stored, one part each, or one alone where the client takes it so. */
async function answerFrames(call: DicomWebCall<'study' | 'series' | 'instance' | 'frames'>): Promise<unknown> {
  const { scope, asking, portal, imaging } = call;
  const address = call.params;
  const numbers = numbersOf(address.frames);
  const series = await openServedSeries(quickReadingOf(call), scope, address);
  const instance = findInstance(series, address.instance);
  if (instance === undefined || numbers.some((number) => number > frameCount(instance.frames)))
    throw new Fault('not_found');
  const accepted = acceptedBy(call);
  const cached = wantsHtj2k(accepted, instance.transferSyntax, numbers.length)
    ? await cachedFrames(call, series, instance, numbers)
    : null;
  const { isMultipart, contentType } = pixelForm(
    accepted,
    cached === null ? instance.transferSyntax : htj2kLossless,
    numbers.length,
  );
  await imaging.viewings.note(scope, asking, series.row, 'frames', numbers.length);
  const stored = numbers.map((number) => ({
    contentType,
    sizeBytes: frameBytes(instance.frames, number),
    bytes: async () => thereOf(await passFrame(portal.objects, series, instance, number)),
  }));
  const parts =
    cached?.map((frame) => ({ contentType, sizeBytes: frame.sizeBytes, bytes: async () => frame.bytes })) ?? stored;
  const [only] = parts;
  const { examId } = series.row;
  const tag = `${series.manifestId}-${instance.uid}-${address.frames}${cached === null ? '' : '-jphc'}`;
  if (!isMultipart && only)
    return await give(call, {
      examId,
      headers: { 'content-type': contentType },
      etag: `"${tag}"`,
      sizeBytes: only.sizeBytes,
      bytes: only.bytes,
    });
  const body = multipart(parts, contentType.replace(/;.*/, ''), portal.random);
  return await give(call, {
    examId,
    headers: { 'content-type': body.contentType },
    etag: `W/"${tag}-parts"`,
    sizeBytes: sizeOf(body.pieces),
    bytes: async () => inTurn(body.pieces),
  });
}

/** All of these frames as HTJ2K; null where one of them is not in the cache. */
async function cachedFrames(
  call: DicomWebCall<'study' | 'series' | 'instance' | 'frames'>,
  series: OpenSeries,
  instance: ManifestInstance,
  numbers: readonly number[],
) {
  const frames = [];
  for (const number of numbers) {
    const frame = await readCachedFrame(readingOf(call), series, instance, number);
    if (frame === undefined) {
      // made, and kept as it is: made again it would come to the same
      if (series.frames === null) await call.imaging.missingFrames.note(series.row.examId);
      return null;
    }
    frames.push(frame);
  }
  return frames;
}

function frameBytes(frames: ManifestInstance['frames'], number: number): number {
  return (piecesOfFrame(frames, number) ?? []).reduce((sum, { length }) => sum + length, 0);
}

function thereOf(bytes: AsyncIterable<Uint8Array> | undefined): AsyncIterable<Uint8Array> {
  if (bytes === undefined) throw new Fault('not_found');
  return bytes;
}

/** `1`, or `1,3,5`; what is no such list is no address. */
function numbersOf(frames: string): number[] {
  if (!/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/.test(frames)) throw new Fault('not_found');
  const numbers = frames.split(',').map(Number);
  if (numbers.length > mostFrames) throw new Fault('not_found');
  return numbers;
}

export const frameEdges = bothEdges([dicomWeb.frames, dicomWeb.examFrames], answerFrames);
