import { ImagingThreads } from '../../src/domain/imaging/imaging-threads.ts';
import { prepareExam } from '../../src/domain/imaging/prepare-exam.ts';
import type { CastWorld } from '../world.ts';

/** Prepares the exams of the cast's two centers here and now, where the portal itself does not. */
export async function prepareExams({ house, config, cast }: CastWorld): Promise<void> {
  const threads = new ImagingThreads(config.objectsFolder);
  const { signal } = new AbortController();
  for (const { examId } of [cast.centerA, cast.centerB])
    await prepareExam({ portal: house.portal, threads }, { examId, isLastAttempt: false, signal });
  await threads.close();
}
