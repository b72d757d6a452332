import { limits } from '@medcloud/contract';
import { sql } from 'kysely';
import { canDoctorSeeExam } from '../access/grants/active-grant.ts';
import type { Reader } from '../database.ts';
import { type ExamRow, selectExamRows } from './reads.ts';

/** An exam in a doctor's list. */
export interface DoctorExamRow extends ExamRow {
  /** It arrived lately, and the doctor neither opened it nor marked it as seen. */
  isNew: boolean;
}

/**
 * When an exam came within a doctor's sight: its upload, the center's last correction of it, or the grant, whichever was
 * last. In every statement `a` is the grant, `e` the exam, and `v` the doctor's view of it.
 */
export const arrivedAt = sql<Date>`greatest(e.uploaded_at, e.changed_at, a.granted_at)`;

/** True for an exam that is new to the doctor. */
export const isNewToDoctor = sql<boolean>`(v.exam_id IS NULL AND ${arrivedAt} > app_now() - make_interval(days => ${sql.lit(limits.newExamDays)}))`;

/** Selects the exams that a doctor may see now, each with whether it is new to the doctor. */
export function selectDoctorExams(tx: Reader, doctorId: string) {
  return selectExamRows(tx)
    .innerJoin('patient_access as a', 'a.patient_id', 'e.patient_id')
    .leftJoin('doctor_exam_views as v', (join) => join.onRef('v.exam_id', '=', 'e.id').on('v.doctor_id', '=', doctorId))
    .select(isNewToDoctor.as('isNew'))
    .where(canDoctorSeeExam(doctorId));
}
