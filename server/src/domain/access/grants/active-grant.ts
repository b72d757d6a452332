import { type RawBuilder, sql } from 'kysely';
import type { ExamTypeName } from '../../core/column-values.ts';

/**
 * The one definition of who may see an exam now. In every statement `a` is the grant (`patient_access`) and `e` the
 * exam. Row-level security checks the same conditions independently.
 */

/** True if the grant was given and has not ended. */
export const isGrantActive = sql<boolean>`a.status = 'granted' AND a.expires_at > app_now()`;

/** True if the grant covers exams of this type. A grant without a scope covers all types. */
export function isExamTypeGranted(examType: RawBuilder<ExamTypeName>): RawBuilder<boolean> {
  return sql<boolean>`(a.scope IS NULL OR ${examType} = ANY (a.scope))`;
}

/** True if doctors may see the exam and the grant covers its type. */
export const isExamGranted = sql<boolean>`e.is_open AND ${isExamTypeGranted(sql`e.exam_type`)}`;

/** True if the doctor may see the exam now under this grant. */
export function canDoctorSeeExam(doctorId: string): RawBuilder<boolean> {
  return sql<boolean>`a.doctor_id = ${doctorId} AND ${isGrantActive} AND ${isExamGranted}`;
}
