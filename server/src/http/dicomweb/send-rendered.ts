import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { issueCode } from '@medcloud/contract/validation-codes';
import type { ManifestInstance } from '../../domain/imaging/index/manifest.ts';
import type { OpenSeries } from '../../domain/imaging/open-series.ts';
import type { ImageFormat } from '../../domain/imaging/render/encode-image.ts';
import type { RenderRequest } from '../../domain/imaging/render/render-image.ts';
import { withWorker as withWorkerOfGroup } from '../server/with-worker.ts';
import { type AcceptedType, isMediaTypeMatch } from './accept.ts';
import { type DicomWebCall, getAcceptedTypes } from './call.ts';
import { sendBytes } from './send-bytes.ts';

// PS3.18 8.7.4: JPEG by default.
const formats: readonly ImageFormat[] = ['jpeg', 'png', 'webp'];

/** Chooses the image format that the client accepts. Throws `not_acceptable`. */
export function negotiateImageFormat(accepted: readonly AcceptedType[]): ImageFormat {
  for (const { type } of accepted) {
    const format = formats.find((one) => isMediaTypeMatch(type, `image/${one}`));
    if (format !== undefined) return format;
  }
  throw new Fault('not_acceptable');
}

/**
 * Renders a frame and sends the image. Throws `not_found` (404) for an instance without pixels, `not_acceptable` (406)
 * if it cannot be rendered.
 */
export async function sendRendered(
  call: DicomWebCall,
  series: OpenSeries,
  renderInput: { instance: ManifestInstance; frame: number } & Pick<RenderRequest, 'within' | 'window'>,
): Promise<unknown> {
  const { scope, request, imaging } = call;
  const format = negotiateImageFormat(getAcceptedTypes(call));
  await imaging.accessLogger.log(scope, request, series.row, 'pictures');
  const bytes = await renderImage(call, series, { ...renderInput, format });
  return await sendBytes(call, {
    examId: series.row.examId,
    headers: { 'content-type': `image/${format}` },
    sizeBytes: bytes.length,
    bytes,
  });
}

/** Returns a rendered frame, from the cache or a worker. Throws as `sendRendered` does. */
export async function renderImage(call: DicomWebCall, series: OpenSeries, renderInput: RenderRequest): Promise<Buffer> {
  const { imaging, scope } = call;
  return await withWorker(call, (options) => imaging.renderedImages.get(scope, series, renderInput, options));
}

/** Calls `work`, which needs a worker, in the turn of the session. Throws as `sendRendered` does. */
export async function withWorker<Result>(
  { request, reply }: DicomWebCall,
  work: Parameters<typeof withWorkerOfGroup<Result>>[2],
): Promise<Result> {
  return await withWorkerOfGroup(reply, request.principal.sessionId, work);
}

type Query = DicomWebCall['query'];

/**
 * Parses center, width and function (PS3.18 8.3.5.1.4); only the linear function is supported. Null: the file's own
 * window.
 */
export function parseWindow({ window }: Query): RenderRequest['window'] {
  if (window === undefined) return null;
  const [center, width, shape = 'linear'] = String(window).split(',');
  const numbers = [Number(center), Number(width)];
  const isValid = center !== '' && width !== undefined && width !== '' && numbers.every(Number.isFinite);
  if (!isValid || Number(width) <= 0 || shape.toLowerCase() !== 'linear')
    throw createFieldFault('window', issueCode('window_invalid'));
  return { center: Number(center), width: Number(width), shape: 'linear' };
}

const maxSidePixels = 8_192;

/**
 * Parses the width and height that the image must fit in (PS3.18 8.3.5.1.3). Cropping to a part of the frame is not
 * supported.
 */
export function parseViewport({ viewport }: Query): RenderRequest['within'] {
  if (viewport === undefined) return { width: maxSidePixels, height: maxSidePixels };
  const sizes = String(viewport).split(',');
  const [width = 0, height = 0] = sizes.map(Number);
  const isValid = sizes.length === 2 && [width, height].every((side) => Number.isInteger(side) && side > 0);
  if (!isValid) throw createFieldFault('viewport', issueCode('viewport_invalid'));
  return { width: Math.min(width, maxSidePixels), height: Math.min(height, maxSidePixels) };
}
