import { limits } from '@medcloud/contract';
import { sql } from 'kysely';
import { preparedMarker } from '../../../platform/db/prepared-statements.ts';
import type { Reader } from '../../database.ts';
import type { EndedGrantStatus } from './access-fault-code.ts';
import { isGrantActive } from './active-grant.ts';

/** Queries for how a doctor's grants end. */

function parseEndStatus(rows: readonly { ended: string | null }[]): EndedGrantStatus | null {
  const ended = rows[0]?.ended ?? null;
  return ended === 'expired' || ended === 'revoked' ? ended : null;
}

/** Finds how the doctor's last grant on a patient (by public id) ended; null if there never was one. */
export async function findLastGrantOnPatient(
  tx: Reader,
  doctorId: string,
  patientId: string,
): Promise<EndedGrantStatus | null> {
  const row = await tx
    .selectFrom('patient_access')
    .select('status')
    .where('doctor_id', '=', doctorId)
    .where('public_patient_id', '=', patientId)
    .where('granted_at', 'is not', null)
    .orderBy(sql`coalesce(ended_at, expires_at)`, 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return row.status === 'revoked' ? 'revoked' : 'expired';
}

/**
 * Finds how the doctor's last grant on an exam ended. Returns null if there never was one, or if doctors may not see
 * the exam.
 */
export async function findLastGrantOnExam(
  tx: Reader,
  doctorId: string,
  examId: string,
): Promise<EndedGrantStatus | null> {
  const { rows } = await sql<{ ended: string | null }>`
    SELECT last_grant_on_exam(${doctorId}, ${examId}) AS ended`.execute(tx);
  return parseEndStatus(rows);
}

/** Finds how the doctor's last grant on a study ended; null if there never was one. */
export async function findLastGrantOnStudy(
  tx: Reader,
  doctorId: string,
  studyUid: string,
): Promise<EndedGrantStatus | null> {
  const { rows } = await sql<{ ended: string | null }>`
    SELECT last_grant_on_study(${doctorId}, ${studyUid}) AS ended`.execute(tx);
  return parseEndStatus(rows);
}

/** Lists those of the exams whose patient ever gave the scope's doctor a grant. */
export async function listExamsOnceGranted(tx: Reader, examIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM exams_once_granted(${examIds}::uuid[]) AS id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A grant that ends soon, with its patient. */
export interface EndingGrantRow {
  grantId: string;
  firstName: string;
  lastName: string;
  patientId: string;
  dateOfBirth: string;
  centerName: string;
  expiresAt: Date;
  /** Number of all such grants. */
  total: number;
}

/** Lists a doctor's grants that end within `limits.endsSoonDays`, the next one first. */
export async function listEndingGrants(tx: Reader, doctorId: string, limit: number): Promise<EndingGrantRow[]> {
  return await tx
    .selectFrom('patient_access as a')
    .innerJoin('patients as p', 'p.id', 'a.patient_id')
    .innerJoin('medical_centers as c', 'c.id', 'a.center_id')
    .select([
      'a.id as grantId',
      'p.first_name as firstName',
      'p.last_name as lastName',
      'p.patient_id as patientId',
      'p.date_of_birth as dateOfBirth',
      'c.name as centerName',
      'a.expires_at as expiresAt',
      sql<number>`count(*) OVER ()`.as('total'),
    ])
    .where('a.doctor_id', '=', doctorId)
    .where(isGrantActive)
    .where(sql<boolean>`a.expires_at <= app_now() + make_interval(days => ${sql.lit(limits.endsSoonDays)})`)
    .orderBy('a.expires_at')
    .orderBy('a.id')
    .limit(limit)
    .modifyEnd(preparedMarker)
    .execute();
}
