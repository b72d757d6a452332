import { routes } from '@medcloud/contract';
import { describeExam } from '../../domain/dicomweb/describe-exam.ts';
import { edge } from '../server/edge.ts';

/** GET /api/exams/{id}: it names a patient, so it is a look at the exam and traced as one. */
export const examToOpen = edge(routes.exams.examToOpen, async ({ portal, imaging, scope, asking, params }) => {
  const { seen, described } = await describeExam(portal, scope, params.id);
  await imaging.viewings.note(scope, asking, seen, 'lists');
  return described;
});
