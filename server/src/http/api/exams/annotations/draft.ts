import { routes } from '@medcloud/contract';
import { saveDraft } from '../../../../domain/annotations/save-draft.ts';
import { getVisibleExam } from '../../../../domain/dicomweb/find-study.ts';
import { handler } from '../../../server/handler.ts';
import { readRevision } from '../../../server/read-revision.ts';

/** PUT /api/exams/{id}/annotations/draft */
export const changeDraft = handler(
  routes.annotations.changeDraft,
  async ({ context, scope, request, params, body, httpRequest }) => {
    const exam = await getVisibleExam(context, scope, { examId: params.id });
    return await saveDraft(context, scope, request, exam, readRevision(httpRequest.headers), body.items);
  },
);
