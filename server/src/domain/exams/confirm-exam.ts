import type { ExamWithPatient } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { changeExam, encryptReason, logChange } from './change-exam.ts';
import { type LockedExam, updateToConfirmed } from './change-store.ts';
import { mismatchPoints, parseMismatch } from './patient-check/patient-mismatch.ts';
import { hasOpenMismatch } from './show.ts';

/**
 * Confirms that an exam with a patient mismatch belongs to its patient; doctors with a grant see it from now on.
 * Confirming again changes nothing. Throws the same `not_found` for an unknown exam and for another center's, and
 * `invalid_state` if there was no mismatch.
 */
export async function confirmExam(
  context: Pick<AppContext, 'db' | 'keys' | 'random'>,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  examId: string,
  reason: string | undefined,
): Promise<ExamWithPatient> {
  return await changeExam(context, scope, examId, async (tx, exam) => {
    if (isAlreadyConfirmed(exam)) return;
    // an exam that only failed to be indexed, or is infected, has no mismatch
    if (!hasOpenMismatch(exam)) throw new Fault('invalid_state');
    await updateToConfirmed(tx, exam.id, mergeConfirmedPoints(exam), encryptReason(context, exam, reason));
    await logChange(tx, request, 'exam_confirmed', exam);
  });
}

/** Returns the points of the mismatch and those that were confirmed before. */
function mergeConfirmedPoints({ statusReason, confirmedPoints }: LockedExam): string[] {
  const mismatch = parseMismatch(statusReason);
  return [...new Set([...confirmedPoints, ...(mismatch ? mismatchPoints(mismatch) : [])])];
}

function isAlreadyConfirmed({ status, statusReason }: LockedExam): boolean {
  if (status === 'withdrawn' || typeof statusReason !== 'object' || statusReason === null) return false;
  return 'confirmed' in statusReason && statusReason.confirmed === true;
}
