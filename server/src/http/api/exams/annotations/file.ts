import { routes } from '@medcloud/contract';
import { exportSet } from '../../../../domain/annotations/export-set.ts';
import { getVisibleExam } from '../../../../domain/dicomweb/find-study.ts';
import { streamHandler } from '../../../server/handler.ts';
import { fileHeaders } from '../../../server/security-headers.ts';

/** GET /api/exams/{id}/annotations/{set}/file */
export const annotationFile = streamHandler(
  routes.annotations.annotationFile,
  async ({ context, scope, request, params, query, httpRequest, reply }) => {
    const exam = await getVisibleExam(context, scope, { examId: params.id });
    const choice = { format: query.format, part: query.part ?? 0, isHead: httpRequest.method === 'HEAD' };
    const file = await exportSet(context, scope, request, exam, params.set, choice);
    return reply
      .headers({
        ...fileHeaders,
        'content-type': file.contentType,
        'content-disposition': `attachment; filename="${file.fileName}"`,
      })
      .send(file.bytes);
  },
);
