import type { Tx } from '../../../platform/db/database.ts';
import { record } from '../../audit/record/record.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import { type ExamToIndex, listViewersOfExam } from '../store.ts';

/** The trace of what became of an exam's preparing, and word to the pages of everybody who sees it. */
export async function logIndexing(
  tx: Tx,
  exam: ExamToIndex,
  event: 'exam_viewable' | 'exam_unviewable',
  details: Record<string, string | number>,
): Promise<void> {
  await record(tx, {
    event,
    outcome: event === 'exam_viewable' ? 'success' : 'failure',
    actor: { kind: 'system' },
    centerId: exam.centerId,
    patientId: exam.patientUuid,
    object: { kind: 'exam', id: exam.id },
    examType: exam.examType,
    details,
  });
  const doctors = await listViewersOfExam(tx);
  await notifyClients(tx, { kind: 'exam', ids: [exam.id], to: { centers: [exam.centerId], doctors, admins: true } });
}
