import { routes } from '@medcloud/contract';
import { ownScope } from '../../../../domain/authorization/authorize.ts';
import { openExamContent } from '../../../../domain/imaging/download/open-exam-content.ts';
import { describeOwnDownload, logOwnDownload } from '../../../../domain/own/log-own-download.ts';
import { getOwnExam } from '../../../../domain/own/read-own-exams.ts';
import { hashSecret } from '../../../../platform/crypto/hash-secret.ts';
import { getOwnSecret } from '../../../server/credentials.ts';
import { type Call, streamHandler } from '../../../server/handler.ts';
import { createArchive, openArchive } from '../../../streams/download/exam-archive.ts';
import { planDownload } from '../../../streams/download/plan-download.ts';
import { sendDownload } from '../../../streams/download/send-download.ts';
import type { ByteSpan } from '../../../streams/parse-range.ts';

/**
 * GET /api/own/exams/{id}/download: sends an own exam's DICOM files and documents as a ZIP. Supports one Range and ETag.
 * The audit event is written before the first byte; a part that continues a download is not recorded again. At most four
 * run at once per session. It stops when the session's right ends. How it ended is recorded too.
 */
export const download = streamHandler(routes.own.download, async (call) => {
  const session = hashSecret(getOwnSecret(call.httpRequest, call.config)).toString('hex');
  const release = await call.downloadLimit.acquire(session);
  try {
    return await sendArchive(call, session);
  } finally {
    await release();
  }
});

type DownloadCall = Call<typeof routes.own.download>;

async function sendArchive(call: DownloadCall, sessionId: string): Promise<unknown> {
  const { context, config, request, params, httpRequest, reply, activeDownloads } = call;
  const secret = getOwnSecret(httpRequest, config);
  const check = async () => {
    await context.db.read(ownScope(secret), (tx) => getOwnExam(tx, params.id));
  };
  const described = await describeOwnDownload(context, request, secret, params.id);
  const archive = createArchive(
    await openExamContent(context, ownScope(secret), { examId: params.id, content: 'exam' }),
  );
  const file = { ...archive, examId: params.id };
  const plan = planDownload(httpRequest, file);
  const toDownload = (span: ByteSpan) => {
    const { etag, sizeBytes } = file;
    return { sessionId, content: `${params.id} ${etag}`, sizeBytes, span };
  };
  const isNew = plan.span !== null && !activeDownloads.isContinuation(toDownload(plan.span));
  if (isNew) await logOwnDownload(context, secret, described, null);
  const end = await sendDownload(
    { clock: context.clock, httpRequest, reply },
    {
      ...{ file, plan, mediaType: 'application/zip', extension: 'zip', check },
      open: (span) => openArchive(archive, span),
      start: (span) => activeDownloads.start(toDownload(span)),
    },
  );
  // Of a resumed download, only the part that reaches the end.
  if (end !== null && (isNew || plan.span?.end === file.sizeBytes))
    await logOwnDownload(context, secret, described, end).catch((error: unknown) =>
      httpRequest.log.error({ err: error }, 'could not record the end of a download in the audit log'),
    );
  return reply;
}
