import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import type { AppContext } from '../core/context.ts';
import { checkDownloadLimit } from '../exams/check-download-limit.ts';

/**
 * Logs that a study or series is about to be sent, as a download, before its first byte. Throws `rate_limited` for a
 * doctor's 501st download in 24 hours.
 */
export async function logRetrieval(
  context: Pick<AppContext, 'db' | 'clock' | 'random'>,
  scope: CenterScope | DoctorScope,
  request: RequestContext,
  exam: VisibleExam,
  series: number,
): Promise<void> {
  await context.db.within(scope, async (tx) => {
    if (scope.kind === 'doctor') await checkDownloadLimit(context, tx, scope.doctorId);
    await record(tx, { event: 'exam_downloaded', ...toAuditFields(request), ...retrievalEvent(exam, { series }) });
  });
}

/** Returns the exam as audit events name it, with the event's own facts as details. */
export function retrievalEvent(
  { examId, centerId, patientUuid, examType, grantId, publicPatientId }: VisibleExam,
  facts: Record<string, number | string>,
) {
  return {
    centerId,
    patientId: patientUuid,
    object: { kind: 'exam', id: examId },
    examType,
    ...(grantId === undefined ? {} : { purpose: grantId }),
    details: { ...facts, ...(publicPatientId === undefined ? {} : { patientId: publicPatientId }) },
  } as const;
}
