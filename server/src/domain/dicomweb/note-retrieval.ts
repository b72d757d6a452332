import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { Asking } from '../authorization/who.ts';
import { takeDownload } from '../exams/take-download.ts';
import type { Portal } from '../portal/portal.ts';
import type { SeenExam } from './store.ts';

/**
 * The trace of a whole study or series that leaves the portal, as that of a downloaded file, before its first byte. Fails
 * with `rate_limited` for a doctor's 501st of a day.
 */
export async function noteRetrieval(
  portal: Pick<Portal, 'db' | 'clock' | 'random'>,
  scope: CenterScope | DoctorScope,
  asking: Asking,
  seen: SeenExam,
  series: number,
): Promise<void> {
  await portal.db.within(scope, async (tx) => {
    if (scope.kind === 'doctor') await takeDownload(portal, tx, scope.doctorId);
    await record(tx, { event: 'exam_downloaded', ...askedBy(asking), ...retrievalTrace(seen, { series }) });
  });
}

/** The exam as an event names it, with facts of the event's own. */
export function retrievalTrace(
  { examId, centerId, patientUuid, examType, grantId, publicPatientId }: SeenExam,
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
