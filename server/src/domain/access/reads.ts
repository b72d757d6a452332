import { sql } from 'kysely';
import { preparedMarker } from '../../platform/db/prepared-statements.ts';
import type { ExamTypeName } from '../core/column-values.ts';
import type { Reader } from '../database.ts';
import { wrappedPatientKey } from '../keys/reads.ts';
import { isExamGranted, isExamTypeGranted, isGrantActive } from './grants/active-grant.ts';

/** A patient whom a doctor may see, with the active grant. */
export interface AccessibleRow {
  grantId: string;
  id: string;
  patientId: string;
  firstName: string;
  lastName: string;
  nameKey: string;
  dateOfBirth: string;
  gender: 'Male' | 'Female' | 'Other';
  encryptedPhone: Buffer | null;
  encryptedAmka: Buffer | null;
  wrappedKey: Buffer;
  centerId: string;
  centerName: string;
  grantedAt: Date | null;
  expiresAt: Date;
  examCount: number;
  examType: ExamTypeName | null;
}

/** Selects the patients of a doctor's active grants; every list of them starts from it. */
export function selectAccessiblePatients(tx: Reader, doctorId: string) {
  const exams = sql<{ count: number; latest: ExamTypeName | null }>`(
    SELECT count(*) AS count, (array_agg(e.exam_type ORDER BY e.uploaded_at DESC, e.id DESC))[1] AS latest
    FROM exams e WHERE e.patient_id = p.id AND ${isExamGranted})`;
  return tx
    .selectFrom('patient_access as a')
    .innerJoin('patients as p', 'p.id', 'a.patient_id')
    .where('a.doctor_id', '=', doctorId)
    .where(isGrantActive)
    .innerJoin('keys.patient_keys as k', 'k.patient_id', 'p.id')
    .innerJoin('medical_centers as c', 'c.id', 'p.center_id')
    .innerJoinLateral(exams.as('x'), (join) => join.onTrue())
    .select([
      'a.id as grantId',
      'p.id',
      'p.patient_id as patientId',
      'p.first_name as firstName',
      'p.last_name as lastName',
      'p.name_key as nameKey',
      'p.date_of_birth as dateOfBirth',
      'p.gender',
      'p.phone_sealed as encryptedPhone',
      'p.amka_sealed as encryptedAmka',
      wrappedPatientKey.as('wrappedKey'),
      'c.id as centerId',
      'c.name as centerName',
      'a.granted_at as grantedAt',
      'a.expires_at as expiresAt',
      'x.count as examCount',
      'x.latest as examType',
    ]);
}

/** Finds a patient by public id under a doctor's active grant. */
export async function findAccessiblePatient(
  tx: Reader,
  doctorId: string,
  patientId: string,
): Promise<AccessibleRow | null> {
  const row = await selectAccessiblePatients(tx, doctorId)
    .where('a.public_patient_id', '=', patientId)
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds doctors whose active grant covers an exam type of the patients (internal ids), to notify their clients. */
export async function findDoctorsOfPatient(
  tx: Reader,
  patientIds: string[],
  examType: ExamTypeName,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('patient_access as a')
    .select('a.doctor_id')
    .distinct()
    .where('a.patient_id', 'in', patientIds)
    .where(isGrantActive)
    .where(isExamTypeGranted(sql`${examType}`))
    .execute();
  return rows.map((row) => row.doctor_id);
}
