import type { PatientInFile } from '@medcloud/contract/patient-check/compare-patients';
import { sql } from 'kysely';
import type { Reader } from '../../database.ts';

/**
 * Returns whether one of these numbers was used for exactly one other patient of the scope's center, and never for this
 * one.
 */
export async function isNumberOfOtherPatient(
  tx: Reader,
  numbers: Buffer[],
  patientUuid: string,
  examId: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ another: boolean | null }>`
    SELECT is_number_of_another(${numbers}::bytea[], ${patientUuid}::uuid, ${examId}::uuid) AS another`.execute(tx);
  return rows[0]?.another === true;
}

const maxStudies = 20;

/** Lists the patients of an indexed exam, as its studies store them. A number that is an AMKA is null. */
export async function listPatientsOfStudies(tx: Reader, examId: string): Promise<PatientInFile[]> {
  return await tx
    .selectFrom('studies')
    .select(['patient_name as name', 'birth_date as birthDate', 'sex', 'patient_number as number'])
    .where('exam_id', '=', examId)
    .orderBy('study_uid')
    .limit(maxStudies)
    .execute();
}
