import { createHash } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { VisibleExam } from '../../domain/authorization/visible-exam.ts';
import { openServedSeries, openServedStudy } from '../../domain/dicomweb/find-study.ts';
import { listZipFiles } from '../../domain/dicomweb/list-zip-files.ts';
import { logRetrieval, retrievalEvent } from '../../domain/dicomweb/log-retrieval.ts';
import { checkRetrieval } from '../../domain/exams/check-download-choice.ts';
import { logDownloadEnd } from '../../domain/exams/log-download-end.ts';
import type { ManifestInstance } from '../../domain/imaging/index/manifest.ts';
import type { OpenSeries } from '../../domain/imaging/open-series.ts';
import {
  createInstanceReader,
  findInstance,
  gzipBytes,
  readInstanceAsGzip,
  streamInstance,
} from '../../domain/imaging/read-instance.ts';
import { sortByOffset } from '../../domain/imaging/sort-by-offset.ts';
import { closeAfter, streamChunks, streamRange, totalBytes } from '../../platform/zip/body-chunks.ts';
import { encodeZip } from '../../platform/zip/encode-zip.ts';
import { countBytes } from '../server/count-bytes.ts';
import type { DownloadProgress } from '../streams/download/active-downloads.ts';
import { parseRange } from '../streams/parse-range.ts';
import { isGzipAccepted } from './accept.ts';
import { createHandlers, type DicomWebCall, getAcceptedTypes, getCachedReadContext, getReadContext } from './call.ts';
import { type InstanceForm, instanceForm } from './media-types.ts';
import { createMultipart, createMultipartSequence, type Part } from './multipart.ts';
import { type BytesResponse, sendBytes } from './send-bytes.ts';
import { openTranscodedParts, type SeriesInstance, transcodedPart } from './transcoded.ts';

const { dicomWeb } = routes;

/** WADO-RS retrieval (PS3.18 10.4): sends the instances of a study or series, byte for byte as uploaded. */
async function sendAll(call: DicomWebCall, series: readonly OpenSeries[]): Promise<unknown> {
  const { scope, request, context, downloadLimit, httpRequest } = call;
  const [first] = series;
  if (first === undefined) throw new Fault('not_found');
  checkRetrieval(scope, first.row);
  const stored = series.flatMap(({ index }) => index.instances.map(({ transferSyntax }) => transferSyntax));
  const { kind, isTranscoded } = instanceForm(getAcceptedTypes(call), stored, false);
  const release = await downloadLimit.acquire(scope.kind === 'doctor' ? scope.doctorId : request.principal.sessionId);
  try {
    if (kind === 'zip') return await sendZip(call, series, first);
    if (httpRequest.method !== 'HEAD') await logRetrieval(context, scope, request, first.row, series.length);
    // PS3.18 does not define the order of the parts.
    const orderedInstances = sortByOffset(
      series.flatMap((one) => one.index.instances.map((instance) => ({ series: one, instance }))),
    );
    const onEnd = createEndLogger(call, first.row, series.length);
    if (isTranscoded) return await sendTranscodedParts(call, first.row.examId, orderedInstances, onEnd);
    const instances = createInstanceReader(
      context.objects,
      first,
      orderedInstances.map(({ instance }) => instance),
    );
    const parts = orderedInstances.map(({ instance }) => partOf(instance, async () => instances.bytes(instance)));
    return await sendParts(call, first.row.examId, parts, { close: instances.close, onEnd });
  } finally {
    await release();
  }
}

/**
 * Creates the callback that records the end of a study's or series' download. The response is complete then, so a
 * failure is only logged.
 */
function createEndLogger(
  { context, request, httpRequest }: DicomWebCall,
  exam: VisibleExam,
  series: number,
): BytesResponse['onEnd'] {
  return (end) =>
    logDownloadEnd(context, request, retrievalEvent(exam, { series }), end).catch((error: unknown) =>
      httpRequest.log.error({ err: error }, 'could not record the end of a download in the audit log'),
    );
}

