import { systemScope } from '../authorization/may.ts';
import { everyExam } from './every-exam.ts';
import { makeFrames } from './make-frames.ts';
import { makeThumbnails } from './make-thumbnails.ts';
import { type Imaging, imagingVersion, prepareExam } from './prepare-exam.ts';
import { listExamsToImage } from './store.ts';

export interface Reindexed {
  viewable: number;
  failed: number;
  /** The last exam that is done: a run that was stopped goes on after it. Null where none is. */
  last: string | null;
}

export interface ReindexOptions {
  /** Goes on after this exam. */
  after: string | null;
  /** Told after each exam. */
  onDone: (examId: string, isViewable: boolean) => void;
  signal: AbortSignal;
}

/**
 * Makes everything that is derived from originals again, exam by exam in the order of their ids, each as if it had just been
 * uploaded; what an exam had is replaced once the new is there. Stopped by the signal between two exams.
 */
export async function reindexExams(imaging: Imaging, options: ReindexOptions): Promise<Reindexed> {
  const { portal } = imaging;
  const { signal } = options;
  const done: Reindexed = { viewable: 0, failed: 0, last: options.after };
  const page = (after: string | null, most: number) =>
    portal.db.within(systemScope('imaging'), (tx) =>
      listExamsToImage(tx, { version: imagingVersion, again: true, after, most }),
    );
  for await (const examId of everyExam(page, options.after)) {
    if (signal.aborted) break;
    const isViewable = await reindexExam(imaging, examId);
    done[isViewable ? 'viewable' : 'failed'] += 1;
    done.last = examId;
    options.onDone(examId, isViewable);
  }
  return done;
}

async function reindexExam(imaging: Imaging, examId: string): Promise<boolean> {
  // an exam that was begun is finished, whoever wants to stop
  const { signal } = new AbortController();
  if (!(await prepareExam(imaging, { examId, isLastAttempt: true, again: true, signal }))) return false;
  await makeThumbnails(imaging, examId, signal);
  await makeFrames(imaging, examId, signal);
  return true;
}
