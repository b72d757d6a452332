import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DownloadEnd, logDownloadEnd } from '../../domain/exams/log-download-end.ts';
import { checkStillAllowed, type ExamFile, openExamFile } from '../../domain/exams/open-exam-file.ts';
import { countBytes } from '../server/count-bytes.ts';
import { type Call, streamHandler } from '../server/handler.ts';
import { fileHeaders } from '../server/security-headers.ts';
import type { DownloadProgress } from '../streams/active-downloads.ts';
import { isEtagMatch } from '../streams/is-etag-match.ts';
import { type ByteSpan, parseRange } from '../streams/parse-range.ts';
import { sendStream } from '../streams/send-stream.ts';
import { streamWhileAuthorized } from '../streams/stream-while-authorized.ts';

/**
 * GET /api/download/{id}: sends the uploaded file as an attachment that is never rendered. Supports one Range and ETag
 * (RFC 9110 14 and 13). The audit event is written before the first byte. A download that resumes after a cut is not
 * recorded again. At most four run at once per doctor, or per session of a center.
 */
export const download = streamHandler(routes.portal.download, async (call) => {
  const { scope, request, downloadLimit } = call;
  const release = await downloadLimit.acquire(scope.kind === 'doctor' ? scope.doctorId : request.principal.sessionId);
  try {
    return await sendFile(call);
  } finally {
    await release();
  }
});

async function sendFile(call: DownloadCall): Promise<unknown> {
  const { context, scope, request, params, httpRequest, reply, activeDownloads } = call;
  const { sessionId } = request.principal;
  let isNew = false;
  const file = await openExamFile(context, scope, request, params.id, (examFile) => {
    const { span } = planDownload(httpRequest, examFile);
    isNew = span !== null && !activeDownloads.isContinuation({ sessionId, ...examFile, span });
    return isNew;
  });
  const { status, span, part } = planDownload(httpRequest, file);
  if (status === 416)
    throw new Fault('range_unsatisfiable', { headers: { 'content-range': `bytes */${file.sizeBytes}` } });
  setFileHeaders(reply, file);
  if (status === 304) return reply.status(304).send();
  reply.header('content-length', part.end - part.start);
  if (status === 206) reply.header('content-range', `bytes ${part.start}-${part.end - 1}/${file.sizeBytes}`);
  const bytes = span === null ? null : await context.objects.readTransientChunks(file.objectKey, span);
  // Bypasses Fastify, which would set Content-Length 0 for a HEAD.
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(status);
  if (bytes === null || span === null) return reply.raw.end();
  const end = await stream(call, file, bytes, activeDownloads.start({ sessionId, ...file, span }));
  // Of a resumed download, only the part that reaches the end.
  if (isNew || span.end === file.sizeBytes) await logEnd(call, file, end);
  return reply;
}

/** Records the end of a download. The response is complete, so a failure is only logged. */
async function logEnd(
  { context, request, httpRequest }: DownloadCall,
  { downloadEvent }: ExamFile,
  end: DownloadEnd,
): Promise<void> {
  await logDownloadEnd(context, request, downloadEvent, end).catch((error: unknown) =>
    httpRequest.log.error({ err: error }, 'the end of a download is not in the trail'),
  );
}

type DownloadCall = Call<typeof routes.portal.download>;

async function stream(
  call: DownloadCall,
  file: ExamFile,
  bytes: AsyncIterable<Uint8Array>,
  progress: DownloadProgress,
): Promise<DownloadEnd> {
  const { context, scope, request, httpRequest, reply } = call;
  const check = () => checkStillAllowed(context, call.authorization, scope, request.principal, file.examId);
  const end = { bytes: 0, isComplete: true };
  const count = (length: number) => {
    progress.addBytes(length);
    end.bytes += length;
  };
  try {
    await sendStream(
      bytes,
      (chunks) => countBytes(streamWhileAuthorized(chunks, context.clock, check), count),
      reply.raw,
    );
  } catch (error) {
    // If all bytes were written, a client that closes at once after the last byte has not cut it short.
    end.isComplete = reply.raw.writableEnded;
    if (!end.isComplete) {
      httpRequest.log.warn({ err: error, route: routes.portal.download.path }, 'a download ended early');
      reply.raw.destroy();
    }
  }
  if (end.isComplete) progress.complete();
  return end;
}

type FileFacts = Pick<ExamFile, 'examId' | 'sha256' | 'sizeBytes'>;

interface DownloadPlan {
  status: 200 | 206 | 304 | 416;
  /** The bytes to send; null if none. */
  span: ByteSpan | null;
  /** The bytes that the response describes, also for a HEAD. */
  part: ByteSpan;
}

/** Plans the response. A non-matching If-Range or several ranges give the whole file instead of a part. */
function planDownload({ headers, method }: FastifyRequest, file: FileFacts): DownloadPlan {
  const etag = etagOf(file);
  const fullSpan = { start: 0, end: file.sizeBytes };
  if (isEtagMatch(headers['if-none-match'], etag)) return { status: 304, span: null, part: fullSpan };
  // Range is defined only for GET (RFC 9110 14.2).
  if (method === 'HEAD') return { status: 200, span: null, part: fullSpan };
  const range = parseRange(headers, etag, file.sizeBytes);
  if (range === 'unsatisfiable') return { status: 416, span: null, part: fullSpan };
  return range === null ? { status: 200, span: fullSpan, part: fullSpan } : { status: 206, span: range, part: range };
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

function setFileHeaders(reply: FastifyReply, file: ExamFile): void {
  reply.headers({
    ...fileHeaders,
    etag: etagOf(file),
    'accept-ranges': 'bytes',
    'content-type': mediaTypes[file.content],
    'content-disposition': `attachment; filename="exam_${file.examId}.${file.content}"`,
  });
}
