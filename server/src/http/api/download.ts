import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { FastifyReply } from 'fastify';
import { type DownloadEnd, logDownloadEnd } from '../../domain/exams/log-download-end.ts';
import { checkStillAllowed, type ExamFile, openExamFile } from '../../domain/exams/open-exam-file.ts';
import { type ExamContent, openExamContent } from '../../domain/imaging/download/open-exam-content.ts';
import { closeAfter, streamRange, totalBytes } from '../../platform/zip/body-chunks.ts';
import { encodeZip } from '../../platform/zip/encode-zip.ts';
import { countBytes } from '../server/count-bytes.ts';
import { type Call, streamHandler } from '../server/handler.ts';
import { fileHeaders } from '../server/security-headers.ts';
import type { DownloadProgress } from '../streams/active-downloads.ts';
import type { ByteSpan } from '../streams/parse-range.ts';
import { type FileFacts, planDownload } from '../streams/plan-download.ts';
import { sendStream } from '../streams/send-stream.ts';
import { streamWhileAuthorized } from '../streams/stream-while-authorized.ts';

/**
 * GET /api/download/{id}: sends the uploaded file, or its DICOM files and plain documents as a ZIP, as an attachment that
 * is never rendered. Supports one Range and ETag (RFC 9110 14 and 13). The audit event is written before the first byte.
 * A download that resumes after a cut is not recorded again. At most four run at once per doctor, or per session of a
 * center.
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
  const { context, scope, request, params, query, httpRequest, reply, activeDownloads } = call;
  const choice = { examId: params.id, confirm: query.confirm, content: query.content ?? 'original' };
  const archive = choice.content === 'exam' ? createArchive(await openExamContent(context, scope, choice)) : null;
  const { sessionId } = request.principal;
  let isNew = false;
  const examFile = await openExamFile(context, scope, request, choice, (original) => {
    const file = archive === null ? toFileFacts(original) : { ...archive, examId: original.examId };
    const { span } = planDownload(httpRequest, file);
    isNew = span !== null && !activeDownloads.isContinuation(toDownload(sessionId, original.downloadEvent, file, span));
    return isNew;
  });
  const file = archive === null ? toFileFacts(examFile) : { ...archive, examId: examFile.examId };
  const { status, span, part } = planDownload(httpRequest, file);
  if (status === 416)
    throw new Fault('range_unsatisfiable', { headers: { 'content-range': `bytes */${file.sizeBytes}` } });
  setFileHeaders(reply, file.etag, archive === null ? examFile : { ...examFile, content: 'zip' });
  if (status === 304) return reply.status(304).send();
  reply.header('content-length', part.end - part.start);
  if (status === 206) reply.header('content-range', `bytes ${part.start}-${part.end - 1}/${file.sizeBytes}`);
  const bytes = span === null ? null : await openBytes(call, examFile, archive, span);
  // Bypasses Fastify, which would set Content-Length 0 for a HEAD.
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(status);
  if (bytes === null || span === null) return reply.raw.end();
  const end = await stream(
    call,
    examFile,
    bytes,
    activeDownloads.start(toDownload(sessionId, examFile.downloadEvent, file, span)),
  );
  // Of a resumed download, only the part that reaches the end.
  if (isNew || span.end === file.sizeBytes) await logEnd(call, examFile, end);
  return reply;
}

/** The ZIP of an exam's files: its length is known before any file is read. */
interface Archive extends Omit<FileFacts, 'examId'> {
  readonly content: ExamContent;
}

function createArchive(content: ExamContent): Archive {
  const unread = content.files.map((file) => ({ ...file, crc32: 0, bytes: readNothing }));
  return { content, etag: `"${content.version}"`, sizeBytes: totalBytes(encodeZip(unread)) };
}

async function readNothing(): Promise<never> {
  throw new Error('The file is only measured.');
}

function toFileFacts({ examId, sha256, sizeBytes }: Pick<ExamFile, 'examId' | 'sha256' | 'sizeBytes'>): FileFacts {
  return { examId, etag: `"${sha256}"`, sizeBytes };
}

function toDownload(
  sessionId: string,
  { patientId, purpose }: ExamFile['downloadEvent'],
  { examId, etag, sizeBytes }: FileFacts,
  span: ByteSpan,
) {
  return { sessionId, content: [examId, etag, patientId, purpose].join(' '), sizeBytes, span };
}

async function openBytes(
  { context }: DownloadCall,
  { objectKey }: ExamFile,
  archive: Archive | null,
  span: ByteSpan,
): Promise<AsyncIterable<Uint8Array>> {
  if (archive === null) return await context.objects.readTransientChunks(objectKey, span);
  const { files, close } = await archive.content.open();
  return closeAfter(streamRange(encodeZip(files), span.start, span.end), close);
}

/** Records the end of a download. The response is complete, so a failure is only logged. */
async function logEnd(
  { context, request, httpRequest }: DownloadCall,
  { downloadEvent }: ExamFile,
  end: DownloadEnd,
): Promise<void> {
  await logDownloadEnd(context, request, downloadEvent, end).catch((error: unknown) =>
    httpRequest.log.error({ err: error }, 'could not record the end of a download in the audit log'),
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

const mediaTypes = {
  dcm: 'application/dicom',
  zip: 'application/zip',
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const satisfies Record<ExamFile['content'], string>;

function setFileHeaders(reply: FastifyReply, etag: string, file: Pick<ExamFile, 'examId' | 'content'>): void {
  reply.headers({
    ...fileHeaders,
    etag,
    'accept-ranges': 'bytes',
    'content-type': mediaTypes[file.content],
    'content-disposition': `attachment; filename="exam_${file.examId}.${file.content}"`,
  });
}
