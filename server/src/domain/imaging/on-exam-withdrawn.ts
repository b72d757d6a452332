import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import type { ExamWithdrawn } from '../exams/events.ts';
import { enqueueImaging, imagingJobs } from './enqueue-imaging.ts';

/** Enqueues the deletion of a withdrawn exam's cached frames and images: the job that encodes frames does it. */
export async function enqueueWithdrawnExam(
  context: Pick<AppContext, 'queue'>,
  tx: Tx,
  { examId }: ExamWithdrawn,
): Promise<Record<string, never>> {
  await enqueueImaging(context, tx, examId, imagingJobs.frames);
  return {};
}
