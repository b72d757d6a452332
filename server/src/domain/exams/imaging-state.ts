import { sql } from 'kysely';
import { statesBefore, transitionOf } from '../../platform/db/transitions.ts';
import type { DerivedKind, ExamStatusName } from '../core/column-values.ts';
import type { Tx } from '../database.ts';
import type { MarkCounts } from './marks.ts';
import { examTransitions, statusOfImaging } from './states.ts';

/** What the indexing of an exam changes in its rows. Each runs in the scope of that one exam (`imagingScope`). */

/** Locks the exam's row until the transaction ends, against moves and concurrent indexing. Returns false if it is gone. */
export async function lockExamToIndex(tx: Tx, examId: string): Promise<boolean> {
  const row = await tx.selectFrom('exams').select('id').where('id', '=', examId).forUpdate().executeTakeFirst();
  return row !== undefined;
}

/** Counts an attempt before it starts. */
export async function incrementAttempts(tx: Tx, examId: string): Promise<void> {
  await tx
    .updateTable('exams')
    .set({ imaging_attempts: sql<number>`imaging_attempts + 1` })
    .where('id', '=', examId)
    .execute();
}

/** Resets the attempts after one ended, even with an error. */
export async function clearAttempts(tx: Tx, examId: string): Promise<void> {
  await tx.updateTable('exams').set({ imaging_attempts: 0 }).where('id', '=', examId).execute();
}

/**
 * Changes processing, or needs-attention of an exam that failed before, to completed. A mismatch or withdrawal stays.
 */
export async function markReady(
  tx: Tx,
  examId: string,
  facts: {
    version: number;
    instanceCount: number;
    otherCount: number;
    unreadableCount: number;
    duplicateCount: number;
    marks: MarkCounts;
  },
): Promise<void> {
  const from = statesBefore(examTransitions, 'index');
  const { to: hiddenStatus } = transitionOf(examTransitions, 'hide');
  await tx
    .updateTable('exams')
    .set({
      status: sql<ExamStatusName>`CASE WHEN status = ANY (${from}::text[]) AND (status <> ${hiddenStatus} OR is_open)
        THEN ${statusOfImaging.ready} ELSE status END`,
      awaits_comparison: false,
      imaging_state: 'ready',
      imaging_fault: sql<string>`NULL`,
      imaging_version: facts.version,
      imaging_attempts: 0,
      imaged_at: sql<Date>`app_now()`,
      instance_count: facts.instanceCount,
      other_count: facts.otherCount,
      unreadable_count: facts.unreadableCount,
      duplicate_count: facts.duplicateCount,
      marks: JSON.stringify(facts.marks),
    })
    .where('id', '=', examId)
    .execute();
}

/** Changes processing or completed to needs-attention, with the fault. Its files are not inspected. */
export async function markFailed(tx: Tx, examId: string, fault: string): Promise<void> {
  const { from, to } = transitionOf(examTransitions, 'fail');
  await tx
    .updateTable('exams')
    .set({
      status: sql<ExamStatusName>`CASE WHEN status = ANY (${from}::text[]) THEN ${to} ELSE status END`,
      awaits_comparison: false,
      imaging_state: 'failed',
      imaging_fault: fault,
      marks: JSON.stringify({ unchecked: 1 } satisfies MarkCounts),
      imaging_attempts: 0,
      imaged_at: sql<Date>`app_now()`,
    })
    .where('id', '=', examId)
    .execute();
}

/** Records the mismatch of an exam after its indexing, and the resulting status. A withdrawn exam stays unchanged. */
export async function updateMismatch(
  tx: Tx,
  examId: string,
  reason: string | null,
  act: 'hide' | 'release' | 'mark',
): Promise<void> {
  await tx
    .updateTable('exams')
    .set({ status_reason: reason, ...(act !== 'mark' && { status: transitionOf(examTransitions, act).to }) })
    .where('id', '=', examId)
    .where('status', 'in', statesBefore(examTransitions, act))
    .execute();
}

export interface DerivedObjectRow {
  id: string;
  exam_id: string;
  center_id: string;
  patient_id: string;
  kind: DerivedKind;
  position: number;
  wrapped_key: Buffer;
  size_bytes: number;
  sha256: Buffer;
}

export async function insertDerivedObjects(tx: Tx, objects: DerivedObjectRow[]): Promise<void> {
  await tx.insertInto('exam_objects').values(objects).execute();
}
