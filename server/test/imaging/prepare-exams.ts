import { ImagingThreads } from '../../src/domain/imaging/imaging-threads.ts';
import { prepareExam } from '../../src/domain/imaging/prepare-exam.ts';
import type { CastWorld } from '../harness/world.ts';

/** Prepares the exams of the cast's two centers here and now, where the portal itself does not; in threads of its own unless given some. */
export async function prepareExams({ house, config, cast }: CastWorld, given?: ImagingThreads): Promise<void> {
  const threads = given ?? new ImagingThreads(config.objectsFolder, { timeFactor: 10 });
  const { signal } = new AbortController();
  try {
    for (const { examId } of [cast.centerA, cast.centerB])
      await prepareExam({ portal: house.portal, threads }, { examId, isLastAttempt: false, signal });
  } finally {
    if (!given) await threads.close();
  }
}
