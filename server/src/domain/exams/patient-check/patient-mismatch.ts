import { type ExamMismatch, type ExamUpload, examMismatch } from '@medcloud/contract';
import { preflightCheckFields } from '@medcloud/contract/choices';
import type { Difference, PatientInFile, RegisteredPatient } from '@medcloud/contract/patient-check/compare-patients';
import {
  findPatientMismatch,
  type PatientMismatch as Judgement,
} from '@medcloud/contract/patient-check/find-patient-mismatch';
import { blindIndex } from '../../../platform/crypto/encrypt-value.ts';
import type { JsonValue } from '../../../platform/db/json.ts';
import type { AppContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { decryptColumn } from '../../patients/encrypted-columns.ts';
import { isNumberOfOtherPatient } from './reads.ts';

/** The patient of an exam, as the patient's row stores it. */
export interface PatientToCompare {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly gender: RegisteredPatient['gender'];
  readonly encryptedAmka: Buffer | null;
}

/** The patients that an exam's files name. */
export interface PatientsInFiles {
  readonly patients: readonly PatientInFile[];
  /** Every file was read, and every patient is listed. */
  readonly isComplete: boolean;
}

/** Why an exam may not belong to its patient. `not-compared`: some of its files could not be compared. */
export type PatientMismatch =
  | Judgement
  | { readonly cause: 'not-compared'; readonly differences: readonly Difference[] };

/**
 * Compares the patients in files with the exam's patient; null if nothing disagrees. With `examId`, the patient number
 * of that existing exam does not count as seen before.
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

/** Returns the blind index of a complete patient number of a DICOM file. */
export function patientNumberIndex({ keys }: Pick<AppContext, 'keys'>, number: string): Buffer {
  return blindIndex(keys.blindIndex, 'dicom-patient-id', number.trim());
}

/** Returns the points that an upload's reason confirms: the fields it names, else those that a browser can show. */
export function confirmedPointsOf({ mismatchReason, mismatchFields }: ExamUpload): string[] {
  return mismatchReason === undefined ? [] : [...(mismatchFields ?? preflightCheckFields)];
}

/** Returns the points that a center must confirm before doctors see an exam with this mismatch. */
export function mismatchPoints(
  mismatch: Pick<ExamMismatch, 'cause'> & { differences?: readonly Difference[] },
): string[] {
  const { cause, differences = [] } = mismatch;
  const fields = differences.map(({ field }) => field);
  return cause === 'patient-mismatch' ? fields : [cause, ...fields];
}

/** Returns whether the center has confirmed every point of the mismatch. */
export function isConfirmed(mismatch: PatientMismatch, confirmed: readonly string[]): boolean {
  return mismatchPoints(mismatch).every((point) => confirmed.includes(point));
}

/** Encodes a mismatch for the exam's row. */
export function encodeMismatch(mismatch: PatientMismatch, confirmed: boolean): string {
  const { cause } = mismatch;
  const facts =
    cause === 'several-patients'
      ? { differences: [], patients: mismatch.patients.map(({ name, birthDate }) => ({ name, birthDate })) }
      : { differences: mismatch.differences };
  return JSON.stringify({ cause, ...facts, ...(confirmed && { confirmed }) });
}

/** Parses the mismatch of an exam's row for display; `undefined` if there was none. */
export function parseMismatch(reason: JsonValue): ExamMismatch | undefined {
  if (typeof reason !== 'object' || reason === null || Array.isArray(reason)) return undefined;
  return examMismatch.safeParse({ differences: [], confirmed: false, ...reason }).data;
}
