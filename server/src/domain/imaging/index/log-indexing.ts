import { record } from '../../audit/record/record.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { type ExamToIndex, listViewersOfExam } from '../store.ts';

/** Records the audit event of an exam's indexing and notifies the clients of everyone who sees the exam. */
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
