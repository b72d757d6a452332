import { routes } from '@medcloud/contract';
import { listAnnotations } from '../../../domain/annotations/list-annotations.ts';
import { getVisibleExam } from '../../../domain/dicomweb/find-study.ts';
import { handler } from '../../server/handler.ts';

/** GET /api/exams/{id}/annotations: part of the exam's view, and logged with it. */
export const examAnnotationSets = handler(
  routes.annotations.examAnnotationSets,
  async ({ context, imaging, scope, request, params }) => {
    const exam = await getVisibleExam(context, scope, { examId: params.id });
    await imaging.accessLogger.log(scope, request, exam, 'lists');
    return await listAnnotations(context, scope, request, exam);
  },
);
