import { createHash } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { openServedSeries, openServedStudy } from '../../domain/dicomweb/find-study.ts';
import { noteRetrieval, retrievalTrace } from '../../domain/dicomweb/note-retrieval.ts';
import { closing, inTurn, rangeOf, sizeOf } from '../../domain/dicomweb/pieces.ts';
import type { SeenExam } from '../../domain/dicomweb/store.ts';
import { zipFiles } from '../../domain/dicomweb/zip-files.ts';
import { zipOf } from '../../domain/dicomweb/zip-layout.ts';
import { noteDownloadEnded } from '../../domain/exams/note-download-ended.ts';
import type { ManifestInstance } from '../../domain/imaging/manifest.ts';
import type { OpenSeries } from '../../domain/imaging/open-series.ts';
import {
  findInstance,
  gzipBytes,
  passInstance,
  readInstanceAsGzip,
  readInTurn,
} from '../../domain/imaging/read-instance.ts';
import { asTheyLie } from '../../domain/imaging/reading-order.ts';
import { counted } from '../server/counted.ts';
import type { Giving } from '../streams/downloads-under-way.ts';
import { readRange } from '../streams/read-range.ts';
import { takesGzip } from './accept.ts';
import { acceptedBy, bothEdges, type DicomWebCall, quickReadingOf, readingOf } from './call.ts';
import { type Given, give } from './give.ts';
import { instanceForm } from './media-types.ts';
import { multipart, type Part } from './multipart.ts';

const { dicomWeb } = routes;

/** WADO-RS retrieval (PS3.18 10.4): a study's or series' instances, byte for byte as they were uploaded. */
async function giveAll(call: DicomWebCall, series: readonly OpenSeries[]): Promise<unknown> {
  const { scope, asking, portal, downloadPlaces, request } = call;
  const [first] = series;
  if (first === undefined) throw new Fault('not_found');
  const stored = series.flatMap(({ index }) => index.instances.map(({ transferSyntax }) => transferSyntax));
  const form = instanceForm(acceptedBy(call), stored, false);
  const leave = await downloadPlaces.enter(scope.kind === 'doctor' ? scope.doctorId : asking.who.sessionId);
  try {
    if (form === 'zip') return await giveZip(call, series, first);
    if (request.method !== 'HEAD') await noteRetrieval(portal, scope, asking, first.row, series.length);
    // PS3.18 names no order of the parts
    const asked = asTheyLie(series.flatMap(({ index }) => index.instances.map((instance) => ({ instance }))));
    const instances = readInTurn(
      portal.objects,
      first,
      asked.map(({ instance }) => instance),
    );
    const parts = asked.map(({ instance }) => partOf(instance, async () => instances.bytes(instance)));
    const ended = endOf(call, first.row, series.length);
    return await giveParts(call, first.row.examId, parts, { close: instances.close, ended });
  } finally {
    await leave();
  }
}

/** What notes the end of a study or series that leaves whole. A failure is told to the log: the answer is over. */
function endOf({ portal, asking, request }: DicomWebCall, seen: SeenExam, series: number): Given['ended'] {
  return (end) =>
    noteDownloadEnded(portal, asking, retrievalTrace(seen, { series }), end).catch((error: unknown) =>
      request.log.error({ err: error }, 'the end of a download is not in the trail'),
    );
}

// named in the tag: an archive made otherwise is another one, and none goes on with it
const layout = 'as they lie ';

/** The instances as one archive of stored files, which a client goes on with by a range where it was cut. */
async function giveZip(call: DicomWebCall, series: readonly OpenSeries[], first: OpenSeries): Promise<unknown> {
  const { scope, asking, portal, request, underWay } = call;
  const { examId } = first.row;
  const { files, close } = await zipFiles(portal, series, first);
  const pieces = zipOf(files);
  const sizeBytes = sizeOf(pieces);
  const etag = `"${createHash('sha256')
    .update(layout)
    .update(series.map(({ manifestId }) => manifestId).join())
    .digest('hex')}"`;
  const range = request.method === 'HEAD' ? null : readRange(request.headers, etag, sizeBytes);
  if (range === 'unsatisfiable')
    throw new Fault('range_unsatisfiable', { headers: { 'content-range': `bytes */${sizeBytes}` } });
  const span = range ?? { start: 0, end: sizeBytes };
  const wanted = { sessionId: asking.who.sessionId, examId: `${examId} ${etag}`, sizeBytes, span };
  const isNew = request.method !== 'HEAD' && !underWay.goesOn(wanted);
  if (isNew) await noteRetrieval(portal, scope, asking, first.row, series.length);
  const giving = underWay.begin(wanted);
  return await give(call, {
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
    bytes: async () => noted(closing(rangeOf(pieces, span.start, span.end), close), giving),
    // of what goes on, the part that comes to the end
    ...(isNew || span.end === sizeBytes ? { ended: endOf(call, first.row, series.length) } : {}),
  });
}

