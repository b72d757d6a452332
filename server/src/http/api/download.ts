import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DownloadEnd, noteDownloadEnded } from '../../domain/exams/note-download-ended.ts';
import { checkStillAllowed, type ExamFile, openExamFile } from '../../domain/exams/open-exam-file.ts';
import { counted } from '../server/counted.ts';
import { type Call, rawEdge } from '../server/edge.ts';
import { fileHeaders } from '../server/security-headers.ts';
import type { Giving } from '../streams/downloads-under-way.ts';
import { giveOut } from '../streams/give-out.ts';
import { matchesEtag } from '../streams/matches-etag.ts';
import { type ByteSpan, readRange } from '../streams/read-range.ts';
import { whileAllowed } from '../streams/while-allowed.ts';

/**
 * GET /api/download/{id}: the file as it was uploaded, as an attachment that is never rendered. Range (one range) and
 * ETag as RFC 9110 14 and 13; the trace is written before the first byte. A download that goes on from where it was cut
 * is not counted again. Four run at once for a doctor, or in a session of a center.
 */
export const download = rawEdge(routes.portal.download, async (call) => {
  const { scope, asking, downloadPlaces } = call;
  const leave = await downloadPlaces.enter(scope.kind === 'doctor' ? scope.doctorId : asking.who.sessionId);
  try {
    return await giveFile(call);
  } finally {
    await leave();
  }
});

async function giveFile(call: DownloadCall): Promise<unknown> {
  const { portal, scope, asking, params, request, out, underWay } = call;
  const { sessionId } = asking.who;
  let isNew = false;
  const file = await openExamFile(portal, scope, asking, params.id, (found) => {
    const { span } = planOf(request, found);
    isNew = span !== null && !underWay.goesOn({ sessionId, ...found, span });
    return isNew;
  });
  const { status, span, part } = planOf(request, file);
  if (status === 416)
    throw new Fault('range_unsatisfiable', { headers: { 'content-range': `bytes */${file.sizeBytes}` } });
  describeFile(out, file);
  if (status === 304) return out.status(304).send();
  out.header('content-length', part.end - part.start);
  if (status === 206) out.header('content-range', `bytes ${part.start}-${part.end - 1}/${file.sizeBytes}`);
  const bytes = span === null ? null : await portal.objects.pass(file.seal, span);
  // written past Fastify, which would say of a HEAD that the file has no bytes
  out.hijack();
  for (const [name, value] of Object.entries(out.getHeaders())) if (value !== undefined) out.raw.setHeader(name, value);
  out.raw.writeHead(status);
  if (bytes === null || span === null) return out.raw.end();
  const end = await stream(call, file, bytes, underWay.begin({ sessionId, ...file, span }));
  // of what goes on, the part that comes to the end
  if (isNew || span.end === file.sizeBytes) await noteEnd(call, file, end);
  return out;
}

/** The answer is over: a failure here is told to the log. */
async function noteEnd(
  { portal, asking, request }: DownloadCall,
  { trace }: ExamFile,
  end: DownloadEnd,
): Promise<void> {
  await noteDownloadEnded(portal, asking, trace, end).catch((error: unknown) =>
    request.log.error({ err: error }, 'the end of a download is not in the trail'),
  );
}

type DownloadCall = Call<typeof routes.portal.download>;

async function stream(
  call: DownloadCall,
  file: ExamFile,
  bytes: AsyncIterable<Uint8Array>,
  giving: Giving,
): Promise<DownloadEnd> {
  const { portal, scope, asking, request, out } = call;
  const check = () => checkStillAllowed(portal, call.authorization, scope, asking.who, file.examId);
  const end = { bytes: 0, complete: true };
  const count = (length: number) => {
    giving.passed(length);
    end.bytes += length;
  };
  try {
    await giveOut(bytes, (chunks) => counted(whileAllowed(chunks, portal.clock, check), count), out.raw);
  } catch (error) {
    // where it was all handed over, a client that closes at once with its last byte has cut nothing short
    end.complete = out.raw.writableEnded;
    if (!end.complete) {
      request.log.warn({ err: error, route: routes.portal.download.path }, 'a download ended early');
      out.raw.destroy();
    }
  }
  if (end.complete) giving.done();
  return end;
}

type FileFacts = Pick<ExamFile, 'examId' | 'sha256' | 'sizeBytes'>;

interface Plan {
  status: 200 | 206 | 304 | 416;
  /** The bytes that leave; null where none does. */
  span: ByteSpan | null;
  /** The bytes that the answer is about: a HEAD's too. */
  part: ByteSpan;
}

/** What the request will be given: an If-Range of other bytes, or several ranges, make the whole of a part. */
function planOf({ headers, method }: FastifyRequest, file: FileFacts): Plan {
  const etag = etagOf(file);
  const whole = { start: 0, end: file.sizeBytes };
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304, span: null, part: whole };
  // Range is defined for GET alone (RFC 9110 14.2)
  if (method === 'HEAD') return { status: 200, span: null, part: whole };
  const range = readRange(headers, etag, file.sizeBytes);
  if (range === 'unsatisfiable') return { status: 416, span: null, part: whole };
  return range === null ? { status: 200, span: whole, part: whole } : { status: 206, span: range, part: range };
}

function etagOf({ sha256 }: FileFacts): string {
  return `"${sha256}"`;
}

const mediaTypes = {
  dcm: 'application/dicom',
  zip: 'application/zip',
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const satisfies Record<ExamFile['content'], string>;

function describeFile(out: FastifyReply, file: ExamFile): void {
  out.headers({
    ...fileHeaders,
    etag: etagOf(file),
    'accept-ranges': 'bytes',
    'content-type': mediaTypes[file.content],
    'content-disposition': `attachment; filename="exam_${file.examId}.${file.content}"`,
  });
}
