import { type RawBuilder, sql } from 'kysely';
import type { ExamTypeName } from '../../../platform/db/schema/schema.ts';

/**
 * Who may see an exam now, said once: in every statement `a` is the grant (`patient_access`) and `e` the exam. Row-level
 * security says it again in the database, by itself.
 */

/** The grant was given and has not ended. */
export const isGrantActive = sql<boolean>`a.status = 'granted' AND a.expires_at > app_now()`;

/** The grant is for exams of this type; a grant without a scope is for all. */
export function isExamTypeGranted(examType: RawBuilder<ExamTypeName>): RawBuilder<boolean> {
  return sql<boolean>`(a.scope IS NULL OR ${examType} = ANY (a.scope))`;
}

/** The exam is for doctors' eyes, and of a type that the grant is for. */
export const isExamGranted = sql<boolean>`e.is_open AND ${isExamTypeGranted(sql`e.exam_type`)}`;

/** The doctor sees the exam under the grant, now. */
export function canDoctorSeeExam(doctorId: string): RawBuilder<boolean> {
  return sql<boolean>`a.doctor_id = ${doctorId} AND ${isGrantActive} AND ${isExamGranted}`;
}
