import type { ExamWithPatient } from '@medcloud/contract';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { changeExam, encryptReason, logChange } from './change-exam.ts';
import { updateToWithdrawn } from './change-store.ts';

/**
 * Takes an exam out of every list, count and doctor's view at once; its row and its trace stay. Withdrawing it again
 * changes nothing. Fails with `not_found` alike for an unknown and a foreign exam.
 */
export async function withdrawExam(
  context: AppContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  examId: string,
  { reason }: { reason: string },
): Promise<ExamWithPatient> {
  return await changeExam(context, scope, examId, async (tx, exam) => {
    if (exam.status === 'withdrawn') return;
    await updateToWithdrawn(tx, exam.id, encryptReason(context, exam, reason));
    await logChange(tx, request, 'exam_withdrawn', exam, { details: { was: exam.status } });
  });
}
