import { imagingScope, systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import { enqueueImaging, imagingJobs } from '../core/enqueue-imaging.ts';
import { imagingVersion } from './index/index-exam-job.ts';
import { listExamsToIndex } from './store.ts';

// What is left goes with the next turn.
const batchSize = 1_000;

/** Has exams prepared that were uploaded before there was anything to prepare, whose job was lost, or that an older program prepared. */
export async function enqueueExamsToIndex(context: Pick<AppContext, 'db' | 'queue'>): Promise<void> {
  const ids = await context.db.within(systemScope('imaging'), (tx) =>
    listExamsToIndex(tx, { version: imagingVersion, shouldReindex: false, after: null, limit: batchSize }),
  );
  for (const id of ids) await context.db.within(imagingScope(id), (tx) => enqueueImaging(context, tx, id));
}

/** Has an exam's frames made into HTJ2K, after all that somebody waits for. */
export async function enqueueFrameEncoding(context: Pick<AppContext, 'db' | 'queue'>, examId: string): Promise<void> {
  await context.db.within(imagingScope(examId), (tx) => enqueueImaging(context, tx, examId, imagingJobs.frames));
}
