import { type ExamMove, type ExamWithPatient, normalizePatientId, sentences } from '@medcloud/contract';
import { guardFields } from '@medcloud/contract/choices';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { openObjectKey, openWrappedPatientKey, wrapObjectKey } from '../keys/patient-key.ts';
import { openColumn, sealColumn } from '../patients/sealed-columns.ts';
import { findOwnPatient, type PatientOfCenter } from '../patients/store.ts';
import type { Portal } from '../portal/portal.ts';
import { changeExam, sealReason, traceChange } from './change-exam.ts';
import { type HeldExam, listObjectKeys, moveRow, rewrapKeys } from './change-store.ts';
import { doubtAbout, isConfirmed, mismatchOf, pointsOf, reasonOfDoubt } from './guard/doubt.ts';
import { listPatientsOfStudies } from './guard/store.ts';

/**
 * Gives an exam to the patient whose it is. What is sealed under the first patient's key is sealed anew under the
 * second's: the notes, and the keys of the stored objects, never their bytes; all in one transaction. To the patient who
 * has it already it changes nothing. Fails with `not_found` for a foreign patient as for an unknown one,
 * `invalid_state` for a withdrawn exam, `validation` where the exam would lie before the patient's birth.
 */
export async function moveExam(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  examId: string,
  move: ExamMove,
): Promise<ExamWithPatient> {
  return await changeExam(portal, scope, examId, async (tx, exam) => {
    const patientId = normalizePatientId(move.patientId);
    const patient = patientId === null ? null : await findOwnPatient(tx, scope.centerId, patientId);
    if (patient === null) throw new Fault('not_found');
    if (exam.status === 'withdrawn') throw new Fault('invalid_state');
    if (exam.examDate < patient.dateOfBirth) throw fieldFault('patientId', sentences.examDateBeforeBirth);
    if (patient.id === exam.patientUuid) return;
    await moveSealed(portal, tx, exam, patient, move.reason);
    await traceChange(tx, asking, 'exam_moved', exam, {
      patientUuid: patient.id,
      details: { from: exam.patientId, to: patient.patientId, was: exam.status },
    });
  });
}

async function moveSealed(
  portal: Portal,
  tx: Tx,
  exam: HeldExam,
  patient: PatientOfCenter,
  reason: string | undefined,
): Promise<void> {
  const { keys, random } = portal;
  const from = openWrappedPatientKey(keys, exam.patientUuid, exam.wrappedKey);
  const to = openWrappedPatientKey(keys, patient.id, patient.wrappedKey);
  const notes = exam.notesSealed === null ? undefined : openColumn(from, exam.patientUuid, 'notes', exam.notesSealed);
  await moveRow(tx, exam, {
    ...(await doubtAfterMove(portal, tx, exam, patient, to)),
    patientUuid: patient.id,
    notesSealed: sealColumn(to, patient.id, 'notes', notes, random),
    reasonSealed: sealReason(portal, { patientUuid: patient.id, wrappedKey: patient.wrappedKey }, reason),
  });
  const stored = await listObjectKeys(tx, exam.id);
  const rewrapped = stored.map(({ objectId, wrappedKey }) => ({
    objectId,
    wrappedKey: wrapObjectKey(to, openObjectKey(from, wrappedKey, objectId), objectId, random),
  }));
  await rewrapKeys(tx, exam.id, rewrapped);
}

/**
 * Who moves an exam knows whose it is: what differs then is a mark, and no doubt. That it holds several patients, or files
 * that nobody compared, is settled only where it was known.
 */
async function doubtAfterMove(portal: Portal, tx: Tx, exam: HeldExam, patient: PatientOfCenter, patientKey: Buffer) {
  const known = mismatchOf(exam.statusReason);
  const confirmedDoubts = [...new Set([...exam.confirmedDoubts, ...guardFields, ...(known ? pointsOf(known) : [])])];
  const found = await listPatientsOfStudies(tx, exam.id);
  const doubt = await doubtAbout(tx, portal, patient, patientKey, found, exam.id);
  const isHeld = doubt !== null && !isConfirmed(doubt, confirmedDoubts);
  // what was said of the first patient's record does not hold of the second's
  const mark = known && known.cause !== 'patient-mismatch' ? { ...known, differences: [], confirmed: true } : null;
  const statusReason = doubt ? reasonOfDoubt(doubt, !isHeld) : mark && JSON.stringify(mark);
  return { confirmedDoubts, isHeld, statusReason };
}
