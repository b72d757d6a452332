import { type Kysely, sql } from 'kysely';

/**
 * Why: an exam outside the types of a live grant does not exist for that doctor (product, "Doctor's path" 5), also where
 * an older, wider grant on it was replaced by the live one: the answer is 404, not that access was taken back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE OR REPLACE FUNCTION last_grant_on_exam(doctor uuid, exam uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT CASE WHEN a.status = 'revoked' THEN 'revoked' ELSE 'expired' END
  FROM exams e JOIN patient_access a ON a.patient_id = e.patient_id
  WHERE e.id = exam AND a.doctor_id = doctor AND doctor = scope_doctor() AND a.granted_at IS NOT NULL
    AND e.status IN ('processing', 'completed') AND (a.scope IS NULL OR e.exam_type = ANY (a.scope))
    AND NOT EXISTS (SELECT 1 FROM patient_access live WHERE live.patient_id = e.patient_id AND live.doctor_id = doctor
      AND live.status = 'granted' AND live.expires_at > app_now())
  ORDER BY coalesce(a.ended_at, a.expires_at) DESC LIMIT 1
$$;
`)
    .execute(db);
}
