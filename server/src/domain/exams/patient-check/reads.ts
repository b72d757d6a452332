import type { PatientInFile } from '@medcloud/contract/patient-check/compare-patients';
import { sql } from 'kysely';
import type { Reader } from '../../../platform/db/database.ts';

/** Whether one of these numbers came before with exactly one other patient of the scope's center, and never with this one. */
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

/** The patients of an exam that was prepared for viewing, as its studies have them; a number that is an AMKA is left out. */
export async function listPatientsOfStudies(tx: Reader, examId: string): Promise<PatientInFile[]> {
  return await tx
    .selectFrom('studies')
    .select(['patient_name as name', 'birth_date as birthDate', 'sex', 'patient_number as number'])
    .where('exam_id', '=', examId)
    .orderBy('study_uid')
    .limit(maxStudies)
    .execute();
}
