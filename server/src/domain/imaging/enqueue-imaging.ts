import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';

/** The job kinds that make an exam viewable; both have the payload `{ examId }`. */
export const imagingJobs = { index: 'prepare-exam', frames: 'make-frames' } as const;

// one restart (security 2.3), and one more for a busy machine
const maxAttempts = 3;

/**
 * Enqueues the indexing of an exam, which runs only if the caller's transaction commits. A second call for an exam that
 * is still waiting adds no second job.
 */
export async function enqueueImaging(
  { queue }: Pick<AppContext, 'queue'>,
  tx: Tx,
  examId: string,
  kind: (typeof imagingJobs)[keyof typeof imagingJobs] = imagingJobs.index,
): Promise<void> {
  await queue.add(tx, { kind, payload: { examId }, key: examId, maxAttempts });
}
