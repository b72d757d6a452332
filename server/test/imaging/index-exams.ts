import { indexExamJob } from '../../src/domain/imaging/index/index-exam-job.ts';
import { renderThumbnails } from '../../src/domain/imaging/render/render-thumbnails.ts';
import { ImagingWorkers } from '../../src/domain/imaging/worker/imaging-workers.ts';
import type { TestAppWithFixtures } from '../harness/start-test-app.ts';

/** Indexes the exams of the fixture's two centers directly, for apps that do not. Starts workers unless given. */
export async function indexExams(
  { app, config, fixtures }: TestAppWithFixtures,
  givenWorkers?: ImagingWorkers,
): Promise<void> {
  const workers = givenWorkers ?? new ImagingWorkers(config.objectsFolder, { timeFactor: 10 });
  const { signal } = new AbortController();
  try {
    for (const { examId } of [fixtures.centerA, fixtures.centerB]) {
      await indexExamJob({ context: app.context, workers }, { examId, isLastAttempt: false, signal });
      await renderThumbnails({ context: app.context, workers }, examId, signal);
    }
  } finally {
    if (!givenWorkers) await workers.close();
  }
}
