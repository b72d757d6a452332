import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { openServedSeries, openServedStudy } from '../../domain/dicomweb/find-study.ts';
import { undefinedIfNotFound } from '../../domain/imaging/cache/frame-cache.ts';
import { frameCount } from '../../domain/imaging/index/frame-table.ts';
import type { OpenSeries } from '../../domain/imaging/open-series.ts';
import { findInstance } from '../../domain/imaging/read-instance.ts';
import { RenderFault } from '../../domain/imaging/render/render-fault.ts';
import { middleFrame } from '../../domain/imaging/render/render-thumbnails.ts';
import { createHandlers, type DicomWebCall, getAcceptedTypes, getCachedReadContext, getReadContext } from './call.ts';
import { sendBytes } from './send-bytes.ts';
import { negotiateImageFormat, parseViewport, sendRendered } from './send-rendered.ts';

const { dicomWeb } = routes;
const sidePixels = 256;
const defaultSize = { width: sidePixels, height: sidePixels };

/**
 * WADO-RS thumbnail (PS3.18 10.4.1.1.4) of a series: sends the stored one if the client accepts its format, else
 * renders one.
 */
async function sendSeriesThumbnail(call: DicomWebCall, series: OpenSeries): Promise<unknown> {
  const { context, scope, request, imaging, query } = call;
  const { thumbnail } = series;
  const canUseStored = thumbnail !== null && query.viewport === undefined && isWebpAccepted(call);
  // If it was deleted after its series was opened, render it.
  const bytes = canUseStored ? await context.objects.readBytes(thumbnail).catch(undefinedIfNotFound) : undefined;
  if (thumbnail === null || bytes === undefined) {
    const within = query.viewport === undefined ? defaultSize : parseViewport(query);
    return await sendRendered(call, series, { ...getMiddleFrame(series), window: null, within });
  }
  await imaging.accessLogger.log(scope, request, series.row, 'pictures');
  return await sendBytes(call, {
    examId: series.row.examId,
    headers: { 'content-type': 'image/webp' },
    etag: `"${thumbnail.objectId}"`,
    sizeBytes: bytes.length,
    bytes,
  });
}

/**
 * True if the client accepts WebP. Browsers name WebP for images; without an Accept header the default is JPEG, as in
 * the standard.
 */
function isWebpAccepted(call: DicomWebCall): boolean {
  const accepted = getAcceptedTypes(call);
  return accepted.some(({ type }) => type === 'image/webp') || negotiateImageFormat(accepted) === 'webp';
}

function getMiddleFrame({ index }: OpenSeries) {
  try {
    return middleFrame(index);
  } catch (error) {
    throw error instanceof RenderFault ? new Fault('not_found') : error;
  }
}

async function handleStudy(call: DicomWebCall<'study'>): Promise<unknown> {
  const { scope, params } = call;
  const series = await openServedStudy(getReadContext(call), scope, params);
  // reports and similar objects have no image
  const shownSeries = series.find(({ thumbnail }) => thumbnail !== null) ?? series.find(hasFrames);
  if (shownSeries === undefined) throw new Fault('not_found');
  return await sendSeriesThumbnail(call, shownSeries);
}

function hasFrames({ index }: OpenSeries): boolean {
  return index.instances.some(({ frames }) => frameCount(frames) > 0);
}

async function handleSeries(call: DicomWebCall<'study' | 'series'>): Promise<unknown> {
  const { scope, params } = call;
  return await sendSeriesThumbnail(call, await openServedSeries(getCachedReadContext(call), scope, params));
}

async function handleInstance(call: DicomWebCall<'study' | 'series' | 'instance'>): Promise<unknown> {
  const { scope, params, query } = call;
  const series = await openServedSeries(getCachedReadContext(call), scope, params);
  const instance = findInstance(series, params.instance);
  const frames = instance === undefined ? 0 : frameCount(instance.frames);
  if (instance === undefined || frames === 0) throw new Fault('not_found');
  const within = query.viewport === undefined ? defaultSize : parseViewport(query);
  return await sendRendered(call, series, { instance, frame: Math.floor(frames / 2) + 1, window: null, within });
}

export const thumbnailHandlers = [
  ...createHandlers([dicomWeb.studyThumbnail, dicomWeb.examStudyThumbnail], handleStudy),
  ...createHandlers([dicomWeb.seriesThumbnail, dicomWeb.examSeriesThumbnail], handleSeries),
  ...createHandlers([dicomWeb.instanceThumbnail, dicomWeb.examInstanceThumbnail], handleInstance),
];
