import type { ExamWithPatient } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import type { JsonValue } from '../../platform/db/schema/json.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { type AuditEvent, record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import { unwrapPatientKey } from '../keys/patient-key.ts';
import { encryptColumn } from '../patients/encrypted-columns.ts';
import { type LockedExam, lockExam } from './change-store.ts';
import { showExamWithPatient } from './show.ts';
import { findDoctorsOfPatient, findExam } from './store.ts';

/**
 * One act of a center on an exam of its own, whose row is held meanwhile; answers the exam as it is afterwards. Fails
 * with `not_found` alike for an unknown and a foreign exam, and with what the act itself refuses.
 */
export async function changeExam(
  context: AppContext,
  scope: CenterScope,
  examId: string,
  change: (tx: Tx, exam: LockedExam) => Promise<void>,
): Promise<ExamWithPatient> {
  if (!isUuid(examId)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    const exam = await lockExam(tx, scope.centerId, examId);
    if (exam === null) throw new Fault('not_found');
    await change(tx, exam);
    const row = await findExam(tx, scope.centerId, examId);
    if (row === null) throw new Error('An exam that was just changed is not there.');
    return showExamWithPatient(row, context.keys);
  });
}

/** Writes the trace of an act, and tells the pages of everybody who sees the exam, or saw it until now. */
export async function logChange(
  tx: Tx,
  request: RequestContext<CenterPrincipal>,
  event: AuditEvent,
  exam: LockedExam,
  change: { patientUuid?: string; details?: Record<string, JsonValue> } = {},
): Promise<void> {
  const patients = [...new Set([exam.patientUuid, change.patientUuid ?? exam.patientUuid])];
  await record(tx, {
    event,
    ...toAuditFields(request),
    patientId: change.patientUuid ?? exam.patientUuid,
    object: { kind: 'exam', id: exam.id },
    examType: exam.examType,
    details: change.details ?? {},
  });
  const doctors = await findDoctorsOfPatient(tx, patients, exam.examType);
  await notifyClients(tx, {
    kind: 'exam',
    ids: [exam.id],
    to: { centers: [request.principal.centerId], doctors, admins: true },
  });
}

/** What the center wrote, sealed like the notes: it may name the patient. */
export function encryptReason(
  { keys, random }: Pick<AppContext, 'keys' | 'random'>,
  exam: Pick<LockedExam, 'patientUuid' | 'wrappedKey'>,
  reason: string | undefined,
): Buffer | null {
  const key = unwrapPatientKey(keys, exam.patientUuid, exam.wrappedKey);
  return encryptColumn(key, exam.patientUuid, 'reason', reason, random);
}
