import { type ExamMismatch, examMismatch } from '@medcloud/contract';
import type { PatientInFile, RegisteredPatient } from '@medcloud/contract/guard/compare-patients';
import { type Doubt, judgePatients } from '@medcloud/contract/guard/judge-patients';
import type { Reader } from '../../../platform/db/database.ts';
import type { JsonValue } from '../../../platform/db/json.ts';
import { blindIndex } from '../../../platform/kit/sealing.ts';
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
): Promise<Doubt | null> {
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
