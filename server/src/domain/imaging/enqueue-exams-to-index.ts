import { imagingScope, systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import { enqueueImaging, imagingJobs } from './enqueue-imaging.ts';
import { imagingVersion } from './index/index-exam-job.ts';
import { listExamsToIndex, summarizeExams } from './store.ts';

// The next run continues with the rest.
const batchSize = 1_000;

/** Enqueues exams that were uploaded before indexing existed, whose job was lost, or that an older version indexed. */
export async function enqueueExamsToIndex(context: Pick<AppContext, 'db' | 'queue'>): Promise<void> {
  const ids = await context.db.within(systemScope('imaging'), (tx) =>
    listExamsToIndex(tx, { version: imagingVersion, shouldReindex: false, after: null, limit: batchSize }),
  );
  for (const id of ids) await context.db.within(imagingScope(id), (tx) => enqueueImaging(context, tx, id));
}

// One transaction, which locks its exams.
const summaryBatchSize = 500;

/** Summarizes exams that were indexed before lists showed what they are. */
export async function summarizeEarlierExams(context: Pick<AppContext, 'db'>): Promise<void> {
  for (let count = summaryBatchSize; count === summaryBatchSize; )
    count = await context.db.within(systemScope('imaging'), (tx) => summarizeExams(tx, summaryBatchSize));
}

/** Enqueues the encoding of an exam's frames as HTJ2K, at a lower priority than jobs that users wait for. */
export async function enqueueFrameEncoding(context: Pick<AppContext, 'db' | 'queue'>, examId: string): Promise<void> {
  await context.db.within(imagingScope(examId), (tx) => enqueueImaging(context, tx, examId, imagingJobs.frames));
}
