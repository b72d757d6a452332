import { createGunzip, createGzip } from 'node:zlib';
import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { openServedSeries, openServedStudy } from '../../domain/dicomweb/find-study.ts';
import { type OpenSeries, readSeriesMetadata } from '../../domain/imaging/open-series.ts';
import { findInstance, slice } from '../../domain/imaging/read-instance.ts';
import { takesGzip } from './accept.ts';
import { acceptedBy, bothEdges, type DicomWebCall, readingOf } from './call.ts';
import { give } from './give.ts';
import { checkJson } from './media-types.ts';

const { dicomWeb } = routes;
const json = { 'content-type': 'application/dicom+json; charset=utf-8' };

/** WADO-RS metadata (PS3.18 10.4.1.1.2) of a series: as the ingest packed them. */
async function giveSeries(call: DicomWebCall, series: OpenSeries): Promise<unknown> {
  const { scope, asking, portal, request, imaging } = call;
  const gzip = takesGzip(request.headers['accept-encoding']);
  await imaging.viewings.note(scope, asking, series.row, 'metadata');
  const { gzipBytes, plainBytes, gzip: bytes } = await readSeriesMetadata(portal, series);
  return await give(call, {
    examId: series.row.examId,
    headers: { ...json, ...(gzip ? { 'content-encoding': 'gzip' } : {}) },
    etag: `"${series.manifestId}${gzip ? '-gzip' : ''}"`,
    sizeBytes: gzip ? gzipBytes : plainBytes,
    bytes: async () => (gzip ? bytes : inflated(bytes)),
  }).finally(() => bytes.destroy());
}

async function* inflated(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflating = createGunzip();
  const fed = feed(bytes, inflating);
  try {
    yield* inflating;
    await fed;
  } finally {
    inflating.destroy();
    await fed.catch(() => undefined);
  }
}

async function feed(bytes: AsyncIterable<Uint8Array>, into: ReturnType<typeof createGunzip>): Promise<void> {
  try {
    for await (const piece of bytes) {
      if (into.destroyed) return;
      if (!into.write(piece)) await roomIn(into);
    }
    into.end();
  } catch (error) {
    into.destroy(error instanceof Error ? error : new Error('The source failed'));
  }
}

function roomIn(into: ReturnType<typeof createGunzip>): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      into.off('drain', over).off('close', over);
      resolve();
    };
    into.once('drain', over).once('close', over);
  });
}

async function ofSeries(call: DicomWebCall<'study' | 'series'>): Promise<unknown> {
  checkJson(acceptedBy(call));
  const { scope } = call;
  return await giveSeries(call, await openServedSeries(readingOf(call), scope, call.params));
}

/** Of a study with one series, its series'; of several, their arrays joined. */
async function ofStudy(call: DicomWebCall<'study'>): Promise<unknown> {
  checkJson(acceptedBy(call));
  const { scope, asking, imaging, request } = call;
  const series = await openServedStudy(readingOf(call), scope, call.params);
  const [first, ...others] = series;
  if (first === undefined) throw new Fault('not_found');
  if (others.length === 0) return await giveSeries(call, first);
  await imaging.viewings.note(scope, asking, first.row, 'metadata', series.length);
  const gzip = takesGzip(request.headers['accept-encoding']);
  return await give(call, {
    examId: first.row.examId,
    headers: { ...json, ...(gzip ? { 'content-encoding': 'gzip' } : {}) },
    sizeBytes: null,
    bytes: async () => (gzip ? packed(joined(call, series)) : joined(call, series)),
  });
}

async function* joined({ portal }: DicomWebCall, series: readonly OpenSeries[]): AsyncGenerator<Uint8Array> {
  for (const [place, one] of series.entries()) {
    yield Buffer.from(place === 0 ? '[' : ',');
    const { gzip, plainBytes } = await readSeriesMetadata(portal, one);
    yield* slice(inflated(gzip), { start: 1, end: plainBytes - 1 }); // without its brackets
  }
  yield Buffer.from(']');
}

async function* packed(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packing = createGzip({ level: 1 });
  const fed = feed(pieces, packing);
  try {
    yield* packing;
  } finally {
    packing.destroy();
    await fed;
  }
}

async function ofInstance(call: DicomWebCall<'study' | 'series' | 'instance'>): Promise<unknown> {
  checkJson(acceptedBy(call));
  const { scope, asking, portal, imaging } = call;
  const address = call.params;
  const series = await openServedSeries(readingOf(call), scope, address);
  const instance = findInstance(series, address.instance);
  if (instance === undefined) throw new Fault('not_found');
  await imaging.viewings.note(scope, asking, series.row, 'metadata');
  const [start, length] = instance.metadata;
  return await give(call, {
    examId: series.row.examId,
    headers: json,
    etag: `"${series.manifestId}-${instance.uid}"`,
    sizeBytes: length + 2,
    bytes: async () => {
      const { gzip } = await readSeriesMetadata(portal, series);
      return bracketed(slice(inflated(gzip), { start, end: start + length }));
    },
  });
}

async function* bracketed(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('[');
  yield* pieces;
  yield Buffer.from(']');
}

export const metadataEdges = [
  ...bothEdges([dicomWeb.studyMetadata, dicomWeb.examStudyMetadata], ofStudy),
  ...bothEdges([dicomWeb.seriesMetadata, dicomWeb.examSeriesMetadata], ofSeries),
  ...bothEdges([dicomWeb.instanceMetadata, dicomWeb.examInstanceMetadata], ofInstance),
];
