import { imagingScope, systemScope } from '../authorization/may.ts';
import { enqueueImaging, imagingJobs } from '../portal/imaging-jobs.ts';
import type { Portal } from '../portal/portal.ts';
import { imagingVersion } from './prepare-exam.ts';
import { listExamsToImage } from './store.ts';

// What is left goes with the next turn.
const mostAtOnce = 1_000;

/** Has exams prepared that were uploaded before there was anything to prepare, whose job was lost, or that an older program prepared. */
export async function enqueueUnprepared(portal: Pick<Portal, 'db' | 'queue'>): Promise<void> {
  const ids = await portal.db.within(systemScope('imaging'), (tx) =>
    listExamsToImage(tx, { version: imagingVersion, again: false, after: null, most: mostAtOnce }),
  );
  for (const id of ids) await portal.db.within(imagingScope(id), (tx) => enqueueImaging(portal, tx, id));
}

/** Has an exam's frames made into HTJ2K, after all that somebody waits for. */
export async function enqueueFrames(portal: Pick<Portal, 'db' | 'queue'>, examId: string): Promise<void> {
  await portal.db.within(imagingScope(examId), (tx) => enqueueImaging(portal, tx, examId, imagingJobs.frames));
}