// Part of the ETag: an archive with another layout is a different one, which must not be resumed.
const layout = 'as they lie ';

/** Sends the instances as one archive of stored files, which a client can resume with Range. */
async function sendZip(call: DicomWebCall, series: readonly OpenSeries[], first: OpenSeries): Promise<unknown> {
  const { scope, request, context, httpRequest, activeDownloads } = call;
  const { examId } = first.row;
  const { files, close } = await listZipFiles(context, series, first);
  const chunks = encodeZip(files);
  const sizeBytes = totalBytes(chunks);
  const etag = `"${createHash('sha256')
    .update(layout)
    .update(series.map(({ manifestId }) => manifestId).join())
    .digest('hex')}"`;
  const range = httpRequest.method === 'HEAD' ? null : parseRange(httpRequest.headers, etag, sizeBytes);
  if (range === 'unsatisfiable')
    throw new Fault('range_unsatisfiable', { headers: { 'content-range': `bytes */${sizeBytes}` } });
  const span = range ?? { start: 0, end: sizeBytes };
  const content = [examId, etag, first.row.patientUuid, first.row.grantId].join(' ');
  const download = { sessionId: request.principal.sessionId, content, sizeBytes, span };
  const isNew = httpRequest.method !== 'HEAD' && !activeDownloads.isContinuation(download);
  if (isNew) await logRetrieval(context, scope, request, first.row, series.length);
  const progress = activeDownloads.start(download);
  return await sendBytes(call, {
    examId,
    status: range === null ? 200 : 206,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="exam_${examId}.zip"`,
      'accept-ranges': 'bytes',
      ...(range === null ? {} : { 'content-range': `bytes ${span.start}-${span.end - 1}/${sizeBytes}` }),
    },
    etag,
    sizeBytes: span.end - span.start,
    bytes: async () => trackProgress(closeAfter(streamRange(chunks, span.start, span.end), close), progress),
    // Of a resumed download, only the part that reaches the end.
    ...(isNew || span.end === sizeBytes ? { onEnd: createEndLogger(call, first.row, series.length) } : {}),
  });
}

async function* trackProgress(
  bytes: AsyncIterable<Uint8Array>,
  progress: DownloadProgress,
): AsyncGenerator<Uint8Array> {
  yield* countBytes(bytes, (length) => progress.addBytes(length));
  progress.complete();
}

async function sendParts(
  call: DicomWebCall,
  examId: string,
  parts: readonly Part[],
  {
    etag,
    onEnd,
    close = async () => undefined,
  }: { etag?: string; close?: () => Promise<void>; onEnd?: BytesResponse['onEnd'] },
): Promise<unknown> {
  const { contentType, chunks } = createMultipart(parts, 'application/dicom', call.context.random);
  return await sendBytes(call, {
    examId,
    headers: { 'content-type': contentType },
    ...(etag === undefined ? {} : { etag }),
    sizeBytes: totalBytes(chunks),
    bytes: async () => closeAfter(streamChunks(chunks), close),
    onEnd,
  });
}

function partOf({ transferSyntax, size }: ManifestInstance, bytes: Part['bytes']): Part {
  return { contentType: dicomType(transferSyntax), sizeBytes: size, bytes };
}

function dicomType(transferSyntax: string): string {
  return transferSyntax === '' ? 'application/dicom' : `application/dicom; transfer-syntax=${transferSyntax}`;
}

async function handleStudy(call: DicomWebCall<'study'>): Promise<unknown> {
  const { scope } = call;
  return await sendAll(call, await openServedStudy(getReadContext(call), scope, call.params));
}

async function handleSeries(call: DicomWebCall<'study' | 'series'>): Promise<unknown> {
  const { scope } = call;
  return await sendAll(call, [await openServedSeries(getReadContext(call), scope, call.params)]);
}

async function handleInstance(call: DicomWebCall<'study' | 'series' | 'instance'>): Promise<unknown> {
  const { scope, request, imaging, httpRequest } = call;
  const address = call.params;
  const series = await openServedSeries(getCachedReadContext(call), scope, address);
  const instance = findInstance(series, address.instance);
  if (instance === undefined) throw new Fault('not_found');
  checkRetrieval(scope, series.row);
  const form = instanceForm(getAcceptedTypes(call), [instance.transferSyntax], true);
  if (httpRequest.method !== 'HEAD') await imaging.accessLogger.log(scope, request, series.row, 'instances');
  const etag = `${series.manifestId}-${instance.uid}`;
  if (form.isTranscoded) return await sendTranscoded(call, series, instance, form.kind, etag);
  if (form.kind === 'single') return await sendFile(call, series, instance, etag);
  // Each response has its own boundary, so the weak tag says that the instance is the same, not the bytes.
  const part = partOf(instance, () => streamInstance(call.context.objects, series, instance));
  return await sendParts(call, series.row.examId, [part], { etag: `W/"${etag}-parts"` });
}

/** Sends an instance in Explicit VR Little Endian (PS3.18 8.7.3), without ranges: its bytes are made as it is read. */
async function sendTranscoded(
  call: DicomWebCall,
  series: OpenSeries,
  instance: ManifestInstance,
  kind: InstanceForm['kind'],
  tag: string,
): Promise<unknown> {
  const { examId } = series.row;
  const part = await transcodedPart(call, series, instance);
  if (kind === 'multipart') return await sendParts(call, examId, [part], { etag: `W/"${tag}-explicit-parts"` });
  const headers = { 'content-type': part.contentType };
  return await sendBytes(call, { ...part, examId, headers, etag: `"${tag}-explicit"` });
}

async function sendTranscodedParts(
  call: DicomWebCall,
  examId: string,
  instances: readonly SeriesInstance[],
  onEnd: BytesResponse['onEnd'],
): Promise<unknown> {
  const { contentType, bytes } = createMultipartSequence('application/dicom', call.context.random);
  return await sendBytes(call, {
    examId,
    headers: { 'content-type': contentType },
    sizeBytes: null,
    bytes: async () => bytes(await openTranscodedParts(call, instances)),
    onEnd,
  });
}

/**
 * Sends one file. Supports Range, or sends a deflated archive member with its stored compression (docs/decisions/009).
 */
async function sendFile(call: DicomWebCall, series: OpenSeries, instance: ManifestInstance, tag: string) {
  const { context, httpRequest } = call;
  const { headers, method } = httpRequest;
  const { examId } = series.row;
  const type = { 'content-type': dicomType(instance.transferSyntax) };
  const gzip =
    headers.range === undefined && isGzipAccepted(headers['accept-encoding'])
      ? readInstanceAsGzip(context.objects, series, instance)
      : undefined;
  if (gzip !== undefined)
    return await sendBytes(call, {
      examId,
      headers: { ...type, 'content-encoding': 'gzip' },
      etag: `"${tag}-gzip"`,
      sizeBytes: gzipBytes(instance),
      bytes: async () => gzip,
    });
  const etag = `"${tag}"`;
  const range = method === 'HEAD' ? null : parseRange(headers, etag, instance.size);
  if (range === 'unsatisfiable')
    throw new Fault('range_unsatisfiable', { headers: { 'content-range': `bytes */${instance.size}` } });
  const { start, end } = range ?? { start: 0, end: instance.size };
  return await sendBytes(call, {
    examId,
    status: range === null ? 200 : 206,
    headers: {
      ...type,
      'accept-ranges': 'bytes',
      ...(range === null ? {} : { 'content-range': `bytes ${start}-${end - 1}/${instance.size}` }),
    },
    etag,
    sizeBytes: end - start,
    bytes: () => streamInstance(context.objects, series, instance, { start, end }),
  });
}

export const retrieveHandlers = [
  ...createHandlers([dicomWeb.retrieveStudy, dicomWeb.retrieveExamStudy], handleStudy),
  ...createHandlers([dicomWeb.retrieveSeries, dicomWeb.retrieveExamSeries], handleSeries),
  ...createHandlers([dicomWeb.retrieveInstance, dicomWeb.retrieveExamInstance], handleInstance),
];
