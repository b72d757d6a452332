import { indexExamJob } from '../../src/domain/imaging/index/index-exam-job.ts';
import { ImagingWorkers } from '../../src/domain/imaging/worker/imaging-workers.ts';
import type { TestAppWithFixtures } from '../harness/start-test-app.ts';

/** Prepares the exams of the cast's two centers here and now, where the portal itself does not; in threads of its own unless given some. */
export async function indexExams(
  { app, config, fixtures }: TestAppWithFixtures,
  givenWorkers?: ImagingWorkers,
): Promise<void> {
  const workers = givenWorkers ?? new ImagingWorkers(config.objectsFolder, { timeFactor: 10 });
  const { signal } = new AbortController();
  try {
    for (const { examId } of [fixtures.centerA, fixtures.centerB])
      await indexExamJob({ context: app.context, workers }, { examId, isLastAttempt: false, signal });
  } finally {
    if (!givenWorkers) await workers.close();
  }
}
