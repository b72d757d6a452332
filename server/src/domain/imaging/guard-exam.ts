import type { PatientInFile } from '@medcloud/contract/guard/compare-patients';
import type { Doubt } from '@medcloud/contract/guard/judge-patients';
import type { Tx } from '../../platform/db/database.ts';
import { doubtAbout, reasonOfDoubt } from '../exams/guard/doubt.ts';
import type { Portal } from '../portal/portal.ts';
import { type ExamToImage, findPatientOfExam, markDoubt } from './store.ts';

/**
 * Compares the patients of all files of an exam with its own patient, and holds the exam back from doctors where they
 * differ (product, "Exams": wrong-patient guard). What the center has decided is marked only. Answers the cause, if any.
 */
export async function guardExam(
  tx: Tx,
  portal: Pick<Portal, 'keys'>,
  exam: ExamToImage,
  patientKey: Buffer,
  found: readonly PatientInFile[],
): Promise<Doubt['cause'] | null> {
  const patient = await findPatientOfExam(tx, exam.patientUuid);
  const doubt = patient && (await doubtAbout(tx, portal, patient, patientKey, found, exam.id));
  if (!doubt) return null;
  // a reason given with the upload is for another patient's name, not for two patients
  const isDecided = exam.changedAt !== null || (exam.hasReason && doubt.cause === 'patient-mismatch');
  await markDoubt(tx, exam.id, reasonOfDoubt(doubt, isDecided), !isDecided);
  return doubt.cause;
}
