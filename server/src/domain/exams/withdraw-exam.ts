import type { ExamWithPatient } from '@medcloud/contract';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { changeExam, encryptReason, logChange } from './change-exam.ts';
import { updateToWithdrawn } from './change-store.ts';

/**
 * Withdraws an exam: removes it from every list, count and doctor's view at once. Its row and audit events stay.
 * Withdrawing again changes nothing. Throws the same `not_found` for an unknown exam and for another center's.
 */
export async function withdrawExam(
  context: Pick<AppContext, 'db' | 'keys' | 'random' | 'events'>,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  examId: string,
  { reason }: { reason: string },
): Promise<ExamWithPatient> {
  return await changeExam(context, scope, examId, async (tx, exam) => {
    if (exam.status === 'withdrawn') return;
    await updateToWithdrawn(tx, exam.id, encryptReason(context, exam, reason));
    await context.events.emit(tx, 'exam_withdrawn', { examId: exam.id });
    await logChange(tx, request, 'exam_withdrawn', exam, { details: { was: exam.status } });
  });
}
