import type { Tx } from '../../platform/db/database.ts';
import {
  type Doubt,
  doubtAbout,
  isConfirmed,
  mismatchOf,
  type PatientsFound,
  reasonOfDoubt,
} from '../exams/guard/doubt.ts';
import type { Portal } from '../portal/portal.ts';
import { type ExamToImage, findPatientOfExam, noteDoubt } from './store.ts';

/**
 * Compares the patients of all files of an exam, which can be viewed now, with its own patient, and holds the exam back from
 * doctors where they differ (product, "Exams": wrong-patient guard). What the center has said to be right is marked only.
 * Answers the cause, if any.
 */
export async function guardExam(
  tx: Tx,
  portal: Pick<Portal, 'keys'>,
  exam: ExamToImage,
  patientKey: Buffer,
  found: PatientsFound,
): Promise<Doubt['cause'] | null> {
  const doubt = await doubtOf(tx, portal, exam, patientKey, found);
  const known = mismatchOf(exam.statusReason);
  if (doubt !== null && !isConfirmed(doubt, exam.confirmedDoubts))
    await noteDoubt(tx, exam.id, reasonOfDoubt(doubt, false), 'needs-attention');
  else if (known?.cause === 'not-compared' && !known.confirmed)
    await noteDoubt(tx, exam.id, doubt && reasonOfDoubt(doubt, true), 'completed');
  else if (doubt !== null && (known === undefined || known.confirmed))
    await noteDoubt(tx, exam.id, reasonOfDoubt(doubt, true));
  return doubt?.cause ?? null;
}

async function doubtOf(
  tx: Tx,
  portal: Pick<Portal, 'keys'>,
  exam: ExamToImage,
  patientKey: Buffer,
  { patients, isAll }: PatientsFound,
): Promise<Doubt | null> {
  const patient = await findPatientOfExam(tx, exam.patientUuid);
  const doubt = patient && (await doubtAbout(tx, portal, patient, patientKey, patients, exam.id));
  if (isAll || doubt?.cause === 'several-patients') return doubt;
  return { cause: 'not-compared', differences: doubt?.differences ?? [] };
}

/**
 * Holds back an exam that was given up before all its files were compared: whose the others are, nobody knows. What was found
 * different stays with it.
 */
export async function holdUncompared(tx: Tx, exam: ExamToImage): Promise<void> {
  const known = mismatchOf(exam.statusReason);
  if (!exam.awaitsComparison || known?.cause === 'several-patients') return;
  const doubt: Doubt = { cause: 'not-compared', differences: known?.differences ?? [] };
  await noteDoubt(tx, exam.id, reasonOfDoubt(doubt, isConfirmed(doubt, exam.confirmedDoubts)), 'needs-attention');
}
