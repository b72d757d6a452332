import { type ExamMismatch, type ExamUpload, examMismatch } from '@medcloud/contract';
import { preflightCheckFields } from '@medcloud/contract/choices';
import type { Difference, PatientInFile, RegisteredPatient } from '@medcloud/contract/patient-check/compare-patients';
import {
  findPatientMismatch,
  type PatientMismatch as Judgement,
} from '@medcloud/contract/patient-check/find-patient-mismatch';
import { blindIndex } from '../../../platform/crypto/encrypt-value.ts';
import type { Reader } from '../../../platform/db/database.ts';
import type { JsonValue } from '../../../platform/db/schema/json.ts';
import type { AppContext } from '../../core/context.ts';
import { decryptColumn } from '../../patients/encrypted-columns.ts';
import { isNumberOfOtherPatient } from './reads.ts';

/** The patient for whom an exam is, as its row has it. */
export interface PatientToCompare {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly gender: RegisteredPatient['gender'];
  readonly encryptedAmka: Buffer | null;
}

/** The patients whom an exam's files name. */
export interface PatientsInFiles {
  readonly patients: readonly PatientInFile[];
  /** All of them: no file was left out, and no patient. */
  readonly isComplete: boolean;
}

/** Why an exam may not be its patient's; `not-compared`: some of its files nobody could compare. */
export type PatientMismatch =
  | Judgement
  | { readonly cause: 'not-compared'; readonly differences: readonly Difference[] };

/**
 * What speaks against files with these patients being an exam of this one; null where nothing does. `examId` is that of
 * an exam that is there already: its own number does not count as seen before.
 */
export async function findMismatch(
  tx: Reader,
  context: Pick<AppContext, 'keys'>,
  patient: PatientToCompare,
  patientKey: Buffer,
  patientsInFile: readonly PatientInFile[],
  examId: string | null = null,
): Promise<Judgement | null> {
  if (patientsInFile.length === 0) return null;
  const numbers = [...new Set(patientsInFile.flatMap(({ number }) => (number?.trim() ? [number] : [])))];
  const indexes = numbers.map((number) => patientNumberIndex(context, number));
  return findPatientMismatch(patientsInFile, {
    ...patient,
    amka: patient.encryptedAmka && decryptColumn(patientKey, patient.id, 'amka', patient.encryptedAmka),
    isNumberOfAnother: indexes.length > 0 && (await isNumberOfOtherPatient(tx, indexes, patient.id, examId)),
  });
}

/** What finds a whole patient number of a DICOM file. */
export function patientNumberIndex({ keys }: Pick<AppContext, 'keys'>, number: string): Buffer {
  return blindIndex(keys.blindIndex, 'dicom-patient-id', number.trim());
}

/** For what an upload's reason was given: the fields that it names, else those that a browser can show. */
export function confirmedPointsOf({ mismatchReason, mismatchFields }: ExamUpload): string[] {
  return mismatchReason === undefined ? [] : [...(mismatchFields ?? preflightCheckFields)];
}

/** What a center has to say to be right before doctors see an exam in this doubt. */
export function mismatchPoints(
  mismatch: Pick<ExamMismatch, 'cause'> & { differences?: readonly Difference[] },
): string[] {
  const { cause, differences = [] } = mismatch;
  const fields = differences.map(({ field }) => field);
  return cause === 'patient-mismatch' ? fields : [cause, ...fields];
}

/** Whether the center has said of all that is in doubt that it is right. */
export function isConfirmed(mismatch: PatientMismatch, confirmed: readonly string[]): boolean {
  return mismatchPoints(mismatch).every((point) => confirmed.includes(point));
}

/** A doubt as the exam's row keeps it. */
export function encodeMismatch(mismatch: PatientMismatch, confirmed: boolean): string {
  const { cause } = mismatch;
  const facts =
    cause === 'several-patients'
      ? { differences: [], patients: mismatch.patients.map(({ name, birthDate }) => ({ name, birthDate })) }
      : { differences: mismatch.differences };
  return JSON.stringify({ cause, ...facts, ...(confirmed && { confirmed }) });
}

/** What an exam's row keeps of a doubt, as it is shown; `undefined` where there was none. */
export function parseMismatch(reason: JsonValue): ExamMismatch | undefined {
  if (typeof reason !== 'object' || reason === null || Array.isArray(reason)) return undefined;
  return examMismatch.safeParse({ differences: [], confirmed: false, ...reason }).data;
}
