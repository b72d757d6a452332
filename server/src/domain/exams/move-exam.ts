import { type ExamMove, type ExamWithPatient, issueCode, normalizePatientId } from '@medcloud/contract';
import { patientCheckFields } from '@medcloud/contract/choices';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { unwrapObjectKey, unwrapPatientKey, wrapObjectKey } from '../keys/patient-key.ts';
import { checkNotErased } from '../patients/check-not-erased.ts';
import { decryptColumn, encryptColumn } from '../patients/encrypted-columns.ts';
import { lockAgainstErasure } from '../patients/lock-patient.ts';
import { type CenterPatient, findOwnPatient } from '../patients/reads.ts';
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
 * Moves an exam to another patient in one transaction. Encrypts the notes again and wraps the object keys again, both
 * with the second patient's key; the stored bytes do not change. Moving it to its current patient changes nothing.
 * Throws the same `not_found` for a foreign and an unknown patient, `invalid_state` for a withdrawn exam, `validation`
 * if the exam's date is before the patient's birth.
 */
export async function moveExam(
  context: Pick<AppContext, 'db' | 'keys' | 'random' | 'events'>,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  examId: string,
  move: ExamMove,
): Promise<ExamWithPatient> {
  return await changeExam(context, scope, examId, async (tx, exam) => {
    const patientId = normalizePatientId(move.patientId);
    const patient = patientId === null ? null : await findOwnPatient(tx, scope.centerId, patientId);
    if (patient === null) throw new Fault('not_found');
    checkNotErased(patient);
    if (exam.status === 'withdrawn') throw new Fault('invalid_state');
    if (exam.examDate < patient.dateOfBirth) throw createFieldFault('patientId', issueCode('exam_date_before_birth'));
    if (patient.id === exam.patientUuid) return;
    await lockAgainstErasure(tx, scope.centerId, patient.id);
    await reencryptExam(context, tx, exam, patient, move.reason);
    await context.events.emit(tx, 'exam_moved', {
      examId: exam.id,
      scope,
      from: { patientUuid: exam.patientUuid, wrappedKey: exam.wrappedKey },
      to: { patientUuid: patient.id, wrappedKey: patient.wrappedKey },
    });
    await logChange(tx, request, 'exam_moved', exam, {
      patientUuid: patient.id,
      details: { from: exam.patientId, to: patient.patientId, was: exam.status },
    });
  });
}

async function reencryptExam(
  context: Pick<AppContext, 'keys' | 'random'>,
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
 * Returns the mismatch after a move. The center knows whose exam it moves, so different fields are only a mark and hold
 * nothing back. Several patients, or files that were not compared, count as confirmed only if they were known before.
 */
async function findMismatchAfterMove(
  context: Pick<AppContext, 'keys'>,
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
  // differences from the first patient's record do not apply to the second's
  const mark =
    previousMismatch && previousMismatch.cause !== 'patient-mismatch'
      ? { ...previousMismatch, differences: [], confirmed: true }
      : null;
  const statusReason = mismatch ? encodeMismatch(mismatch, !hasMismatch) : mark && JSON.stringify(mark);
  return { confirmedPoints, hasMismatch, statusReason };
}
