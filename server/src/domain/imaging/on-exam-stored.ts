import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import type { ExamStored } from '../exams/events.ts';
import { enqueueImaging } from './enqueue-imaging.ts';

/** Enqueues the indexing of a new exam. */
export async function enqueueStoredExam(
  context: Pick<AppContext, 'queue'>,
  tx: Tx,
  { examId }: ExamStored,
): Promise<Record<string, never>> {
  await enqueueImaging(context, tx, examId);
  return {};
}
