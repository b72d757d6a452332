import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { checkDownloadLimit } from '../exams/check-download-limit.ts';
import type { VisibleExam } from './reads.ts';

/**
 * The trace of a whole study or series that leaves the portal, as that of a downloaded file, before its first byte. Fails
 * with `rate_limited` for a doctor's 501st of a day.
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

/** The exam as an event names it, with facts of the event's own. */
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
