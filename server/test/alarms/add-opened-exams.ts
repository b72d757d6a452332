import { randomUUID } from 'node:crypto';
import type { TestApp } from '../harness/start-test-app.ts';

/** Adds `count` events like the last one that opened this exam, each about another exam. */
export async function addOpenedExams({ superuser }: TestApp, examId: string, count: number): Promise<void> {
  const others = Array.from({ length: count }, () => randomUUID());
  await superuser.query(
    `INSERT INTO audit_events (at, event, outcome, actor_kind, person_id, session_ref, center_id, doctor_id, patient_id, object_kind, object_id)
     SELECT at, event, outcome, actor_kind, person_id, session_ref, center_id, doctor_id, patient_id, object_kind, other
     FROM unnest($2::text[]) AS other, (SELECT * FROM audit_events WHERE event = 'exam_downloaded' AND object_id = $1
       ORDER BY id DESC LIMIT 1) AS last`,
    [examId, others],
  );
}
