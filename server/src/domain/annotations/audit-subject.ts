import type { JsonValue } from '../../platform/db/json.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';

/** Returns a set's exam as audit events name it, with the set's id and the event's own facts as details. */
export function toAuditSubject(
  { examId, centerId, patientUuid, examType, grantId }: VisibleExam,
  setId: string,
  facts: Record<string, JsonValue>,
) {
  return {
    centerId,
    patientId: patientUuid,
    object: { kind: 'exam', id: examId },
    examType,
    ...(grantId === undefined ? {} : { purpose: grantId }),
    details: { ...facts, set: setId },
  } as const;
}
