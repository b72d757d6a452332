import { type ExamMove, type ExamWithPatient, normalizePatientId, validationMessages } from '@medcloud/contract';
import { patientCheckFields } from '@medcloud/contract/choices';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { unwrapObjectKey, unwrapPatientKey, wrapObjectKey } from '../keys/patient-key.ts';
import { decryptColumn, encryptColumn } from '../patients/encrypted-columns.ts';
import { type CenterPatient, findOwnPatient } from '../patients/store.ts';
import { changeExam, encryptReason, logChange } from './change-exam.ts';
import { type LockedExam, listObjectKeys, updateExamPatient, updateWrappedKeys } from './change-store.ts';
import {
  encodeMismatch,
  findMismatch,
  isConfirmed,
  mismatchPoints,
  parseMismatch,
} from './patient-check/patient-mismatch.ts';
import { listPatientsOfStudies } from './patient-check/reads.ts';

/**
 * Gives an exam to the patient whose it is. What is sealed under the first patient's key is sealed anew under the
 * second's: the notes, and the keys of the stored objects, never their bytes; all in one transaction. To the patient who
 * has it already it changes nothing. Fails with `not_found` for a foreign patient as for an unknown one,
 * `invalid_state` for a withdrawn exam, `validation` where the exam would lie before the patient's birth.
 */
export async function moveExam(
  context: AppContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  examId: string,
  move: ExamMove,
): Promise<ExamWithPatient> {
  return await changeExam(context, scope, examId, async (tx, exam) => {
    const patientId = normalizePatientId(move.patientId);
    const patient = patientId === null ? null : await findOwnPatient(tx, scope.centerId, patientId);
    if (patient === null) throw new Fault('not_found');
    if (exam.status === 'withdrawn') throw new Fault('invalid_state');
    if (exam.examDate < patient.dateOfBirth)
      throw createFieldFault('patientId', validationMessages.examDateBeforeBirth);
    if (patient.id === exam.patientUuid) return;
    await reencryptExam(context, tx, exam, patient, move.reason);
    await logChange(tx, request, 'exam_moved', exam, {
      patientUuid: patient.id,
      details: { from: exam.patientId, to: patient.patientId, was: exam.status },
    });
  });
}

async function reencryptExam(
  context: AppContext,
  tx: Tx,
  exam: LockedExam,
  patient: CenterPatient,
  reason: string | undefined,
): Promise<void> {
  const { keys, random } = context;
  const from = unwrapPatientKey(keys, exam.patientUuid, exam.wrappedKey);
  const to = unwrapPatientKey(keys, patient.id, patient.wrappedKey);
  const notes =
    exam.encryptedNotes === null ? undefined : decryptColumn(from, exam.patientUuid, 'notes', exam.encryptedNotes);
  await updateExamPatient(tx, exam, {
    ...(await findMismatchAfterMove(context, tx, exam, patient, to)),
    patientUuid: patient.id,
    encryptedNotes: encryptColumn(to, patient.id, 'notes', notes, random),
    encryptedReason: encryptReason(context, { patientUuid: patient.id, wrappedKey: patient.wrappedKey }, reason),
  });
  const objectKeys = await listObjectKeys(tx, exam.id);
  const rewrapped = objectKeys.map(({ objectId, wrappedKey }) => ({
    objectId,
    wrappedKey: wrapObjectKey(to, unwrapObjectKey(from, wrappedKey, objectId), objectId, random),
  }));
  await updateWrappedKeys(tx, exam.id, rewrapped);
}

/**
 * Who moves an exam knows whose it is: what differs then is a mark, and no doubt. That it holds several patients, or files
 * that nobody compared, is settled only where it was known.
 */
async function findMismatchAfterMove(
  context: AppContext,
  tx: Tx,
  exam: LockedExam,
  patient: CenterPatient,
  patientKey: Buffer,
) {
  const previousMismatch = parseMismatch(exam.statusReason);
  const confirmedPoints = [
    ...new Set([
      ...exam.confirmedPoints,
      ...patientCheckFields,
      ...(previousMismatch ? mismatchPoints(previousMismatch) : []),
    ]),
  ];
  const patientsInFiles = await listPatientsOfStudies(tx, exam.id);
  const mismatch = await findMismatch(tx, context, patient, patientKey, patientsInFiles, exam.id);
  const hasMismatch = mismatch !== null && !isConfirmed(mismatch, confirmedPoints);
  // what was said of the first patient's record does not hold of the second's
  const mark =
    previousMismatch && previousMismatch.cause !== 'patient-mismatch'
      ? { ...previousMismatch, differences: [], confirmed: true }
      : null;
  const statusReason = mismatch ? encodeMismatch(mismatch, !hasMismatch) : mark && JSON.stringify(mark);
  return { confirmedPoints, hasMismatch, statusReason };
}
