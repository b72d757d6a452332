import { type Kysely, sql } from 'kysely';

/**
 * Why: a doctor's first screen lists the exams that are new to that doctor. Which exams a doctor opened was known only by
 * reading all audit events. The table is filled once from them; from now on a trigger writes it with each of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE doctor_exam_views (
  doctor_id uuid NOT NULL REFERENCES doctors (id),
  exam_id uuid NOT NULL REFERENCES exams (id),
  first_at timestamptz NOT NULL DEFAULT app_now(),
  last_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (doctor_id, exam_id)
);
CREATE INDEX doctor_exam_views_by_exam ON doctor_exam_views (exam_id);
-- the owner is bound by row-level security where it is forced
ALTER TABLE audit_events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE exams NO FORCE ROW LEVEL SECURITY;
INSERT INTO doctor_exam_views (doctor_id, exam_id, first_at, last_at)
SELECT v.doctor_id, e.id, min(v.at), max(v.at) FROM audit_events v JOIN exams e ON e.id::text = v.object_id
WHERE v.event IN ('exam_downloaded', 'exam_viewed') AND v.actor_kind = 'doctor' AND v.outcome = 'success'
  AND v.object_kind = 'exam' AND v.doctor_id IS NOT NULL
GROUP BY v.doctor_id, e.id;
ALTER TABLE exams FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_events FORCE ROW LEVEL SECURITY;
ALTER TABLE doctor_exam_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`)
    .execute(db);
}