async function* noted(bytes: AsyncIterable<Uint8Array>, giving: Giving): AsyncGenerator<Uint8Array> {
  yield* counted(bytes, (length) => giving.passed(length));
  giving.done();
}

async function giveParts(
  call: DicomWebCall,
  examId: string,
  parts: readonly Part[],
  {
    etag,
    ended,
    close = async () => undefined,
  }: { etag?: string; close?: () => Promise<void>; ended?: Given['ended'] },
): Promise<unknown> {
  const { contentType, pieces } = multipart(parts, 'application/dicom', call.portal.random);
  return await give(call, {
    examId,
    headers: { 'content-type': contentType },
    ...(etag === undefined ? {} : { etag }),
    sizeBytes: sizeOf(pieces),
    bytes: async () => closing(inTurn(pieces), close),
    ended,
  });
}

function partOf({ transferSyntax, size }: ManifestInstance, bytes: Part['bytes']): Part {
  return { contentType: dicomType(transferSyntax), sizeBytes: size, bytes };
}

function dicomType(transferSyntax: string): string {
  return transferSyntax === '' ? 'application/dicom' : `application/dicom; transfer-syntax=${transferSyntax}`;
}

async function ofStudy(call: DicomWebCall<'study'>): Promise<unknown> {
  const { scope } = call;
  return await giveAll(call, await openServedStudy(readingOf(call), scope, call.params));
}

async function ofSeries(call: DicomWebCall<'study' | 'series'>): Promise<unknown> {
  const { scope } = call;
  return await giveAll(call, [await openServedSeries(readingOf(call), scope, call.params)]);
}

async function ofInstance(call: DicomWebCall<'study' | 'series' | 'instance'>): Promise<unknown> {
  const { scope, asking, imaging, request } = call;
  const address = call.params;
  const series = await openServedSeries(quickReadingOf(call), scope, address);
  const instance = findInstance(series, address.instance);
  if (instance === undefined) throw new Fault('not_found');
  const form = instanceForm(acceptedBy(call), [instance.transferSyntax], true);
  if (request.method !== 'HEAD') await imaging.viewings.note(scope, asking, series.row, 'instances');
  const etag = `${series.manifestId}-${instance.uid}`;
  if (form === 'single') return await giveFile(call, series, instance, etag);
  // each answer has a boundary of its own: the tag says that the instance is the same, and not the bytes
  const part = partOf(instance, () => passInstance(call.portal.objects, series, instance));
  return await giveParts(call, series.row.examId, [part], { etag: `W/"${etag}-parts"` });
}

/** One file: by ranges, or, where it lies deflated in its archive, as it lies there (docs/decisions/009). */
async function giveFile(call: DicomWebCall, series: OpenSeries, instance: ManifestInstance, tag: string) {
  const { portal, request } = call;
  const { headers, method } = request;
  const { examId } = series.row;
  const type = { 'content-type': dicomType(instance.transferSyntax) };
  const gzip =
    headers.range === undefined && takesGzip(headers['accept-encoding'])
      ? readInstanceAsGzip(portal.objects, series, instance)
      : undefined;
  if (gzip !== undefined)
    return await give(call, {
      examId,
      headers: { ...type, 'content-encoding': 'gzip' },
      etag: `"${tag}-gzip"`,
      sizeBytes: gzipBytes(instance),
      bytes: async () => gzip,
    });
  const etag = `"${tag}"`;
  const range = method === 'HEAD' ? null : readRange(headers, etag, instance.size);
  if (range === 'unsatisfiable')
    throw new Fault('range_unsatisfiable', { headers: { 'content-range': `bytes */${instance.size}` } });
  const { start, end } = range ?? { start: 0, end: instance.size };
  return await give(call, {
    examId,
    status: range === null ? 200 : 206,
    headers: {
      ...type,
      'accept-ranges': 'bytes',
      ...(range === null ? {} : { 'content-range': `bytes ${start}-${end - 1}/${instance.size}` }),
    },
    etag,
    sizeBytes: end - start,
    bytes: () => passInstance(portal.objects, series, instance, { start, end }),
  });
}

export const retrieveEdges = [
  ...bothEdges([dicomWeb.retrieveStudy, dicomWeb.retrieveExamStudy], ofStudy),
  ...bothEdges([dicomWeb.retrieveSeries, dicomWeb.retrieveExamSeries], ofSeries),
  ...bothEdges([dicomWeb.retrieveInstance, dicomWeb.retrieveExamInstance], ofInstance),
];
