import { sql } from 'kysely';
import { canDoctorSeeExam } from '../../access/grants/active-grant.ts';
import type { Tx } from '../../database.ts';

/** Inserts views of those exams that the doctor may see and has not opened. Returns how many. */
export async function insertExamViews(tx: Tx, doctorId: string, examIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ exam_id: string }>`
    INSERT INTO doctor_exam_views (doctor_id, exam_id)
    SELECT a.doctor_id, e.id FROM exams e JOIN patient_access a ON a.patient_id = e.patient_id
    WHERE e.id = ANY (${examIds}::uuid[]) AND ${canDoctorSeeExam(doctorId)}
    ON CONFLICT DO NOTHING RETURNING exam_id`.execute(tx);
  return rows.length;
}
