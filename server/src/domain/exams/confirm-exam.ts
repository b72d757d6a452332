import type { ExamWithPatient } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { changeExam, sealReason, traceChange } from './change-exam.ts';
import { confirmRow, type HeldExam } from './change-store.ts';
import { mismatchOf, pointsOf } from './guard/doubt.ts';

/**
 * Says that an exam held back for a doubt is the patient's: doctors with a grant see it from now on. Confirming it again
 * changes nothing. Fails with `not_found` alike for an unknown and a foreign exam, `invalid_state` where nothing was in
 * doubt.
 */
export async function confirmExam(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  examId: string,
  reason: string | undefined,
): Promise<ExamWithPatient> {
  return await changeExam(portal, scope, examId, async (tx, exam) => {
    if (wasConfirmed(exam)) return;
    // what only cannot be viewed is in no doubt
    if (exam.status !== 'needs-attention' || exam.isOpen) throw new Fault('invalid_state');
    await confirmRow(tx, exam.id, confirmedWith(exam), sealReason(portal, exam, reason));
    await traceChange(tx, asking, 'exam_confirmed', exam);
  });
}

/** What was shown with the exam, and whatever was right before. */
function confirmedWith({ statusReason, confirmedDoubts }: HeldExam): string[] {
  const shown = mismatchOf(statusReason);
  return [...new Set([...confirmedDoubts, ...(shown ? pointsOf(shown) : [])])];
}

function wasConfirmed({ status, statusReason }: HeldExam): boolean {
  if (status === 'withdrawn' || typeof statusReason !== 'object' || statusReason === null) return false;
  return 'confirmed' in statusReason && statusReason.confirmed === true;
}
