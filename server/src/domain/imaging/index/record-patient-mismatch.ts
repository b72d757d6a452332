import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { updateMismatch } from '../../exams/imaging-state.ts';
import {
  encodeMismatch,
  findMismatch,
  isConfirmed,
  type PatientMismatch,
  type PatientsInFiles,
  parseMismatch,
} from '../../exams/patient-check/patient-mismatch.ts';
import { type ExamToIndex, findPatientOfExam } from '../store.ts';

/**
 * Compares the patients of all files of an indexed exam with the exam's patient, and hides the exam from doctors if
 * they differ (product, "Exams": wrong-patient guard). A mismatch that the center confirmed is only marked. Returns the
 * cause or null.
 */
export async function recordPatientMismatch(
  tx: Tx,
  context: Pick<AppContext, 'keys'>,
  exam: ExamToIndex,
  patientKey: Buffer,
  patientsInFiles: PatientsInFiles,
): Promise<PatientMismatch['cause'] | null> {
  const mismatch = await findExamMismatch(tx, context, exam, patientKey, patientsInFiles);
  const previousMismatch = parseMismatch(exam.statusReason);
  if (mismatch !== null && !isConfirmed(mismatch, exam.confirmedPoints))
    await updateMismatch(tx, exam.id, encodeMismatch(mismatch, false), 'hide');
  else if (previousMismatch?.cause === 'not-compared' && !previousMismatch.confirmed)
    await updateMismatch(tx, exam.id, mismatch && encodeMismatch(mismatch, true), 'release');
  else if (mismatch !== null && (previousMismatch === undefined || previousMismatch.confirmed))
    await updateMismatch(tx, exam.id, encodeMismatch(mismatch, true), 'mark');
  return mismatch?.cause ?? null;
}

async function findExamMismatch(
  tx: Tx,
  context: Pick<AppContext, 'keys'>,
  exam: ExamToIndex,
  patientKey: Buffer,
  { patients, isComplete }: PatientsInFiles,
): Promise<PatientMismatch | null> {
  const patient = await findPatientOfExam(tx, exam.patientUuid);
  const mismatch = patient && (await findMismatch(tx, context, patient, patientKey, patients, exam.id));
  if (isComplete || mismatch?.cause === 'several-patients') return mismatch;
  return { cause: 'not-compared', differences: mismatch?.differences ?? [] };
}

/**
 * Hides an exam that failed before all its files were compared, because the others may belong to another patient. Known
 * differences stay recorded.
 */
export async function recordUncomparedFiles(tx: Tx, exam: ExamToIndex): Promise<void> {
  const previousMismatch = parseMismatch(exam.statusReason);
  if (!exam.awaitsComparison || previousMismatch?.cause === 'several-patients') return;
  const mismatch: PatientMismatch = { cause: 'not-compared', differences: previousMismatch?.differences ?? [] };
  await updateMismatch(tx, exam.id, encodeMismatch(mismatch, isConfirmed(mismatch, exam.confirmedPoints)), 'hide');
}
