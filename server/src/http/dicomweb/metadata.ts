import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { openServedSeries, openServedStudy } from '../../domain/dicomweb/find-study.ts';
import type { OpenSeries } from '../../domain/imaging/open-series.ts';
import { findInstance, sliceChunks } from '../../domain/imaging/read-instance.ts';
import { openSeriesMetadata, readInstanceMetadata, type SeriesMetadata } from '../../domain/imaging/series-metadata.ts';
import { BlobError } from '../../platform/blobs/blob-error.ts';
import { gunzipStream, gzipStream } from '../../platform/zip/gzip-streams.ts';
import { isGzipAccepted } from './accept.ts';
import { createHandlers, type DicomWebCall, getAcceptedTypes, getCachedReadContext, getReadContext } from './call.ts';
import { checkJson } from './media-types.ts';
import { sendBytes } from './send-bytes.ts';

const { dicomWeb } = routes;
const json = { 'content-type': 'application/dicom+json; charset=utf-8' };

/**
 * Reads from a series, which may have been opened some seconds before. If the exam was indexed again since, and the
 * manifest is gone, reads from the series as it is now.
 */
async function readFromSeries<Result>(
  call: DicomWebCall<'study' | 'series'>,
  read: (series: OpenSeries) => Promise<Result>,
): Promise<Result> {
  const { scope, params } = call;
  try {
    return await read(await openServedSeries(getCachedReadContext(call), scope, params));
  } catch (error) {
    if (!(error instanceof BlobError && error.code === 'not_found')) throw error;
    return await read(await openServedSeries(getReadContext(call), scope, params));
  }
}

/** WADO-RS metadata (PS3.18 10.4.1.1.2) of a series, as packed when the exam was indexed. */
async function sendSeries(call: DicomWebCall, series: OpenSeries, metadata: SeriesMetadata): Promise<unknown> {
  const { scope, request, httpRequest, imaging } = call;
  const { gzip, gzipBytes, plainBytes } = metadata;
  const isGzip = isGzipAccepted(httpRequest.headers['accept-encoding']);
  try {
    await imaging.accessLogger.log(scope, request, series.row, 'metadata');
    return await sendBytes(call, {
      examId: series.row.examId,
      headers: { ...json, ...(isGzip ? { 'content-encoding': 'gzip' } : {}) },
      etag: `"${series.manifestId}${isGzip ? '-gzip' : ''}"`,
      sizeBytes: isGzip ? gzipBytes : plainBytes,
      bytes: async () => (isGzip ? gzip : gunzipStream(gzip)),
    });
  } finally {
    await gzip.return?.();
  }
}

async function handleSeries(call: DicomWebCall<'study' | 'series'>): Promise<unknown> {
  checkJson(getAcceptedTypes(call));
  const { series, metadata } = await readFromSeries(call, async (opened) => ({
    series: opened,
    metadata: await openSeriesMetadata(call.context, opened),
  }));
  return await sendSeries(call, series, metadata);
}

/** Sends a study's metadata: the array of a single series, or the joined arrays of several. */
async function handleStudy(call: DicomWebCall<'study'>): Promise<unknown> {
  checkJson(getAcceptedTypes(call));
  const { scope, request, context, imaging, httpRequest } = call;
  const series = await openServedStudy(getReadContext(call), scope, call.params);
  const [first, ...others] = series;
  if (first === undefined) throw new Fault('not_found');
  if (others.length === 0) return await sendSeries(call, first, await openSeriesMetadata(context, first));
  await imaging.accessLogger.log(scope, request, first.row, 'metadata', series.length);
  const isGzip = isGzipAccepted(httpRequest.headers['accept-encoding']);
  return await sendBytes(call, {
    examId: first.row.examId,
    headers: { ...json, ...(isGzip ? { 'content-encoding': 'gzip' } : {}) },
    sizeBytes: null,
    bytes: async () => (isGzip ? gzipStream(joinSeries(call, series)) : joinSeries(call, series)),
  });
}

async function* joinSeries({ context }: DicomWebCall, series: readonly OpenSeries[]): AsyncGenerator<Uint8Array> {
  for (const [place, one] of series.entries()) {
    yield Buffer.from(place === 0 ? '[' : ',');
    const { gzip, plainBytes } = await openSeriesMetadata(context, one);
    yield* sliceChunks(gunzipStream(gzip), { start: 1, end: plainBytes - 1 }); // without its brackets
  }
  yield Buffer.from(']');
}

async function handleInstance(call: DicomWebCall<'study' | 'series' | 'instance'>): Promise<unknown> {
  checkJson(getAcceptedTypes(call));
  const { scope, request, imaging, params } = call;
  const { series, instance, metadata } = await readFromSeries(call, async (opened) => {
    const found = findInstance(opened, params.instance);
    if (found === undefined) throw new Fault('not_found');
    return {
      series: opened,
      instance: found,
      metadata: await readInstanceMetadata(getReadContext(call), opened, [found]),
    };
  });
  await imaging.accessLogger.log(scope, request, series.row, 'metadata');
  const bytes = Buffer.concat([Buffer.from('['), ...metadata, Buffer.from(']')]);
  return await sendBytes(call, {
    examId: series.row.examId,
    headers: json,
    etag: `"${series.manifestId}-${instance.uid}"`,
    sizeBytes: bytes.length,
    bytes,
  });
}

export const metadataHandlers = [
  ...createHandlers([dicomWeb.studyMetadata, dicomWeb.examStudyMetadata], handleStudy),
  ...createHandlers([dicomWeb.seriesMetadata, dicomWeb.examSeriesMetadata], handleSeries),
  ...createHandlers([dicomWeb.instanceMetadata, dicomWeb.examInstanceMetadata], handleInstance),
];
