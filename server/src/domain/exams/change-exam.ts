import type { ExamWithPatient } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { JsonValue } from '../../platform/db/json.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { findDoctorsOfPatient } from '../access/reads.ts';
import { type AuditEvent, record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext, KeyContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';
import { unwrapPatientKey } from '../keys/patient-key.ts';
import { encryptColumn } from '../patients/encrypted-columns.ts';
import { type LockedExam, lockExam } from './change-store.ts';
import { findExam } from './reads.ts';
import { showExamsWithPatients } from './show-exams-with-patients.ts';

/**
 * Runs one change by a center on its own exam with the exam's row locked, and returns the exam afterwards. Throws the
 * same `not_found` for an unknown exam and for another center's, and whatever `change` throws.
 */
export async function changeExam(
  context: KeyContext,
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
    const [changed] = await showExamsWithPatients(tx, row === null ? [] : [row], context.keys);
    if (changed === undefined) throw new Error('The exam that was just changed does not exist.');
    return changed;
  });
}

/** Records the audit event of a change. Notifies the clients of everyone who sees the exam now or saw it before. */
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

/** Encrypts the reason a center gives, like the notes, because it may name the patient. */
export function encryptReason(
  { keys, random }: Pick<AppContext, 'keys' | 'random'>,
  exam: Pick<LockedExam, 'patientUuid' | 'wrappedKey'>,
  reason: string | undefined,
): Buffer | null {
  const key = unwrapPatientKey(keys, exam.patientUuid, exam.wrappedKey);
  return encryptColumn(key, exam.patientUuid, 'reason', reason, random);
}
