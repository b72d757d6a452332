import { type ExamMismatch, type ExamUpload, examMismatch } from '@medcloud/contract';
import { fieldsShownBeforeUpload } from '@medcloud/contract/choices';
import type { Difference, PatientInFile, RegisteredPatient } from '@medcloud/contract/guard/compare-patients';
import { type Doubt as Judgement, judgePatients } from '@medcloud/contract/guard/judge-patients';
import { blindIndex } from '../../../platform/crypto/sealing.ts';
import type { Reader } from '../../../platform/db/database.ts';
import type { JsonValue } from '../../../platform/db/json.ts';
import { openColumn } from '../../patients/sealed-columns.ts';
import type { Portal } from '../../portal/portal.ts';
import { isNumberOfAnother } from './store.ts';

/** The patient for whom an exam is, as its row has it. */
export interface PatientToCompare {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly gender: RegisteredPatient['gender'];
  readonly amkaSealed: Buffer | null;
}

/** The patients whom an exam's files name. */
export interface PatientsFound {
  readonly patients: readonly PatientInFile[];
  /** All of them: no file was left out, and no patient. */
  readonly isAll: boolean;
}

/** Why an exam may not be its patient's; `not-compared`: some of its files nobody could compare. */
export type Doubt = Judgement | { readonly cause: 'not-compared'; readonly differences: readonly Difference[] };

/**
 * What speaks against files with these patients being an exam of this one; null where nothing does. `examId` is that of
 * an exam that is there already: its own number does not count as seen before.
 */
export async function doubtAbout(
  tx: Reader,
  portal: Pick<Portal, 'keys'>,
  patient: PatientToCompare,
  patientKey: Buffer,
  found: readonly PatientInFile[],
  examId: string | null = null,
): Promise<Judgement | null> {
  if (found.length === 0) return null;
  const numbers = [...new Set(found.flatMap(({ number }) => (number?.trim() ? [number] : [])))];
  const indexes = numbers.map((number) => patientNumberIndex(portal, number));
  return judgePatients(found, {
    ...patient,
    amka: patient.amkaSealed && openColumn(patientKey, patient.id, 'amka', patient.amkaSealed),
    isNumberOfAnother: indexes.length > 0 && (await isNumberOfAnother(tx, indexes, patient.id, examId)),
  });
}

/** What finds a whole patient number of a DICOM file. */
export function patientNumberIndex({ keys }: Pick<Portal, 'keys'>, number: string): Buffer {
  return blindIndex(keys.blindIndex, 'dicom-patient-id', number.trim());
}

/** For what an upload's reason was given: the fields that it names, else those that a browser can show. */
export function confirmedBy({ mismatchReason, mismatchFields }: ExamUpload): string[] {
  return mismatchReason === undefined ? [] : [...(mismatchFields ?? fieldsShownBeforeUpload)];
}

/** What a center has to say to be right before doctors see an exam in this doubt. */
export function pointsOf(doubt: Pick<ExamMismatch, 'cause'> & { differences?: readonly Difference[] }): string[] {
  const { cause, differences = [] } = doubt;
  const fields = differences.map(({ field }) => field);
  return cause === 'patient-mismatch' ? fields : [cause, ...fields];
}

/** Whether the center has said of all that is in doubt that it is right. */
export function isConfirmed(doubt: Doubt, confirmed: readonly string[]): boolean {
  return pointsOf(doubt).every((point) => confirmed.includes(point));
}

/** A doubt as the exam's row keeps it. */
export function reasonOfDoubt(doubt: Doubt, confirmed: boolean): string {
  const { cause } = doubt;
  const facts =
    cause === 'several-patients'
      ? { differences: [], patients: doubt.patients.map(({ name, birthDate }) => ({ name, birthDate })) }
      : { differences: doubt.differences };
  return JSON.stringify({ cause, ...facts, ...(confirmed && { confirmed }) });
}

/** What an exam's row keeps of a doubt, as it is shown; `undefined` where there was none. */
export function mismatchOf(reason: JsonValue): ExamMismatch | undefined {
  if (typeof reason !== 'object' || reason === null || Array.isArray(reason)) return undefined;
  return examMismatch.safeParse({ differences: [], confirmed: false, ...reason }).data;
}
