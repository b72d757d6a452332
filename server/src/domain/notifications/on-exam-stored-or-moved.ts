import type { AuditCounts } from '../core/event-bus.ts';
import type { Tx } from '../database.ts';
import type { ExamMoved, ExamStored } from '../exams/events.ts';
import { insertExamNotes } from './store.ts';

/** Notes an exam for the doctors whose grant covers it. The mail waits until they may see it. */
export async function noteStoredExam(
  tx: Tx,
  { examId }: Pick<ExamStored, 'examId'> | Pick<ExamMoved, 'examId'>,
): Promise<AuditCounts> {
  await insertExamNotes(tx, examId);
  return {};
}
