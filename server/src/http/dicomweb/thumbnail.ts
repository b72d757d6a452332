import { Readable } from 'node:stream';
import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { openServedSeries, openServedStudy } from '../../domain/dicomweb/find-study.ts';
import { undefinedWhereAbsent } from '../../domain/imaging/frame-cache.ts';
import { frameCount } from '../../domain/imaging/indexing/frame-table.ts';
import { middleFrame } from '../../domain/imaging/make-thumbnails.ts';
import type { OpenSeries } from '../../domain/imaging/open-series.ts';
import { PictureFault } from '../../domain/imaging/pictures/picture-fault.ts';
import { findInstance } from '../../domain/imaging/read-instance.ts';
import { acceptedBy, bothEdges, type DicomWebCall, quickReadingOf, readingOf } from './call.ts';
import { give } from './give.ts';
import { givePicture, pictureFormat, readViewport } from './give-picture.ts';

const { dicomWeb } = routes;
const sidePixels = 256;
const small = { width: sidePixels, height: sidePixels };

/** WADO-RS thumbnail (PS3.18 10.4.1.1.4) of a series: the kept one, where its format is taken, or one made now. */
async function giveOfSeries(call: DicomWebCall, series: OpenSeries): Promise<unknown> {
  const { portal, scope, asking, imaging, query } = call;
  const { thumbnail } = series;
  const isAsked = thumbnail !== null && query.viewport === undefined && takesWebp(call);
  // removed since its series was opened: it is made now
  const bytes = isAsked ? await portal.objects.readBytes(thumbnail).catch(undefinedWhereAbsent) : undefined;
  if (thumbnail === null || bytes === undefined) {
    const within = query.viewport === undefined ? small : readViewport(query);
    return await givePicture(call, series, { ...middleOf(series), window: null, within });
  }
  await imaging.viewings.note(scope, asking, series.row, 'pictures');
  return await give(call, {
    examId: series.row.examId,
    headers: { 'content-type': 'image/webp' },
    etag: `"${thumbnail.objectId}"`,
    sizeBytes: bytes.length,
    bytes: async () => Readable.from([bytes], { objectMode: false }),
  });
}

/** A browser's picture names WebP; who says nothing gets JPEG, the standard's own. */
function takesWebp(call: DicomWebCall): boolean {
  const accepted = acceptedBy(call);
  return accepted.some(({ type }) => type === 'image/webp') || pictureFormat(accepted) === 'webp';
}

function middleOf({ index }: OpenSeries) {
  try {
    return middleFrame(index);
  } catch (error) {
    throw error instanceof PictureFault ? new Fault('not_found') : error;
  }
}

async function ofStudy(call: DicomWebCall<'study'>): Promise<unknown> {
  const { scope, params } = call;
  const series = await openServedStudy(readingOf(call), scope, params);
  // reports and the like have no picture
  const shown = series.find(({ thumbnail }) => thumbnail !== null) ?? series.find(hasFrames);
  if (shown === undefined) throw new Fault('not_found');
  return await giveOfSeries(call, shown);
}

function hasFrames({ index }: OpenSeries): boolean {
  return index.instances.some(({ frames }) => frameCount(frames) > 0);
}

async function ofSeries(call: DicomWebCall<'study' | 'series'>): Promise<unknown> {
  const { scope, params } = call;
  return await giveOfSeries(call, await openServedSeries(quickReadingOf(call), scope, params));
}

async function ofInstance(call: DicomWebCall<'study' | 'series' | 'instance'>): Promise<unknown> {
  const { scope, params, query } = call;
  const series = await openServedSeries(readingOf(call), scope, params);
  const instance = findInstance(series, params.instance);
  const frames = instance === undefined ? 0 : frameCount(instance.frames);
  if (instance === undefined || frames === 0) throw new Fault('not_found');
  const within = query.viewport === undefined ? small : readViewport(query);
  return await givePicture(call, series, { instance, frame: Math.floor(frames / 2) + 1, window: null, within });
}

export const thumbnailEdges = [
  ...bothEdges([dicomWeb.studyThumbnail, dicomWeb.examStudyThumbnail], ofStudy),
  ...bothEdges([dicomWeb.seriesThumbnail, dicomWeb.examSeriesThumbnail], ofSeries),
  ...bothEdges([dicomWeb.instanceThumbnail, dicomWeb.examInstanceThumbnail], ofInstance),
];
