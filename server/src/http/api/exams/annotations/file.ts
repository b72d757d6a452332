import { routes } from '@medcloud/contract';
import { exportPdf } from '../../../../domain/annotations/export/export-pdf.ts';
import { exportSet } from '../../../../domain/annotations/export/export-set.ts';
import type { VisibleExam } from '../../../../domain/authorization/visible-exam.ts';
import { describeExam } from '../../../../domain/dicomweb/describe-exam.ts';
import { getVisibleExam } from '../../../../domain/dicomweb/find-study.ts';
import { checkStillAllowed } from '../../../../domain/exams/open-exam-file.ts';
import { type Call, streamHandler } from '../../../server/handler.ts';
import { fileHeaders } from '../../../server/security-headers.ts';
import { sendGeneratedFile } from '../../../streams/send-generated-file.ts';
import { streamWhileAuthorized } from '../../../streams/stream-while-authorized.ts';

const route = routes.annotations.annotationFile;

/** GET /api/exams/{id}/annotations/{set}/file */
export const annotationFile = streamHandler(route, async (call) => {
  const { context, scope, request, params, query, httpRequest, reply } = call;
  const exam = await getVisibleExam(context, scope, { examId: params.id });
  const { format, part = 0 } = query;
  if (format === 'pdf') return await sendPdf(call, exam);
  const choice = { format, part, isHead: httpRequest.method === 'HEAD' };
  const file = await exportSet(context, scope, request, exam, params.set, choice);
  return reply
    .headers({
      ...fileHeaders,
      'content-type': file.contentType,
      'content-disposition': `attachment; filename="${file.fileName}"`,
    })
    .send(file.bytes);
});

/** Sends the PDF while its images are rendered. Stops if the client leaves, or may not see the exam any more. */
async function sendPdf(call: Call<typeof route>, exam: VisibleExam): Promise<unknown> {
  const { context, imaging, authorization, scope, request, params, httpRequest, reply } = call;
  const { examToView: shownExam } = await describeExam(context, scope, params.id);
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const isHead = httpRequest.method === 'HEAD';
  const waiting = { waitingSignal: gone.signal, group: request.principal.sessionId };
  const { caches, renderedImages } = imaging;
  const pdfRequest = { setId: params.set, shownExam, isHead, waiting };
  const file = await exportPdf({ context, caches, renderedImages }, scope, request, exam, pdfRequest);
  const check = () => checkStillAllowed(context, authorization, scope, request.principal, params.id);
  const bytes = () => streamWhileAuthorized(file.bytes(), context.clock, check);
  return await sendGeneratedFile(httpRequest, reply, { ...file, bytes });
}
