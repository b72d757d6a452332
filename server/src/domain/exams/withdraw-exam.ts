import type { ExamWithPatient } from '@medcloud/contract';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { changeExam, sealReason, traceChange } from './change-exam.ts';
import { withdrawRow } from './change-store.ts';

/**
 * Takes an exam out of every list, count and doctor's view at once; its row and its trace stay. Withdrawing it again
 * changes nothing. Fails with `not_found` alike for an unknown and a foreign exam.
 */
export async function withdrawExam(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  examId: string,
  { reason }: { reason: string },
): Promise<ExamWithPatient> {
  return await changeExam(portal, scope, examId, async (tx, exam) => {
    if (exam.status === 'withdrawn') return;
    await withdrawRow(tx, exam.id, sealReason(portal, exam, reason));
    await traceChange(tx, asking, 'exam_withdrawn', exam, { details: { was: exam.status } });
  });
}
