import { systemScope } from '../authorization/authorize.ts';
import { encodeExamFrames } from './cache/encode-exam-frames.ts';
import { type ImagingContext, imagingVersion, indexExamJob } from './index/index-exam-job.ts';
import { iterateExamIds } from './iterate-exam-ids.ts';
import { renderThumbnails } from './render/render-thumbnails.ts';
import { listExamsToIndex } from './store.ts';

export interface ReindexResult {
  viewable: number;
  failed: number;
  /** The last finished exam: a stopped run resumes after it. Null if none is finished. */
  last: string | null;
}

export interface ReindexOptions {
  /** Resumes after this exam. */
  after: string | null;
  /** Called after each exam. */
  onDone: (examId: string, isViewable: boolean) => void;
  signal: AbortSignal;
}

/**
 * Creates everything derived from originals again, exam by exam in order of their ids, as if just uploaded. The old
 * objects are replaced once the new ones are stored. The signal stops the run between two exams.
 */
export async function reindexExams(imaging: ImagingContext, options: ReindexOptions): Promise<ReindexResult> {
  const { context } = imaging;
  const { signal } = options;
  const result: ReindexResult = { viewable: 0, failed: 0, last: options.after };
  const listPage = (after: string | null, limit: number) =>
    context.db.within(systemScope('imaging'), (tx) =>
      listExamsToIndex(tx, { version: imagingVersion, shouldReindex: true, after, limit }),
    );
  for await (const examId of iterateExamIds(listPage, options.after)) {
    if (signal.aborted) break;
    const isViewable = await reindexExam(imaging, examId);
    result[isViewable ? 'viewable' : 'failed'] += 1;
    result.last = examId;
    options.onDone(examId, isViewable);
  }
  return result;
}

async function reindexExam(imaging: ImagingContext, examId: string): Promise<boolean> {
  // an exam that was started is finished, even if the run is stopped
  const { signal } = new AbortController();
  if (!(await indexExamJob(imaging, { examId, isLastAttempt: true, shouldReindex: true, signal }))) return false;
  await renderThumbnails(imaging, examId, signal);
  await encodeExamFrames(imaging, examId, signal);
  return true;
}
