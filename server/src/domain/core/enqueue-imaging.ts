import type { Tx } from '../../platform/db/database.ts';
import type { AppContext } from './context.ts';

/** The kinds of job that make an exam viewable; both carry `{ examId }`. */
export const imagingJobs = { index: 'prepare-exam', frames: 'make-frames' } as const;

// one restart (security 2.3), and one more for a machine that was busy
const maxAttempts = 3;

/** Has an exam prepared for viewing when, and only when, the caller's transaction commits. Asked twice, it is done once. */
export async function enqueueImaging(
  { queue }: Pick<AppContext, 'queue'>,
  tx: Tx,
  examId: string,
  kind: (typeof imagingJobs)[keyof typeof imagingJobs] = imagingJobs.index,
): Promise<void> {
  await queue.add(tx, { kind, payload: { examId }, key: examId, maxAttempts });
}
