import { routes } from '@medcloud/contract';
import { type DownloadEnd, logDownloadEnd } from '../../domain/exams/log-download-end.ts';
import { checkStillAllowed, type ExamFile, openExamFile } from '../../domain/exams/open-exam-file.ts';
import { openExamContent } from '../../domain/imaging/download/open-exam-content.ts';
import { type Call, streamHandler } from '../server/handler.ts';
import { createArchive, type ExamArchive, openArchive } from '../streams/download/exam-archive.ts';
import { type FileFacts, planDownload } from '../streams/download/plan-download.ts';
import { sendDownload } from '../streams/download/send-download.ts';
import type { ByteSpan } from '../streams/parse-range.ts';

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
  const plan = planDownload(httpRequest, file);
  const end = await sendDownload(
    { clock: context.clock, httpRequest, reply },
    {
      ...{ file, plan, extension: archive === null ? examFile.content : 'zip' },
      mediaType: mediaTypes[archive === null ? examFile.content : 'zip'],
      open: (span) => openBytes(call, examFile, archive, span),
      check: () => checkStillAllowed(context, call.authorization, scope, request.principal, examFile.examId),
      start: (span) => activeDownloads.start(toDownload(sessionId, examFile.downloadEvent, file, span)),
    },
  );
  // Of a resumed download, only the part that reaches the end.
  if (end !== null && (isNew || plan.span?.end === file.sizeBytes)) await logEnd(call, examFile, end);
  return reply;
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
  archive: ExamArchive | null,
  span: ByteSpan,
): Promise<AsyncIterable<Uint8Array>> {
  if (archive === null) return await context.objects.readTransientChunks(objectKey, span);
  return await openArchive(archive, span);
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

const mediaTypes = {
  dcm: 'application/dicom',
  zip: 'application/zip',
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const satisfies Record<ExamFile['content'], string>;
