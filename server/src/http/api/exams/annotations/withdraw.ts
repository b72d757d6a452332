import { routes } from '@medcloud/contract';
import { withdrawSet } from '../../../../domain/annotations/withdraw-set.ts';
import { getVisibleExam } from '../../../../domain/dicomweb/find-study.ts';
import { handler } from '../../../server/handler.ts';

/** POST /api/exams/{id}/annotations/{set}/withdraw */
export const withdrawAnnotations = handler(
  routes.annotations.withdrawAnnotations,
  async ({ context, scope, request, params, body }) => {
    const exam = await getVisibleExam(context, scope, { examId: params.id });
    await withdrawSet(context, scope, request, exam, params.set, body);
    return { ok: true } as const;
  },
);
