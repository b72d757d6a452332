import type { ExamWithPatient } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { changeExam, encryptReason, logChange } from './change-exam.ts';
import { type LockedExam, updateToConfirmed } from './change-store.ts';
import { mismatchPoints, parseMismatch } from './patient-check/patient-mismatch.ts';

/**
 * Says that an exam held back for a doubt is the patient's: doctors with a grant see it from now on. Confirming it again
 * changes nothing. Fails with `not_found` alike for an unknown and a foreign exam, `invalid_state` where nothing was in
 * doubt.
 */
export async function confirmExam(
  context: AppContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  examId: string,
  reason: string | undefined,
): Promise<ExamWithPatient> {
  return await changeExam(context, scope, examId, async (tx, exam) => {
    if (isAlreadyConfirmed(exam)) return;
    // what only cannot be viewed is in no doubt
    if (exam.status !== 'needs-attention' || exam.isOpen) throw new Fault('invalid_state');
    await updateToConfirmed(tx, exam.id, mergeConfirmedPoints(exam), encryptReason(context, exam, reason));
    await logChange(tx, request, 'exam_confirmed', exam);
  });
}

/** What was shown with the exam, and whatever was right before. */
function mergeConfirmedPoints({ statusReason, confirmedPoints }: LockedExam): string[] {
  const mismatch = parseMismatch(statusReason);
  return [...new Set([...confirmedPoints, ...(mismatch ? mismatchPoints(mismatch) : [])])];
}

function isAlreadyConfirmed({ status, statusReason }: LockedExam): boolean {
  if (status === 'withdrawn' || typeof statusReason !== 'object' || statusReason === null) return false;
  return 'confirmed' in statusReason && statusReason.confirmed === true;
}
