import type { ExamWithPatient } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import type { JsonValue } from '../../platform/db/json.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { askedBy } from '../audit/actor.ts';
import { type AuditEvent, record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { openWrappedPatientKey } from '../keys/patient-key.ts';
import { sealColumn } from '../patients/sealed-columns.ts';
import { announce } from '../portal/announce.ts';
import type { Portal } from '../portal/portal.ts';
import { type HeldExam, holdExam } from './change-store.ts';
import { showExamWithPatient } from './show.ts';
import { findDoctorsOfPatient, findExam } from './store.ts';

/**
 * One act of a center on an exam of its own, whose row is held meanwhile; answers the exam as it is afterwards. Fails
 * with `not_found` alike for an unknown and a foreign exam, and with what the act itself refuses.
 */
export async function changeExam(
  portal: Portal,
  scope: CenterScope,
  examId: string,
  act: (tx: Tx, exam: HeldExam) => Promise<void>,
): Promise<ExamWithPatient> {
  if (!isUuid(examId)) throw new Fault('not_found');
  return await portal.db.within(scope, async (tx) => {
    const exam = await holdExam(tx, scope.centerId, examId);
    if (exam === null) throw new Fault('not_found');
    await act(tx, exam);
    const row = await findExam(tx, scope.centerId, examId);
    if (row === null) throw new Error('An exam that was just changed is not there.');
    return showExamWithPatient(row, portal.keys);
  });
}

/** Writes the trace of an act, and tells the pages of everybody who sees the exam, or saw it until now. */
export async function traceChange(
  tx: Tx,
  asking: Asking<CenterPerson>,
  event: AuditEvent,
  exam: HeldExam,
  change: { patientUuid?: string; details?: Record<string, JsonValue> } = {},
): Promise<void> {
  const patients = [...new Set([exam.patientUuid, change.patientUuid ?? exam.patientUuid])];
  await record(tx, {
    event,
    ...askedBy(asking),
    patientId: change.patientUuid ?? exam.patientUuid,
    object: { kind: 'exam', id: exam.id },
    examType: exam.examType,
    details: change.details ?? {},
  });
  const doctors = await findDoctorsOfPatient(tx, patients, exam.examType);
  await announce(tx, { kind: 'exam', ids: [exam.id], to: { centers: [asking.who.centerId], doctors, admins: true } });
}

/** What the center wrote, sealed like the notes: it may name the patient. */
export function sealReason(
  { keys, random }: Pick<Portal, 'keys' | 'random'>,
  exam: Pick<HeldExam, 'patientUuid' | 'wrappedKey'>,
  reason: string | undefined,
): Buffer | null {
  const key = openWrappedPatientKey(keys, exam.patientUuid, exam.wrappedKey);
  return sealColumn(key, exam.patientUuid, 'reason', reason, random);
}
