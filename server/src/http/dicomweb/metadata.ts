import { createGunzip, createGzip } from 'node:zlib';
import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { openServedSeries, openServedStudy } from '../../domain/dicomweb/find-study.ts';
import { type OpenSeries, readSeriesMetadata } from '../../domain/imaging/open-series.ts';
import { findInstance, sliceChunks } from '../../domain/imaging/read-instance.ts';
import { isGzipAccepted } from './accept.ts';
import { createHandlers, type DicomWebCall, getAcceptedTypes, getReadContext } from './call.ts';
import { checkJson } from './media-types.ts';
import { sendBytes } from './send-bytes.ts';

const { dicomWeb } = routes;
const json = { 'content-type': 'application/dicom+json; charset=utf-8' };

/** WADO-RS metadata (PS3.18 10.4.1.1.2) of a series, as packed when the exam was indexed. */
async function sendSeries(call: DicomWebCall, series: OpenSeries): Promise<unknown> {
  const { scope, request, context, httpRequest, imaging } = call;
  const isGzip = isGzipAccepted(httpRequest.headers['accept-encoding']);
  await imaging.accessLogger.log(scope, request, series.row, 'metadata');
  const { gzipBytes, plainBytes, gzip: bytes } = await readSeriesMetadata(context, series);
  return await sendBytes(call, {
    examId: series.row.examId,
    headers: { ...json, ...(isGzip ? { 'content-encoding': 'gzip' } : {}) },
    etag: `"${series.manifestId}${isGzip ? '-gzip' : ''}"`,
    sizeBytes: isGzip ? gzipBytes : plainBytes,
    bytes: async () => (isGzip ? bytes : decompress(bytes)),
  }).finally(() => bytes.destroy());
}

async function* decompress(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const feeding = feed(bytes, gunzip);
  try {
    yield* gunzip;
    await feeding;
  } finally {
    gunzip.destroy();
    await feeding.catch(() => undefined);
  }
}

async function feed(bytes: AsyncIterable<Uint8Array>, target: ReturnType<typeof createGunzip>): Promise<void> {
  try {
    for await (const chunk of bytes) {
      if (target.destroyed) return;
      if (!target.write(chunk)) await waitForDrain(target);
    }
    target.end();
  } catch (error) {
    target.destroy(error instanceof Error ? error : new Error('The source failed'));
  }
}

function waitForDrain(target: ReturnType<typeof createGunzip>): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      target.off('drain', settle).off('close', settle);
      resolve();
    };
    target.once('drain', settle).once('close', settle);
  });
}

async function handleSeries(call: DicomWebCall<'study' | 'series'>): Promise<unknown> {
  checkJson(getAcceptedTypes(call));
  const { scope } = call;
  return await sendSeries(call, await openServedSeries(getReadContext(call), scope, call.params));
}

/** Sends a study's metadata: the array of a single series, or the joined arrays of several. */
async function handleStudy(call: DicomWebCall<'study'>): Promise<unknown> {
  checkJson(getAcceptedTypes(call));
  const { scope, request, imaging, httpRequest } = call;
  const series = await openServedStudy(getReadContext(call), scope, call.params);
  const [first, ...others] = series;
  if (first === undefined) throw new Fault('not_found');
  if (others.length === 0) return await sendSeries(call, first);
  await imaging.accessLogger.log(scope, request, first.row, 'metadata', series.length);
  const isGzip = isGzipAccepted(httpRequest.headers['accept-encoding']);
  return await sendBytes(call, {
    examId: first.row.examId,
    headers: { ...json, ...(isGzip ? { 'content-encoding': 'gzip' } : {}) },
    sizeBytes: null,
    bytes: async () => (isGzip ? compress(joinSeries(call, series)) : joinSeries(call, series)),
  });
}

async function* joinSeries({ context }: DicomWebCall, series: readonly OpenSeries[]): AsyncGenerator<Uint8Array> {
  for (const [place, one] of series.entries()) {
    yield Buffer.from(place === 0 ? '[' : ',');
    const { gzip, plainBytes } = await readSeriesMetadata(context, one);
    yield* sliceChunks(decompress(gzip), { start: 1, end: plainBytes - 1 }); // without its brackets
  }
  yield Buffer.from(']');
}

async function* compress(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzipStream = createGzip({ level: 1 });
  const feeding = feed(chunks, gzipStream);
  try {
    yield* gzipStream;
  } finally {
    gzipStream.destroy();
    await feeding;
  }
}

async function handleInstance(call: DicomWebCall<'study' | 'series' | 'instance'>): Promise<unknown> {
  checkJson(getAcceptedTypes(call));
  const { scope, request, context, imaging } = call;
  const address = call.params;
  const series = await openServedSeries(getReadContext(call), scope, address);
  const instance = findInstance(series, address.instance);
  if (instance === undefined) throw new Fault('not_found');
  await imaging.accessLogger.log(scope, request, series.row, 'metadata');
  const [start, length] = instance.metadata;
  return await sendBytes(call, {
    examId: series.row.examId,
    headers: json,
    etag: `"${series.manifestId}-${instance.uid}"`,
    sizeBytes: length + 2,
    bytes: async () => {
      const { gzip } = await readSeriesMetadata(context, series);
      return wrapInBrackets(sliceChunks(decompress(gzip), { start, end: start + length }));
    },
  });
}

async function* wrapInBrackets(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('[');
  yield* chunks;
  yield Buffer.from(']');
}

export const metadataHandlers = [
  ...createHandlers([dicomWeb.studyMetadata, dicomWeb.examStudyMetadata], handleStudy),
  ...createHandlers([dicomWeb.seriesMetadata, dicomWeb.examSeriesMetadata], handleSeries),
  ...createHandlers([dicomWeb.instanceMetadata, dicomWeb.examInstanceMetadata], handleInstance),
];
