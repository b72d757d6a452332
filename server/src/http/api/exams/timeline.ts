import { routes } from '@medcloud/contract';
import { readTimeline } from '../../../domain/dicomweb/describe-exam.ts';
import { handler } from '../../server/handler.ts';

/** GET /api/exams/{id}/timeline: part of the exam's view, and logged with it. */
export const examTimeline = handler(
  routes.exams.examTimeline,
  async ({ context, imaging, scope, request, params, query }) => {
    const { exam, timeline } = await readTimeline(context, scope, params.id, query.cursor ?? null);
    await imaging.accessLogger.log(scope, request, exam, 'lists');
    return timeline;
  },
);
