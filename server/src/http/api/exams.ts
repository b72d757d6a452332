import { routes } from '@medcloud/contract';
import { describeExam } from '../../domain/dicomweb/describe-exam.ts';
import { handler } from '../server/handler.ts';

/** GET /api/exams/{id}: names a patient, so it is logged as a view of the exam. */
export const examToOpen = handler(routes.exams.examToOpen, async ({ context, imaging, scope, request, params }) => {
  const { exam, examToView } = await describeExam(context, scope, params.id);
  await imaging.accessLogger.log(scope, request, exam, 'lists');
  return examToView;
});
